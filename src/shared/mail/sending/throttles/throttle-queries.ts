import { platformAccountId } from '../../../platform/ids.ts';
import { isByKey, keysFrom, keysOf, type RowKey } from '../../../platform/postgres/by-key.ts';
import type { Fragment, Sql, Tx } from '../../../platform/postgres/connection.ts';
import { isFreeJob } from '../../../platform/queue/outbox.ts';
import { yieldingKinds } from '../../kinds.ts';
import type { EmailRoute } from '../../mails/mails.ts';

/**
 * Whose sending is throttled together, by the id of an account: its own, on its own provider; the platform's,
 * on the service's credentials.
 */
export const throttleSourceOf = (route: EmailRoute, accountId: string): string =>
  route === 'managed' ? platformAccountId : accountId;

/** A throttle that has not been refused for so long, and that no mail waits behind, is forgotten. */
const rememberedSeconds = 600;

/** Sending a mail takes a minute at most. */
const probeSeconds = 90;

/** Permits to start mails. */
interface Permits {
  source: string;
  permits: number;
  /** Whether its server is down, and the mail is sent to find out if that is over. */
  isDown: boolean;
}

/** Unused permits add up to this many seconds' worth, or to one. */
const burstSeconds = 0.5;

/**
 * Mails a second that a row of email_throttles allows now. Until a ceiling is known, 1 a second behind the
 * pause, doubled each second. Then a cubic curve (as TCP CUBIC's): 70 % of the ceiling at first, slowest
 * around it after 20 s, and faster again beyond it, in case the provider allows more by now.
 */
const rateNow = (sql: Tx) => {
  const seconds = sql`greatest(0, extract(epoch FROM clock_timestamp() - paused_until))::float8`;
  return sql`least(1000, CASE WHEN ceiling IS NULL THEN 2 ^ least(${seconds}, 10)
                              ELSE ceiling * (1 + 0.3 * ((least(${seconds}, 600) - 20) / 20) ^ 3) END)`;
};

/**
 * Starts no mail of a source for a while, and fewer at a time afterwards: its provider asked for that (C6.6).
 * A refusal lowers the rate where the mail had a permit, and its request started after the rate was last
 * lowered; others lengthen the pause and no more. To be called last in its transaction (docs/architecture.md,
 * Locks).
 */
export async function slowDown(
  tx: Tx,
  source: string,
  {
    pauseSeconds,
    beganSecondsAgo,
    hadPermit,
  }: { pauseSeconds: number; beganSecondsAgo: number; hadPermit: boolean },
): Promise<void> {
  const isNews = tx`${hadPermit} AND t.lowered_at < clock_timestamp() - make_interval(secs => ${beganSecondsAgo})`;
  const pauseEnd = tx`clock_timestamp() + make_interval(secs => ${pauseSeconds})`;
  await tx`
    INSERT INTO email_throttles AS t (account_id, lowered_at, paused_until, next_at)
    VALUES (${source}, clock_timestamp(), ${pauseEnd}, ${pauseEnd})
    ON CONFLICT (account_id) DO UPDATE SET
      ceiling = CASE WHEN ${isNews} THEN (
                  SELECT greatest(1.0 / 60, CASE WHEN ceiling IS NULL THEN 0.75 ELSE 0.95 END * ${rateNow(tx)})
                  FROM (SELECT t.ceiling, t.paused_until) now) ELSE t.ceiling END,
      lowered_at = CASE WHEN ${isNews} THEN clock_timestamp() ELSE t.lowered_at END,
      paused_until = greatest(t.paused_until, ${pauseEnd}), next_at = greatest(t.next_at, ${pauseEnd})`;
}

/** What mails wait behind; `throttled` is false where the throttle is gone, and they may all go. */
export function listWaitingSources(sql: Sql): Promise<{ source: string; throttled: boolean }[]> {
  return sql<{ source: string; throttled: boolean }[]>`
    WITH RECURSIVE waiting AS (
      (SELECT throttled_by FROM mails WHERE throttled_by IS NOT NULL ORDER BY throttled_by LIMIT 1)
      UNION ALL
      SELECT (SELECT m.throttled_by FROM mails m WHERE m.throttled_by > waiting.throttled_by ORDER BY m.throttled_by LIMIT 1)
      FROM waiting WHERE waiting.throttled_by IS NOT NULL)
    SELECT throttled_by AS source, EXISTS (SELECT 1 FROM email_throttles t WHERE t.account_id = throttled_by) AS throttled
    FROM waiting WHERE throttled_by IS NOT NULL`;
}

/**
 * Takes the permits that have come up since any worker last took some. While a server is down there is one,
 * and the next one if nothing is known of that mail for longer than sending takes. @returns how many, of
 * sources that have some
 */
export function takePermits(tx: Tx, sources: readonly string[]): Promise<Permits[]> {
  return tx<Permits[]>`
    WITH locked AS MATERIALIZED (
      SELECT account_id AS source, next_at, ${rateNow(tx)} AS rate, down_since IS NOT NULL AS is_down FROM email_throttles
      WHERE account_id = ANY(${sources as string[]}::uuid[]) AND paused_until <= clock_timestamp() FOR UPDATE SKIP LOCKED
    ), since AS MATERIALIZED (
      SELECT source, rate, is_down, next_at, greatest(next_at, clock_timestamp() - make_interval(secs => greatest(${burstSeconds}, 1 / rate))) AS at FROM locked
    ), free AS MATERIALIZED (
      SELECT source, rate, is_down, at, CASE WHEN is_down THEN (next_at <= clock_timestamp())::integer
               ELSE floor(extract(epoch FROM clock_timestamp() - at)::float8 * rate + 1e-6)::integer END AS permits FROM since
    )
    UPDATE email_throttles t
    SET next_at = CASE WHEN is_down THEN clock_timestamp() + make_interval(secs => ${probeSeconds}) ELSE free.at + make_interval(secs => free.permits / free.rate) END
    FROM free WHERE t.account_id = free.source AND free.permits > 0 RETURNING free.source, free.permits, free.is_down AS "isDown"`;
}

/** The accounts with mails that wait behind a throttle. */
export async function listWaitingAccounts(sql: Sql, source: string): Promise<string[]> {
  const rows = await sql<{ account_id: string }[]>`
    WITH RECURSIVE waiting AS (
      (SELECT account_id FROM mails WHERE throttled_by = ${source} ORDER BY account_id LIMIT 1)
      UNION ALL
      SELECT (SELECT m.account_id FROM mails m WHERE m.throttled_by = ${source} AND m.account_id > waiting.account_id ORDER BY m.account_id LIMIT 1)
      FROM waiting WHERE waiting.account_id IS NOT NULL)
    SELECT account_id FROM waiting WHERE account_id IS NOT NULL`;
  return rows.map(({ account_id }) => account_id);
}

/** A mail that has got a permit. */
export interface FreedEmail {
  id: string;
  account_id: string;
}

/**
 * Makes the oldest waiting mails of accounts due, as many of each as `shares` holds; those that yield behind
 * the others. Locked rows are skipped, so that no lock is waited for; a claimed job stays as it is.
 */
export async function freeWaitingEmails(
  tx: Tx,
  source: string,
  shares: readonly { account_id: string; mails: number }[],
): Promise<FreedEmail[]> {
  const waiting = (condition: Fragment) => tx`(
    SELECT id, account_id FROM mails
    WHERE throttled_by = ${source} AND account_id = share.account_id AND not_before <= statement_timestamp() AND ${condition}
    ORDER BY id LIMIT share.mails)`;
  const oldest = tx`
    SELECT first.account_id, first.id
    FROM json_to_recordset(${JSON.stringify(shares)}::text::json) AS share(account_id uuid, mails integer)
    CROSS JOIN LATERAL (
      SELECT id, account_id FROM (${waiting(tx`kind <> ALL (${yieldingKinds()}::text[])`)} UNION ALL ${waiting(tx`kind = ANY (${yieldingKinds()}::text[])`)}) each
      LIMIT share.mails) first`;
  const mails = await tx<FreedEmail[]>`
    SELECT m.id, m.account_id FROM ${keysFrom(tx, oldest)} CROSS JOIN LATERAL (
      SELECT id, account_id FROM mails WHERE account_id = key.account_id AND id = key.id AND throttled_by = ${source} LIMIT 1 FOR UPDATE SKIP LOCKED) m`;
  const keys = mails.map(keyOf);
  if (keys.length === 0) return [];
  await tx`
    UPDATE mails SET throttled_by = NULL, not_before = NULL, has_permit = true
    WHERE ${isByKey(tx, 'mails', keysOf(tx, keys))}`;
  await tx`
    UPDATE outbox SET due_at = clock_timestamp()
    WHERE ${isFreeJob(tx, 'send-signup-email', keys, tx`crash_count = 0`)}`;
  return mails;
}

/** Makes mails wait for a permit of their throttle. The caller holds them. */
export async function waitBehindThrottles(
  tx: Tx,
  mails: readonly { account_id: string; id: string; source: string }[],
): Promise<void> {
  await tx`
    UPDATE mails m
    SET throttled_by = (SELECT source FROM json_to_recordset(${JSON.stringify(mails)}::text::json) AS w(id uuid, source uuid)
                        WHERE w.id = m.id),
        not_before = coalesce(m.not_before, clock_timestamp()), has_permit = false
    WHERE ${isByKey(tx, 'mails', keysOf(tx, mails.map(keyOf)))}`;
}

const keyOf = ({ account_id: accountId, id }: FreedEmail): RowKey => ({ accountId, id });

/**
 * Makes a mail wait that its provider refused as too many, which counts as no attempt, or whose server is
 * down. It stays marked as handed over where an attempt may have left.
 */
export async function waitAsAsked(
  tx: Tx,
  { accountId, id }: RowKey,
  {
    source,
    seconds,
    error,
    mayHaveLeft,
    countsAsAttempt = false,
  }: { source: string; seconds: number; error: string; mayHaveLeft: boolean; countsAsAttempt?: boolean },
): Promise<void> {
  await tx`
    UPDATE mails
    SET state = CASE WHEN ${mayHaveLeft} THEN state ELSE 'queued' END, error = ${error}, send_attempts = send_attempts + ${countsAsAttempt}::integer, throttled_by = ${source}, has_permit = false,
        not_before = clock_timestamp() + make_interval(secs => ${seconds}), first_throttled_at = coalesce(first_throttled_at, clock_timestamp())
    WHERE account_id = ${accountId} AND id = ${id} AND state = 'sending'`;
}

/** How many of an account's mails wait because a provider asked for fewer at a time. */
export async function countWaitingEmails(sql: Sql, accountId: string): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    SELECT count(*) FROM mails WHERE throttled_by IN (${platformAccountId}, ${accountId}) AND account_id = ${accountId}`;
  return row.count;
}

/** Forgets an account's throttle: it has other settings now. */
export async function forgetThrottle(tx: Tx, source: string): Promise<void> {
  await tx`DELETE FROM email_throttles WHERE account_id = ${source}`;
}

/** Forgets throttles that nothing was refused behind for ten minutes and that no mail waits behind. */
export async function forgetOldThrottles(tx: Tx): Promise<void> {
  await tx`
    DELETE FROM email_throttles t
    WHERE greatest(lowered_at, paused_until) < clock_timestamp() - make_interval(secs => ${rememberedSeconds})
      AND NOT EXISTS (SELECT 1 FROM mails WHERE throttled_by = t.account_id)`;
}
