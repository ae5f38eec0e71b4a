import type { Fragment, Sql, Statement, Tx } from './connection.ts';

/** A row of an account. */
export interface RowKey {
  readonly accountId: string;
  readonly id: string;
}

/** Tables whose rows are named by their account and one id, and the column of that id. */
const idColumns = {
  deliveries: 'id',
  email_events: 'id',
  integrations: 'id',
  signup_email_counts: 'waitlist_id',
  signup_emails: 'signup_id',
  signups: 'id',
  waitlists: 'id',
} as const;
export type KeyedTable = keyof typeof idColumns;

// Rows are looked up one by one, from what the statement holds (docs/architecture.md, Read by key): `LIMIT 1` leaves the planner no other
// order. In the order of their ids, so that a statement that locks them does so in the same order as all others.

/** Keys as the rows `key (account_id, id)`, each once. */
export const keysOf = (sql: Sql | Tx, keys: readonly RowKey[]): Fragment =>
  keysFrom(
    sql,
    sql`SELECT * FROM unnest(${keys.map(({ accountId }) => accountId)}::uuid[], ${keys.map(({ id }) => id)}::uuid[])`,
  );

/** The same of a query of two columns, an account and an id; without a row where the id is null. */
export const keysFrom = (sql: Sql | Tx, query: Fragment): Fragment => sql`
  (SELECT DISTINCT account_id, id FROM (${query}) AS given(account_id, id) WHERE id IS NOT NULL ORDER BY id, account_id) AS key`;

/** What stands behind FROM for the rows of these keys, with their `place` in the table; an alias follows. */
export const rowsByKey = (
  sql: Sql | Tx,
  table: KeyedTable,
  keys: Fragment,
  lock: Fragment = sql``,
): Fragment => sql`
  ${keys} CROSS JOIN LATERAL (
    SELECT ctid AS place, * FROM ${sql(table)} WHERE account_id = key.account_id AND ${sql(idColumns[table])} = key.id LIMIT 1 ${lock})`;

/** Holds the rows of these keys until commit. */
export const lockByKey = (tx: Tx, table: KeyedTable, keys: Fragment, lock: Fragment): Statement =>
  tx`SELECT 1 FROM ${rowsByKey(tx, table, keys, lock)} held`;

/**
 * A condition: that it is one of the rows of these keys. By their places in the table, which rows that the transaction holds, or that
 * `lock` takes, do not leave.
 */
export const isByKey = (tx: Tx, table: KeyedTable, keys: Fragment, lock?: Fragment): Fragment =>
  tx`ctid = ANY (ARRAY(SELECT found.place FROM ${rowsByKey(tx, table, keys, lock)} found))`;
