import type { Fragment, Sql, Statement, Tx } from './connection.ts';

/** Identifies a row of an account. */
export interface RowKey {
  readonly accountId: string;
  readonly id: string;
}

/** The keys of these ids of an account. */
export const keysIn = (accountId: string, ids: readonly string[]): RowKey[] =>
  ids.map((id) => ({ accountId, id }));

/** Tables with the key `account_id` and one id, and the column of that id. */
const idColumns = {
  deliveries: 'id',
  email_events: 'id',
  integrations: 'id',
  invitations: 'id',
  mails: 'id',
  referral_claim_counts: 'referrer_id',
  referral_claims: 'signup_id',
  signup_email_counts: 'waitlist_id',
  signups: 'id',
  waitlists: 'id',
} as const;
export type KeyedTable = keyof typeof idColumns;

// `LIMIT 1` forces the planner to look rows up by key, one by one (docs/architecture.md, Read by key).
// All statements lock rows in the order of their ids.

/**
 * A list of keys as distinct rows `key (account_id, id)`. Those of one account name it once: a list may be
 * long.
 */
export function keysOf(sql: Sql | Tx, keys: readonly RowKey[]): Fragment {
  const ids = keys.map(({ id }) => id);
  const accounts = keys.map(({ accountId }) => accountId);
  const [first = null] = accounts;
  return keysFrom(
    sql,
    accounts.every((account) => account === first)
      ? sql`SELECT ${first}::uuid, id FROM unnest(${ids}::uuid[]) AS one(id)`
      : sql`SELECT * FROM unnest(${accounts}::uuid[], ${ids}::uuid[])`,
  );
}

/** Like `keysOf`, for a query with the columns account and id. Skips rows without an id. */
export const keysFrom = (sql: Sql | Tx, query: Fragment): Fragment => sql`
  (SELECT DISTINCT account_id, id FROM (${query}) AS given(account_id, id) WHERE id IS NOT NULL ORDER BY id, account_id) AS key`;

/** A FROM item with the rows of these keys and their `place` (ctid). An alias must follow. */
export const rowsByKey = (
  sql: Sql | Tx,
  table: KeyedTable,
  keys: Fragment,
  lock: Fragment = sql``,
): Fragment => sql`
  ${keys} CROSS JOIN LATERAL (
    SELECT ctid AS place, * FROM ${sql(table)} WHERE account_id = key.account_id AND ${sql(idColumns[table])} = key.id LIMIT 1 ${lock})`;

/** Locks the rows of these keys until commit. */
export const lockByKey = (tx: Tx, table: KeyedTable, keys: Fragment, lock: Fragment): Statement =>
  tx`SELECT 1 FROM ${rowsByKey(tx, table, keys, lock)} held`;

/**
 * A condition for the rows of these keys, by their place in the table.
 * The transaction must have locked the rows, or `lock` must do it, because an update moves a row.
 */
export const isByKey = (tx: Tx, table: KeyedTable, keys: Fragment, lock?: Fragment): Fragment =>
  tx`ctid = ANY (ARRAY(SELECT found.place FROM ${rowsByKey(tx, table, keys, lock)} found))`;
