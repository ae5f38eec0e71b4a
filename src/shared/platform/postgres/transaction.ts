import { setTimeout as sleep } from 'node:timers/promises';
import { isLockTimeout, isRetryable, type Sql, type Tx } from './connection.ts';
import { isReadOnly } from './reconnecting-pool.ts';

/** No retry starts later, so the last one ends within the time limit of a request (C1.16). */
const maxRetryMs = 2_500;
const pauseMs = 20;

/**
 * Runs a write transaction, and retries it after a deadlock, a serialization failure, a lock timeout, or a
 * migration that changed what its statements give. Retries once if the server is read-only: the next attempt
 * reaches the primary. `work` may run several times, so it must have no effects outside the database. All
 * transactions take their locks in the order documented in docs/architecture.md, Locks, so retries are rare.
 * @throws the last error
 */
export function transaction<T>(sql: Sql, work: (tx: Tx) => Promise<T>): Promise<T> {
  return retry(() => sql.begin(work) as Promise<T>);
}

/** Like `transaction`, for reads that belong together. */
export function readTransaction<T>(sql: Sql, work: (tx: Tx) => Promise<T>): Promise<T> {
  return retry(() => sql.begin('READ ONLY', work) as Promise<T>);
}

/**
 * Like `transaction`, for a single statement.
 * Postgres runs it in its own transaction, with one round trip, not three.
 */
export function statement<T>(sql: Sql, write: (tx: Tx) => Promise<T>): Promise<T> {
  return retry(() => write(sql as unknown as Tx));
}

/** Lets each statement of a transaction run this long, instead of what its connection allows. */
export async function setStatementTimeout(tx: Tx, ms: number): Promise<void> {
  await tx`SELECT set_config('statement_timeout', ${String(ms)}, true)`;
}

async function retry<T>(write: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  for (let attempt = 1; ; attempt++) {
    try {
      return await write();
    } catch (error) {
      const canRetry = isRetryable(error) || isLockTimeout(error) || (isReadOnly(error) && attempt === 1);
      if (!canRetry || performance.now() - startedAt > maxRetryMs) throw error;
      await sleep(pauseMs * (1 + Math.random()));
    }
  }
}
