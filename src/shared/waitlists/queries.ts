import { deleteEmailsOf } from '../email/sending/removal-queries.ts';
import { type Sql, type Tx, together } from '../postgres/connection.ts';
import { queueFor } from '../postgres/row-queue.ts';
import type { PageQuery } from '../schema/paging.ts';
import { lockSignups } from '../signups/queries.ts';
import type { RemovedSignup } from '../signups/removal-queries.ts';

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

/** Changes a waitlist that the caller holds. @throws PostgresError of the constraint waitlists_name */
export async function insertWaitlist(
  tx: Tx,
  waitlist: { id: string; account_id: string; name: string },
): Promise<WaitlistRow> {
  const [[row]] = await together(
    tx<[WaitlistRow]>`
    INSERT INTO waitlists ${tx(waitlist)} RETURNING id, name, referral_bonus, created_at, 0 AS signup_count, 0 AS last_position`,
    tx`INSERT INTO waitlist_counters ${tx({ waitlist_id: waitlist.id, account_id: waitlist.account_id })}`,
    tx`INSERT INTO signup_email_counts ${tx({ waitlist_id: waitlist.id })}`,
  );
  return row;
}

/** @throws PostgresError of the constraint waitlists_name */
export async function updateWaitlist(
  tx: Tx,
  accountId: string,
  waitlistId: string,
  change: { name?: string; referral_bonus?: number | null },
): Promise<WaitlistRow | undefined> {
  const [row] = await tx<WaitlistRow[]>`
    UPDATE waitlists w SET ${tx(change)} FROM waitlist_counters c
    WHERE w.id = ${waitlistId} AND w.account_id = ${accountId} AND c.waitlist_id = w.id AND w.deleted_at IS NULL
    RETURNING w.id, w.name, w.referral_bonus, w.created_at, c.live_count AS signup_count, c.last_position`;
  return row;
}

/** Makes the list gone for every reader, its quota and its name free; the rows stay for `purge-waitlist`. @returns whether there was one */
export async function markWaitlistDeleted(tx: Tx, accountId: string, waitlistId: string): Promise<boolean> {
  const { count } =
    await tx`DELETE FROM waitlist_counters WHERE waitlist_id = ${waitlistId} AND account_id = ${accountId}`;
  if (count === 0) return false;
  await together(
    queueToChange(tx, waitlistId),
    tx`UPDATE waitlists SET deleted_at = clock_timestamp() WHERE id = ${waitlistId}`,
  );
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

/** Before the row of a waitlist is locked: mails that are just started share it. */
const queueToChange = (tx: Tx, waitlistId: string) =>
  queueFor(tx, 'change', tx`SELECT id FROM waitlists WHERE id = ${waitlistId} AND deleted_at IS NULL`);

/** Holds the waitlist's own row, not its counter: signups go on. @returns whether the account has the list */
export async function lockWaitlist(tx: Tx, accountId: string, waitlistId: string): Promise<true | undefined> {
  const own = () =>
    tx`SELECT id FROM waitlists WHERE id = ${waitlistId} AND account_id = ${accountId} AND deleted_at IS NULL`;
  const [, { count }] = await together(queueFor(tx, 'change', own()), tx`${own()} FOR NO KEY UPDATE`);
  return count > 0 ? true : undefined;
}

/** The same for an operator, who may name any account's waitlist. */
export async function lockWaitlistAnywhere(tx: Tx, waitlistId: string): Promise<true | undefined> {
  const [, { count }] = await together(
    queueToChange(tx, waitlistId),
    tx`SELECT 1 FROM waitlists WHERE id = ${waitlistId} AND deleted_at IS NULL FOR NO KEY UPDATE`,
  );
  return count > 0 ? true : undefined;
}

/** Takes a deleted signup out of every number kept beside the list. The caller holds the counter. */
export async function subtractFromCounts(
  tx: Tx,
  waitlistId: string,
  gone: RemovedSignup & { referred: number },
): Promise<void> {
  await together(
    tx`
    UPDATE waitlist_counters SET live_count = live_count - 1, referred_count = referred_count - ${gone.referred}
    WHERE waitlist_id = ${waitlistId}`,
    tx`
    UPDATE signup_email_counts
    SET sent = sent - ${gone.sent}, delivered = delivered - ${gone.delivered}, opened = opened - ${gone.opened}, clicked = clicked - ${gone.clicked}
    WHERE waitlist_id = ${waitlistId}`,
    tx`UPDATE signup_daily SET signups = signups - 1 WHERE waitlist_id = ${waitlistId} AND day = ${gone.day} AND source = ${gone.source}`,
    tx`UPDATE signup_domains SET signups = signups - 1 WHERE waitlist_id = ${waitlistId} AND domain = ${gone.referrer_domain}`,
  );
}

/**
 * Removes some signups of a deleted waitlist with their emails, the places of waiting ones and their pending jobs, and some of its
 * statistics, of which there may be as many: sources are the callers' words. @returns how many rows of those there were
 */
export async function purgeRows(tx: Tx, waitlistId: string, limit: number): Promise<number> {
  const rows = await tx<
    { id: string }[]
  >`SELECT id FROM signups WHERE waitlist_id = ${waitlistId} LIMIT ${limit}`;
  const ids = rows.map(({ id }) => id);
  await lockSignups(tx, ids);
  await deleteEmailsOf(tx, ids);
  const [, days, domains] = await together(
    tx`DELETE FROM signups WHERE id = ANY(${ids}::uuid[])`,
    tx`DELETE FROM signup_daily WHERE ctid = ANY(ARRAY(SELECT ctid FROM signup_daily WHERE waitlist_id = ${waitlistId} LIMIT ${limit}))`,
    tx`DELETE FROM signup_domains WHERE ctid = ANY(ARRAY(SELECT ctid FROM signup_domains WHERE waitlist_id = ${waitlistId} LIMIT ${limit}))`,
  );
  return ids.length + days.count + domains.count;
}

/** Removes a deleted waitlist itself, once its rows are gone. */
export async function deletePurgedWaitlist(tx: Tx, waitlistId: string): Promise<void> {
  await tx`SELECT 1 FROM waitlists WHERE id = ${waitlistId} FOR UPDATE`;
  await together(
    tx`DELETE FROM field_definitions WHERE waitlist_id = ${waitlistId}`,
    tx`DELETE FROM email_templates WHERE waitlist_id = ${waitlistId}`,
    tx`DELETE FROM signup_email_counts WHERE waitlist_id = ${waitlistId}`,
    tx`DELETE FROM removed_referrers WHERE waitlist_id = ${waitlistId}`,
    tx`DELETE FROM waitlists WHERE id = ${waitlistId} AND deleted_at IS NOT NULL`,
  );
}
