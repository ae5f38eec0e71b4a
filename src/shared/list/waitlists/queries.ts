import { pipeline, type Sql, type Tx } from '../../platform/postgres/connection.ts';
import { isAwaited, queueFor } from '../../platform/postgres/row-queue.ts';
import { readTransaction, setStatementTimeout } from '../../platform/postgres/transaction.ts';
import type { PageQuery } from '../../platform/schema/paging.ts';

export interface WaitlistRow {
  id: string;
  name: string;
  referral_bonus: number | null;
  created_at: string;
  signup_count: number;
  last_position: number;
}

/** A waitlist of the account, with its counts. */
export async function findWaitlist(
  sql: Sql | Tx,
  accountId: string,
  waitlistId: string,
): Promise<WaitlistRow | undefined> {
  const [row] = await sql<WaitlistRow[]>`
    SELECT w.id, w.name, w.referral_bonus, w.created_at, c.live_count AS signup_count, c.last_position
    FROM waitlists w JOIN waitlist_counters c ON c.account_id = w.account_id AND c.waitlist_id = w.id
    WHERE w.account_id = ${accountId} AND w.id = ${waitlistId}`;
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
    FROM waitlists w JOIN waitlist_counters c ON c.account_id = w.account_id AND c.waitlist_id = w.id
    WHERE w.account_id = ${accountId} AND w.deleted_at IS NULL
    ORDER BY w.created_at DESC, w.id DESC LIMIT ${limit} OFFSET ${offset}`;
}

export async function countWaitlists(sql: Sql | Tx, accountId: string): Promise<number> {
  const [row] = await sql<
    [{ count: number }]
  >`SELECT count(*) FROM waitlist_counters WHERE account_id = ${accountId}`;
  return row.count;
}

/** How many lists have a signup at a position that their counter has not reached. */
export function countBrokenCounters(sql: Sql): Promise<number> {
  return readTransaction(sql, async (tx) => {
    await setStatementTimeout(tx, 0);
    const [row] = await tx<[{ count: number }]>`
      SELECT count(*) FROM waitlist_counters c CROSS JOIN LATERAL (
        SELECT position FROM signups WHERE account_id = c.account_id AND waitlist_id = c.waitlist_id ORDER BY position DESC LIMIT 1) last
      WHERE last.position > c.last_position`;
    return row.count;
  });
}

/**
 * Leaves so many positions out of every list: they may have been given to signups that are lost. Held in the
 * order of their keys. @returns of how many lists
 */
export async function skipPositions(tx: Tx, positions: number): Promise<number> {
  await setStatementTimeout(tx, 0);
  await tx`SELECT 1 FROM waitlist_counters ORDER BY waitlist_id FOR UPDATE`;
  const { count } = await tx`UPDATE waitlist_counters SET last_position = last_position + ${positions}`;
  return count;
}

/** Inserts a waitlist with its counters. @throws PostgresError of the constraint waitlists_name */
export async function insertWaitlist(
  tx: Tx,
  waitlist: { id: string; account_id: string; name: string },
): Promise<WaitlistRow> {
  const list = { account_id: waitlist.account_id, waitlist_id: waitlist.id };
  const [[row]] = await pipeline(
    tx<[WaitlistRow]>`
    INSERT INTO waitlists ${tx(waitlist)} RETURNING id, name, referral_bonus, created_at, 0 AS signup_count, 0 AS last_position`,
    tx`INSERT INTO waitlist_counters ${tx(list)}`,
    tx`INSERT INTO signup_email_counts ${tx(list)}`,
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
    WHERE w.account_id = ${accountId} AND w.id = ${waitlistId} AND w.deleted_at IS NULL
      AND c.account_id = w.account_id AND c.waitlist_id = w.id
    RETURNING w.id, w.name, w.referral_bonus, w.created_at, c.live_count AS signup_count, c.last_position`;
  return row;
}

/**
 * Hides the waitlist from every reader and frees its quota and its name. The job `purge-waitlist` deletes the
 * rows.
 * @returns whether the waitlist existed
 */
export async function markWaitlistDeleted(tx: Tx, accountId: string, waitlistId: string): Promise<boolean> {
  const { count } =
    await tx`DELETE FROM waitlist_counters WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId}`;
  if (count === 0) return false;
  await pipeline(
    queueToChange(tx, accountId, waitlistId),
    tx`UPDATE waitlists SET deleted_at = statement_timestamp() WHERE account_id = ${accountId} AND id = ${waitlistId}`,
  );
  return true;
}

/**
 * Locks the counter until commit, so no signup is added or deleted.
 * @returns whether the account has the waitlist
 */
export async function lockWaitlistCounter(
  tx: Tx,
  accountId: string,
  waitlistId: string,
): Promise<true | undefined> {
  const { count } = await tx`
    SELECT 1 FROM waitlist_counters WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId} FOR NO KEY UPDATE`;
  return count > 0 ? true : undefined;
}

/** Whether others wait for the counter of a waitlist that the caller holds. Its signups do. */
export const isCounterAwaited = (tx: Tx): Promise<boolean> => isAwaited(tx, 'waitlist_counters');

const presentList = (tx: Tx, accountId: string, waitlistId: string) =>
  tx`SELECT id FROM waitlists WHERE account_id = ${accountId} AND id = ${waitlistId} AND deleted_at IS NULL`;

/** Must precede the row lock of a waitlist: emails that are being started hold shared locks on it. */
const queueToChange = (tx: Tx, accountId: string, waitlistId: string) =>
  queueFor(tx, 'change', presentList(tx, accountId, waitlistId));

/**
 * Locks the waitlist but not its counter, so signups continue.
 * @returns whether the account has the waitlist
 */
export async function lockWaitlist(tx: Tx, accountId: string, waitlistId: string): Promise<true | undefined> {
  const [, { count }] = await pipeline(
    queueToChange(tx, accountId, waitlistId),
    tx`${presentList(tx, accountId, waitlistId)} FOR NO KEY UPDATE`,
  );
  return count > 0 ? true : undefined;
}

/**
 * The account of a waitlist that an operator names. It reads the keys of all lists, for none begins with the
 * id.
 */
export async function findAccountOf(sql: Sql, waitlistId: string): Promise<string | undefined> {
  const [row] = await sql<
    { account_id: string }[]
  >`SELECT account_id FROM waitlists WHERE id = ${waitlistId}`;
  return row?.account_id;
}
