import type { Sql, Tx } from '../db.ts';
import type { PageQuery } from '../pages.ts';
import type { RemovedSignup } from '../signups/queries.ts';

export interface WaitlistRow {
  id: string;
  name: string;
  referral_bonus: number | null;
  created_at: string;
  signup_count: number;
  last_position: number;
}

/** A waitlist of the account with its counter. */
export async function findWaitlist(
  sql: Sql | Tx,
  accountId: string,
  waitlistId: string,
): Promise<WaitlistRow | undefined> {
  const [row] = await sql<WaitlistRow[]>`
    SELECT w.id, w.name, w.referral_bonus, w.created_at, c.live_count AS signup_count, c.last_position
    FROM waitlists w JOIN waitlist_counters c ON c.waitlist_id = w.id
    WHERE w.id = ${waitlistId} AND w.account_id = ${accountId}`;
  return row;
}

/** Newest first (C2.1). */
export function listWaitlists(
  sql: Sql,
  accountId: string,
  { limit, offset }: PageQuery,
): Promise<WaitlistRow[]> {
  return sql<WaitlistRow[]>`
    SELECT w.id, w.name, w.referral_bonus, w.created_at, c.live_count AS signup_count, c.last_position
    FROM waitlists w JOIN waitlist_counters c ON c.waitlist_id = w.id
    WHERE w.account_id = ${accountId} AND w.deleted_at IS NULL
    ORDER BY w.created_at DESC, w.id DESC LIMIT ${limit} OFFSET ${offset}`;
}

export async function countWaitlists(sql: Sql | Tx, accountId: string): Promise<number> {
  const [row] = await sql<
    [{ count: number }]
  >`SELECT count(*) FROM waitlist_counters WHERE account_id = ${accountId}`;
  return row.count;
}

/** @throws PostgresError of the constraint waitlists_name */
export async function insertWaitlist(
  tx: Tx,
  waitlist: { id: string; account_id: string; name: string },
): Promise<WaitlistRow> {
  const [row] = await tx<[WaitlistRow]>`
    WITH list AS (INSERT INTO waitlists ${tx(waitlist)} RETURNING *),
         counter AS (INSERT INTO waitlist_counters (waitlist_id, account_id) SELECT id, account_id FROM list),
         emails AS (INSERT INTO signup_email_counts (waitlist_id) SELECT id FROM list)
    SELECT id, name, referral_bonus, created_at, 0 AS signup_count, 0 AS last_position FROM list`;
  return row;
}

/** @throws PostgresError of the constraint waitlists_name */
export async function updateWaitlist(
  sql: Sql,
  accountId: string,
  waitlistId: string,
  change: { name?: string; referral_bonus?: number | null },
): Promise<WaitlistRow | undefined> {
  const [row] = await sql<WaitlistRow[]>`
    UPDATE waitlists w SET ${sql(change)} FROM waitlist_counters c
    WHERE w.id = ${waitlistId} AND w.account_id = ${accountId} AND c.waitlist_id = w.id AND w.deleted_at IS NULL
    RETURNING w.id, w.name, w.referral_bonus, w.created_at, c.live_count AS signup_count, c.last_position`;
  return row;
}

/** Makes the list gone for every reader, its quota and its name free; the rows stay for `purge-waitlist`. @returns whether there was one */
export async function markWaitlistDeleted(tx: Tx, accountId: string, waitlistId: string): Promise<boolean> {
  const { count } =
    await tx`DELETE FROM waitlist_counters WHERE waitlist_id = ${waitlistId} AND account_id = ${accountId}`;
  if (count === 0) return false;
  await tx`UPDATE waitlists SET deleted_at = clock_timestamp() WHERE id = ${waitlistId}`;
  return true;
}

/** Holds the counter until commit: no signup is stored or deleted meanwhile. @returns whether the account has the list */
export async function lockWaitlistCounter(
  tx: Tx,
  accountId: string,
  waitlistId: string,
): Promise<true | undefined> {
  const { count } = await tx`
    SELECT 1 FROM waitlist_counters WHERE waitlist_id = ${waitlistId} AND account_id = ${accountId} FOR NO KEY UPDATE`;
  return count > 0 ? true : undefined;
}

/** Holds the waitlist's own row, not its counter: signups go on. @returns whether the account has the list */
export async function lockWaitlist(tx: Tx, accountId: string, waitlistId: string): Promise<true | undefined> {
  const { count } = await tx`
    SELECT 1 FROM waitlists WHERE id = ${waitlistId} AND account_id = ${accountId} AND deleted_at IS NULL FOR NO KEY UPDATE`;
  return count > 0 ? true : undefined;
}

/** The same for an operator, who may name any account's waitlist. */
export async function lockWaitlistAnywhere(tx: Tx, waitlistId: string): Promise<true | undefined> {
  const { count } =
    await tx`SELECT 1 FROM waitlists WHERE id = ${waitlistId} AND deleted_at IS NULL FOR NO KEY UPDATE`;
  return count > 0 ? true : undefined;
}

/** Takes a deleted signup out of every number kept beside the list. The caller holds the counter. */
export async function subtractFromCounts(
  tx: Tx,
  waitlistId: string,
  gone: RemovedSignup & { referred: number },
): Promise<void> {
  await tx`
    WITH by_day AS (
      UPDATE signup_daily SET signups = signups - 1 WHERE waitlist_id = ${waitlistId} AND day = ${gone.day} AND source = ${gone.source}
    ), by_domain AS (
      UPDATE signup_domains SET signups = signups - 1 WHERE waitlist_id = ${waitlistId} AND domain = ${gone.referrer_domain}
    ), by_email AS (
      UPDATE signup_email_counts
      SET sent = sent - ${gone.sent}, delivered = delivered - ${gone.delivered}, opened = opened - ${gone.opened}, clicked = clicked - ${gone.clicked}
      WHERE waitlist_id = ${waitlistId}
    )
    UPDATE waitlist_counters SET live_count = live_count - 1, referred_count = referred_count - ${gone.referred}
    WHERE waitlist_id = ${waitlistId}`;
}

/**
 * Removes one batch of a deleted waitlist's signups with their emails, the places of waiting ones and what is owed for them, and of its
 * statistics, of which there may be as many: sources are the callers' words. @returns how many rows of those there were
 */
export async function purgeRows(sql: Sql, waitlistId: string, limit: number): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    WITH batch AS (
      DELETE FROM signups WHERE id = ANY (ARRAY(SELECT id FROM signups WHERE waitlist_id = ${waitlistId} LIMIT ${limit})) RETURNING id
    ), email AS (DELETE FROM signup_emails WHERE signup_id = ANY (ARRAY(SELECT id FROM batch)) RETURNING *
    ), back AS MATERIALIZED (
      SELECT account_id, reserved_month AS month, count(*)::integer AS places FROM email
      WHERE state = 'queued' AND reserved_month IS NOT NULL GROUP BY 1, 2
    ), unused AS (
      UPDATE email_usage u SET reserved = u.reserved - (SELECT places FROM back WHERE back.month = u.month)
      WHERE u.account_id = (SELECT DISTINCT account_id FROM back) AND u.month = ANY (ARRAY(SELECT month FROM back))
    ), owed AS (DELETE FROM outbox WHERE job = 'send-signup-email' AND id = ANY (ARRAY(SELECT id FROM batch))
    ), by_day AS (
      DELETE FROM signup_daily WHERE ctid = ANY(ARRAY(SELECT ctid FROM signup_daily WHERE waitlist_id = ${waitlistId} LIMIT ${limit})) RETURNING 1
    ), by_domain AS (
      DELETE FROM signup_domains WHERE ctid = ANY(ARRAY(SELECT ctid FROM signup_domains WHERE waitlist_id = ${waitlistId} LIMIT ${limit})) RETURNING 1
    )
    SELECT (SELECT count(*) FROM batch) + (SELECT count(*) FROM by_day) + (SELECT count(*) FROM by_domain) AS count`;
  return row.count;
}

/** Removes a deleted waitlist itself, once its rows are gone. */
export async function deletePurgedWaitlist(tx: Tx, waitlistId: string): Promise<void> {
  await tx`
    WITH fields AS (DELETE FROM field_definitions WHERE waitlist_id = ${waitlistId}),
         copy AS (DELETE FROM email_copies WHERE waitlist_id = ${waitlistId}),
         by_email AS (DELETE FROM signup_email_counts WHERE waitlist_id = ${waitlistId})
    SELECT`;
  await tx`DELETE FROM waitlists WHERE id = ${waitlistId} AND deleted_at IS NOT NULL`;
}
