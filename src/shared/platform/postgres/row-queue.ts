import type { PendingQuery, Row } from 'postgres';
import type { Statement, Tx } from './connection.ts';

/** Separates these advisory locks from others. */
const seed = 1;

/**
 * Takes advisory locks on rows until commit, shared or exclusive, in the order of their ids. Send it as a
 * statement of its own before the row locks; everything that locks such a row must do so. Postgres grants
 * shared row locks even while another transaction waits for an exclusive one, so that one could wait forever.
 * Advisory locks are granted in the order of the requests.
 * @param ids a query with one column, the ids of the rows
 */
export function queueFor(tx: Tx, purpose: 'share' | 'change', ids: PendingQuery<Row[]>): Statement {
  const lock = purpose === 'share' ? tx`pg_advisory_xact_lock_shared` : tx`pg_advisory_xact_lock`;
  // The array makes Postgres find the ids by key first and sort them afterwards.
  return tx`
    SELECT ${lock}(hashtextextended(id::text, ${seed}))
    FROM (SELECT DISTINCT id FROM unnest(ARRAY(${ids})) id WHERE id IS NOT NULL ORDER BY id) ids`;
}

/**
 * Whether anybody waits for a row of a table that a transaction holds. Whoever waits for a row has a lock of
 * its place in the table, and waits for the end of the transaction.
 */
export async function isAwaited(tx: Tx, table: string): Promise<boolean> {
  const [row] = await tx<[{ is_awaited: boolean }]>`
    SELECT EXISTS (
      SELECT FROM pg_locks waiting JOIN pg_locks place ON place.pid = waiting.pid
      WHERE NOT waiting.granted AND waiting.locktype = 'transactionid' AND waiting.transactionid = pg_current_xact_id()::xid
        AND place.locktype = 'tuple' AND place.relation = ${table}::text::regclass) AS is_awaited`;
  return row.is_awaited;
}
