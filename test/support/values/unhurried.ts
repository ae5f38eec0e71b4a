import type { Sql, Tx } from '../../../src/shared/platform/postgres/connection.ts';

/**
 * A transaction without time limits, for what the service itself never does: making thousands of rows in one
 * statement, or holding a lock while others try what they can.
 */
export function unhurried<T>(sql: Sql, work: (tx: Tx) => Promise<T>): Promise<T> {
  return sql.begin(async (tx) => {
    await tx`SET LOCAL statement_timeout = 0`;
    await tx`SET LOCAL idle_in_transaction_session_timeout = 0`;
    return work(tx);
  }) as Promise<T>;
}
