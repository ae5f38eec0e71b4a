import { isByKey, keysOf, type RowKey } from '../../platform/postgres/by-key.ts';
import { pipeline, type Sql, type Tx } from '../../platform/postgres/connection.ts';
import { queueFor } from '../../platform/postgres/row-queue.ts';
import type { PageQuery } from '../../platform/schema/paging.ts';
import { byPosition, lockSignups } from '../signups/queries.ts';
import { countReferredLess, type RemovedSignup } from '../signups/removal/removal-queries.ts';
import { eachListPart, sumOfListParts } from '../parts.ts';
import { tallyBy } from '../../platform/process/tally.ts';

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
 * Hides the waitlist from every reader and frees its quota and its name.
 * The job `purge-waitlist` deletes the rows.
 * @returns whether the waitlist existed
 */
export async function markWaitlistDeleted(tx: Tx, accountId: string, waitlistId: string): Promise<boolean> {
  const { count } =
    await tx`DELETE FROM waitlist_counters WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId}`;
  if (count === 0) return false;
  await pipeline(
    queueToChange(tx, accountId, waitlistId),
    tx`UPDATE waitlists SET deleted_at = clock_timestamp() WHERE account_id = ${accountId} AND id = ${waitlistId}`,
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

/** Subtracts deleted signups from all counts of their waitlist. The caller must have locked the counter. */
export async function subtractFromCounts(
  tx: Tx,
  accountId: string,
  waitlistId: string,
  removed: readonly RemovedSignup[],
): Promise<void> {
  const ofList = () => tx`account_id = ${accountId} AND waitlist_id = ${waitlistId}`;
  const sum = (name: 'sent' | 'delivered' | 'opened' | 'clicked' | 'confirmed') =>
    removed.reduce((total, signup) => total + signup[name], 0);
  const days = tallyBy(removed, ({ day, source }) => JSON.stringify({ day, source }));
  const domains = tallyBy(removed, ({ referrer_domain: domain }) => JSON.stringify({ domain }));
  domains.delete(JSON.stringify({ domain: null }));
  const less = (counts: ReadonlyMap<string, number>) =>
    JSON.stringify([...counts].map(([key, count]) => ({ ...JSON.parse(key), count })));
  const lessOfDays = () =>
    tx`json_to_recordset(${less(days)}::text::json) AS less(day date, source text, count integer)`;
  const lessOfDomains = () =>
    tx`json_to_recordset(${less(domains)}::text::json) AS less(domain text, count integer)`;
  await pipeline(
    tx`
    UPDATE waitlist_counters SET live_count = live_count - ${removed.length}, referred_count = referred_count - ${countReferredLess(removed)}
    WHERE ${ofList()}`,
    tx`
    UPDATE signup_email_counts
    SET sent = sent - ${sum('sent')}, delivered = delivered - ${sum('delivered')}, opened = opened - ${sum('opened')}, clicked = clicked - ${sum('clicked')},
      confirmed = confirmed - ${sum('confirmed')}
    WHERE ${ofList()}`,
    tx`
    UPDATE signup_daily d SET signups = d.signups - (SELECT less.count FROM ${lessOfDays()} WHERE (less.day, less.source) = (d.day, d.source))
    WHERE ctid = ANY (ARRAY(SELECT row.place FROM ${lessOfDays()} CROSS JOIN LATERAL (
      SELECT ctid AS place FROM signup_daily WHERE ${ofList()} AND day = less.day AND source = less.source LIMIT 1) row))`,
    tx`
    UPDATE signup_domains d SET signups = d.signups - (SELECT less.count FROM ${lessOfDomains()} WHERE less.domain = d.domain)
    WHERE ctid = ANY (ARRAY(SELECT row.place FROM ${lessOfDomains()} CROSS JOIN LATERAL (
      SELECT ctid AS place FROM signup_domains WHERE ${ofList()} AND domain = less.domain LIMIT 1) row))`,
  );
}

/**
 * Deletes up to `limit` signups of a deleted waitlist, with what others keep of them. Also deletes up to
 * `limit` rows of each statistic: callers choose the sources, so there can be many.
 * @returns the number of deleted rows
 */
export async function purgeRows(
  tx: Tx,
  { accountId, id: waitlistId }: RowKey,
  limit: number,
): Promise<number> {
  const keys = await tx<RowKey[]>`
    SELECT account_id AS "accountId", id FROM signups WHERE ${byPosition(tx, accountId, waitlistId)} ORDER BY position LIMIT ${limit}`;
  const ofList = () => tx`account_id = ${accountId} AND waitlist_id = ${waitlistId}`;
  await lockSignups(tx, keys);
  await eachListPart((part) => part.purge?.ofSignups?.(tx, keys));
  const [, days, domains] = await pipeline(
    tx`DELETE FROM signups WHERE ${isByKey(tx, 'signups', keysOf(tx, keys))}`,
    tx`DELETE FROM signup_daily WHERE ctid = ANY(ARRAY(SELECT ctid FROM signup_daily WHERE ${ofList()} LIMIT ${limit}))`,
    tx`DELETE FROM signup_domains WHERE ctid = ANY(ARRAY(SELECT ctid FROM signup_domains WHERE ${ofList()} LIMIT ${limit}))`,
  );
  const list = { accountId, id: waitlistId };
  const others = await sumOfListParts((part) => part.purge?.rows?.(tx, list, limit));
  return keys.length + days.count + domains.count + others;
}

/** Deletes the waitlist itself, after its signups and statistics. */
export async function deletePurgedWaitlist(tx: Tx, waitlist: RowKey): Promise<void> {
  const { accountId, id: waitlistId } = waitlist;
  const ofList = () => tx`account_id = ${accountId} AND waitlist_id = ${waitlistId}`;
  await eachListPart((part) => part.purge?.beforeLock?.(tx, waitlist));
  await pipeline(
    tx`SELECT 1 FROM selections WHERE ${ofList()} AND created_at > '-infinity' ORDER BY id FOR UPDATE`,
    tx`SELECT 1 FROM waitlists WHERE account_id = ${accountId} AND id = ${waitlistId} FOR UPDATE`,
    tx`
    DELETE FROM selection_parts WHERE account_id = ${accountId} AND selection_id = ANY (ARRAY(
      SELECT id FROM selections WHERE ${ofList()} AND created_at > '-infinity'))`,
    tx`DELETE FROM selections WHERE ${ofList()} AND created_at > '-infinity'`,
  );
  await eachListPart((part) => part.purge?.withLock?.(tx, waitlist));
  await pipeline(
    tx`DELETE FROM field_definitions WHERE ${ofList()}`,
    tx`DELETE FROM waitlist_settings WHERE ${ofList()}`,
    tx`DELETE FROM link_epochs WHERE ${ofList()}`,
    tx`DELETE FROM signup_email_counts WHERE ${ofList()}`,
    tx`DELETE FROM removed_referrers WHERE ${ofList()}`,
    tx`DELETE FROM waitlists WHERE account_id = ${accountId} AND id = ${waitlistId} AND deleted_at IS NOT NULL`,
  );
}
