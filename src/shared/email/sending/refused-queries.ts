import { isByKey, keysOf, rowsByKey } from '../../postgres/by-key.ts';
import { pipeline, type Sql, type Tx } from '../../postgres/connection.ts';
import { enqueueJobs } from '../../queue/outbox.ts';
import { rankOf } from '../status.ts';
import { lockEmails } from './removal-queries.ts';

/**
 * Joins the list of a mail `m`. The mails of a deleted list stay until they are purged, but no longer count.
 */
const presentList = (sql: Sql | Tx) => sql`
  CROSS JOIN LATERAL (SELECT * FROM signups WHERE account_id = m.account_id AND id = m.signup_id LIMIT 1) s
  CROSS JOIN LATERAL (
    SELECT * FROM (SELECT * FROM waitlists WHERE account_id = m.account_id AND id = s.waitlist_id LIMIT 1) one
    WHERE deleted_at IS NULL) w`;

/**
 * States of mails that can be sent again: refused for the settings, or `failed` because attempts or time ran
 * out, not for the recipient.
 */
export const resendableStates = ['config_error', 'failed'] as const;
export type ResendableState = (typeof resendableStates)[number];

/** Of a mail `m`; each is found by an index of its own. */
const isResendable = (sql: Sql | Tx, state: ResendableState) =>
  state === 'failed' ? sql`m.retries_exhausted` : sql`m.state = 'config_error'`;

/** How many of an account's mails were not sent, by why. */
export interface UnsentCounts {
  config_error: number;
  failed: number;
  suppressed: number;
  /** Of the failed ones, those that can be sent again. */
  retries_exhausted: number;
}

export async function countUnsentEmails(sql: Sql, accountId: string): Promise<UnsentCounts> {
  const [row] = await sql<[UnsentCounts]>`
    SELECT count(*) FILTER (WHERE state = 'config_error') AS config_error, count(*) FILTER (WHERE state = 'failed') AS failed,
           count(*) FILTER (WHERE state = 'suppressed') AS suppressed, count(*) FILTER (WHERE retries_exhausted) AS retries_exhausted
    FROM signup_emails m ${presentList(sql)}
    WHERE m.account_id = ${accountId} AND m.state IN ('failed', 'suppressed', 'config_error')`;
  return row;
}

/** A mail that was not sent and can be sent again. */
export interface RefusedEmail {
  signup_id: string;
  email: string;
  waitlist_id: string;
  waitlist_name: string;
  /** The provider's words, without a credential or an address. */
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
    SELECT m.signup_id, s.email, w.id AS waitlist_id, w.name AS waitlist_name, m.error, s.created_at
    FROM signup_emails m ${presentList(sql)}
    WHERE m.account_id = ${accountId} AND ${isResendable(sql, state)} ORDER BY m.signup_id DESC LIMIT ${limit}`;
}

/** Ids of the account's refused mails after this one, oldest first. */
export async function listRefusedIds(
  tx: Tx,
  accountId: string,
  state: ResendableState,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const rows = await tx<{ signup_id: string }[]>`
    SELECT m.signup_id FROM signup_emails m ${presentList(tx)}
    WHERE m.account_id = ${accountId} AND ${isResendable(tx, state)} AND (${after}::uuid IS NULL OR m.signup_id > ${after}::uuid)
    ORDER BY m.signup_id LIMIT ${limit}`;
  return rows.map(({ signup_id }) => signup_id);
}

/**
 * Enqueues refused mails again, as if they were never sent; their signups have no email status again (§3.1).
 * One that has left after all, as an event shows, is recorded as sent instead. The caller holds the signups.
 * @returns the ids of those that are pending
 */
export async function reopenRefusedEmails(
  tx: Tx,
  accountId: string,
  signupIds: readonly string[],
): Promise<string[]> {
  const signups = signupIds.map((id) => ({ accountId, id }));
  const [, rows] = await pipeline(
    lockEmails(tx, signups),
    tx<{ signup_id: string; state: string }[]>`
    UPDATE signup_emails m
    SET (state, ambiguous) = (SELECT CASE WHEN left_after_all THEN 'sent' ELSE 'queued' END, left_after_all
                              FROM (SELECT s.email_status > CASE WHEN m.retries_exhausted THEN ${rankOf('failed')}::smallint ELSE ${rankOf('config_error')}::smallint END) e(left_after_all)),
        error = NULL, send_attempts = 0, retries_exhausted = false, first_throttled_at = NULL, resend_count = m.resend_count + 1
    FROM ${rowsByKey(tx, 'signups', keysOf(tx, signups))} s
    WHERE ${isByKey(tx, 'signup_emails', keysOf(tx, signups))} AND s.id = m.signup_id AND (m.state = 'config_error' OR m.retries_exhausted)
    RETURNING m.signup_id, m.state`,
  );
  const queued = rows.flatMap(({ signup_id: id, state }) => (state === 'queued' ? [{ accountId, id }] : []));
  await pipeline(
    tx`UPDATE signups SET email_status = 0 WHERE ${isByKey(tx, 'signups', keysOf(tx, queued))}`,
    enqueueJobs(tx, 'send-signup-email', queued),
  );
  return queued.map(({ id }) => id);
}
