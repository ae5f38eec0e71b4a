import { rankOf } from '../../list/mail-state/status.ts';
import { isByKey, keysFrom, keysIn, keysOf, rowsByKey } from '../../platform/postgres/by-key.ts';
import { type Fragment, pipeline, type Sql, type Tx } from '../../platform/postgres/connection.ts';
import { enqueueJobs } from '../../platform/queue/outbox.ts';
import { lockEmailCounts } from '../mail-events/event-queries.ts';
import { lockEmails, signupIdOf } from '../mails/mails.ts';

/**
 * Joins the list of a mail `m`. The mails of a deleted list stay until they are purged, but no longer count.
 */
const presentList = (sql: Sql | Tx) => sql`
  CROSS JOIN LATERAL (SELECT * FROM signups WHERE account_id = m.account_id AND id = ${signupIdOf(sql)} LIMIT 1) s
  CROSS JOIN LATERAL (
    SELECT * FROM (SELECT * FROM waitlists WHERE account_id = m.account_id AND id = s.waitlist_id LIMIT 1) one
    WHERE deleted_at IS NULL) w`;

/**
 * States of mails that did not leave and can be sent again: refused for the settings, or `failed` because
 * attempts or time ran out, not for the recipient.
 */
export const unsentStates = ['config_error', 'failed'] as const;

/** With those that may have left, and that no event has told of: whoever sends them again may do so twice. */
export const resendableStates = [...unsentStates, 'ambiguous'] as const;
export type ResendableState = (typeof resendableStates)[number];

/** Of a mail `m`; each is found by an index of its own. */
function isResendable(sql: Sql | Tx, state: ResendableState): Fragment {
  if (state === 'failed') return sql`m.retries_exhausted`;
  if (state === 'config_error') return sql`m.state = 'config_error'`;
  return sql`(m.ambiguous AND m.state = 'sent' AND ${rankOf('sent')} = CASE WHEN m.signup_id IS NOT NULL THEN m.status ELSE (
    SELECT email_status FROM signups WHERE account_id = m.account_id AND id = m.id LIMIT 1) END)`;
}

/** How many of an account's mails were not sent, by why. Each is counted up to a limit. */
export interface UnsentCounts {
  config_error: number;
  failed: number;
  suppressed: number;
  /** Of the failed ones, those that can be sent again. */
  retries_exhausted: number;
  /** Recorded as sent, and perhaps not sent. */
  ambiguous: number;
}

export async function countUnsentEmails(sql: Sql, accountId: string, limit: number): Promise<UnsentCounts> {
  const count = (condition: Fragment) => sql`
    (SELECT count(*) FROM (
       SELECT FROM mails m ${presentList(sql)} WHERE m.account_id = ${accountId} AND ${condition} LIMIT ${limit}) counted)`;
  const [row] = await sql<[UnsentCounts]>`
    SELECT ${count(sql`m.state = 'config_error'`)} AS config_error, ${count(sql`m.state = 'failed'`)} AS failed,
           ${count(sql`m.state = 'suppressed'`)} AS suppressed, ${count(sql`m.retries_exhausted`)} AS retries_exhausted,
           ${count(isResendable(sql, 'ambiguous'))} AS ambiguous`;
  return row;
}

/** Mails of a list that was deleted just now are skipped, up to so many. */
const mostSkipped = 5_000;

/** How many of an account's mails can be sent again, counted up to `limit`. */
export async function countRefusedEmails(
  sql: Sql,
  accountId: string,
  state: ResendableState,
  limit: number,
): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    SELECT count(*) FROM (
      SELECT FROM (
        SELECT account_id, id, signup_id FROM mails m
        WHERE m.account_id = ${accountId} AND ${isResendable(sql, state)} LIMIT ${mostSkipped}) m ${presentList(sql)}
      LIMIT ${limit}) counted`;
  return row.count;
}

/** A mail that was not sent and can be sent again. */
export interface RefusedEmail {
  id: string;
  signup_id: string;
  email: string;
  waitlist_id: string;
  waitlist_name: string;
  kind: string;
  /** The provider that refused it, or that it was handed over to. */
  provider: string | null;
  message_id: string | null;
  /** When it was recorded as sent. */
  sent_at: string | null;
  /** The provider's words, or why it is not known if it left; without a credential or an address. */
  error: string | null;
  /** Of the signup. */
  created_at: string;
}

/** The account's newest ones. */
export function listRefusedEmails(
  sql: Sql,
  accountId: string,
  state: ResendableState,
  limit: number,
): Promise<RefusedEmail[]> {
  return sql<RefusedEmail[]>`
    SELECT m.id, s.id AS signup_id, s.email, w.id AS waitlist_id, w.name AS waitlist_name, m.kind, m.provider, m.message_id, m.sent_at, m.error, s.created_at
    FROM mails m ${presentList(sql)}
    WHERE m.account_id = ${accountId} AND ${isResendable(sql, state)} ORDER BY m.id DESC LIMIT ${limit}`;
}

/** Accounts with mails of a state behind an id: those that can be sent again. */
export async function listRefusedAccounts(
  sql: Sql,
  state: ResendableState,
  after: string,
): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    SELECT a.id FROM accounts a
    WHERE EXISTS (SELECT FROM mails m WHERE m.account_id = a.id AND ${isResendable(sql, state)} AND m.id > ${after})
    ORDER BY a.id`;
  return rows.map(({ id }) => id);
}

/** Ids of the account's refused mails after this one, oldest first. */
export async function listRefusedIds(
  tx: Tx,
  accountId: string,
  state: ResendableState,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    SELECT m.id FROM mails m ${presentList(tx)}
    WHERE m.account_id = ${accountId} AND ${isResendable(tx, state)} AND (${after}::uuid IS NULL OR m.id > ${after}::uuid)
    ORDER BY m.id LIMIT ${limit}`;
  return rows.map(({ id }) => id);
}

/**
 * Ids of an account's mails behind one that may have left, were handed over once, to the first address of the
 * person, and to a provider of a type, with the settings of a version.
 */
export async function listAskable(
  sql: Sql,
  accountId: string,
  { type, version }: { readonly type: string; readonly version: string | null },
  after: string | null,
  limit: number,
): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    SELECT m.id FROM mails m
    WHERE m.account_id = ${accountId} AND ${isResendable(sql, 'ambiguous')} AND m.resend_count = 0 AND m.address_generation = 0 AND m.provider = ${type}
      AND m.provider_version IS NOT DISTINCT FROM ${version}::uuid AND (${after}::uuid IS NULL OR m.id > ${after}::uuid)
    ORDER BY m.id LIMIT ${limit}`;
  return rows.map(({ id }) => id);
}

/** Records that a mail has left after all, as its provider knows it. */
export async function recordLeft(
  tx: Tx,
  accountId: string,
  id: string,
  providerMessageId: string,
): Promise<void> {
  await tx`
    UPDATE mails SET ambiguous = false, provider_message_id = ${providerMessageId}, error = NULL
    WHERE account_id = ${accountId} AND id = ${id} AND ambiguous AND state = 'sent'`;
}

/** The condition that a mail `m` with the status `s.email_status` of its signup came back for now. */
const isBack = (tx: Tx) =>
  tx`(m.state = 'sent' AND m.bounce_class IS NOT DISTINCT FROM 'transient' AND s.email_status IS NOT DISTINCT FROM ${rankOf('bounced')})`;

/** The condition that such a mail may have left, and that no event has told of it. */
const isUncertain = (tx: Tx) =>
  tx`(m.state = 'sent' AND m.ambiguous AND coalesce(s.email_status, m.status) = ${rankOf('sent')})`;

/**
 * Enqueues refused mails again, as if they were never sent, and those that came back for now (N3), or with
 * `isUncertainToo` may have left; the signups that they stamp have no email status again (§3.1). One that has
 * left after all, as an event shows, is recorded as sent instead. The caller holds those signups.
 * @returns the ids of those that are pending
 */
export async function reopenRefusedEmails(
  tx: Tx,
  accountId: string,
  ids: readonly string[],
  { isUncertainToo = false }: { isUncertainToo?: boolean } = {},
): Promise<string[]> {
  const emails = keysIn(accountId, ids);
  const wasSent = tx`(${isBack(tx)} OR ${isUncertain(tx)})`;
  const [, rows] = await pipeline(
    lockEmails(tx, emails),
    tx<{ id: string; state: string }[]>`
    UPDATE mails m
    SET (state, ambiguous, status) = (
          SELECT CASE WHEN left_after_all THEN 'sent' ELSE 'queued' END, left_after_all, CASE WHEN left_after_all THEN m.status ELSE 0 END
          FROM (SELECT NOT ${wasSent} AND coalesce(s.email_status, m.status) > CASE WHEN m.retries_exhausted THEN ${rankOf('failed')}::smallint ELSE ${rankOf('config_error')}::smallint END) e(left_after_all)),
        -- A mail that was sent took its place in the allowance.
        reserved_month = CASE WHEN NOT ${wasSent} THEN m.reserved_month END, bounce_class = NULL, bounce_reason = NULL, error = NULL, send_attempts = 0, retries_exhausted = false, first_throttled_at = NULL, resend_count = m.resend_count + 1
    FROM (
      SELECT key.id, signup.email_status FROM ${keysOf(tx, emails)} LEFT JOIN LATERAL (
        SELECT email_status FROM signups WHERE account_id = key.account_id AND id = key.id LIMIT 1) signup ON true) s
    WHERE ${isByKey(tx, 'mails', keysOf(tx, emails))} AND s.id = m.id AND (m.state = 'config_error' OR m.retries_exhausted OR ${isBack(tx)} OR (${isUncertainToo} AND ${isUncertain(tx)}))
    RETURNING m.id, m.state`,
  );
  const queued = rows.flatMap(({ id, state }) => (state === 'queued' ? [{ accountId, id }] : []));
  await pipeline(
    enqueueJobs(tx, 'send-signup-email', queued),
    lockEmailCounts(tx, queued),
    tx`
    WITH before AS MATERIALIZED (
      SELECT s.* FROM ${rowsByKey(tx, 'signups', keysOf(tx, queued))} s
    ), less AS MATERIALIZED (
      -- A mail that came back was counted, and is again once it is sent.
      SELECT account_id, waitlist_id, sum((engagement_of(email_status, email_delivered_at, email_opened_at, email_clicked_at)).sent
               - (engagement_of(0::smallint, email_delivered_at, email_opened_at, email_clicked_at)).sent)::integer AS sent
      FROM before GROUP BY 1, 2
    ), counted AS (
      UPDATE signup_email_counts c SET sent = c.sent - (SELECT sent FROM less WHERE less.waitlist_id = c.waitlist_id)
      WHERE ${isByKey(tx, 'signup_email_counts', keysFrom(tx, tx`SELECT account_id, waitlist_id FROM less WHERE sent <> 0`))}
    )
    UPDATE signups SET email_status = 0 WHERE ctid = ANY (ARRAY(SELECT place FROM before))`,
  );
  return queued.map(({ id }) => id);
}
