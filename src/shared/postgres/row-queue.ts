import type { PendingQuery, Row } from 'postgres';
import type { Statement, Tx } from './connection.ts';

/** Keeps these apart from the other advisory locks. */
const seed = 1;

/**
 * Queues for rows until commit, to share or to change them; in the order of their ids, in a statement of its own before their row locks.
 * Postgres lets whoever shares a row pass the one who waits to change it, for as long as others keep coming; advisory locks are granted in
 * the order in which they were asked for. Everyone who locks such a row queues for it first.
 * `ids` is a query of one column, the rows' ids.
 */
export function queueFor(tx: Tx, purpose: 'share' | 'change', ids: PendingQuery<Row[]>): Statement {
  const lock = purpose === 'share' ? tx`pg_advisory_xact_lock_shared` : tx`pg_advisory_xact_lock`;
  return tx`
    SELECT ${lock}(hashtextextended(id::text, ${seed}))
    FROM (SELECT DISTINCT id FROM unnest(ARRAY(${ids})) id WHERE id IS NOT NULL ORDER BY id) ids`; // an array: they are found by key, whatever their order
}
