import { setTimeout as sleep } from 'node:timers/promises';
import { isLockTimeout, isRetryable, type Sql, type Tx } from './connection.ts';
import { isReadOnly } from './reconnecting-pool.ts';

/** No try begins later: with the last one it stays within what a request may take (C1.16). */
const retryForMs = 2_500;
const pauseMs = 20;

/**
 * Runs a write transaction: again, with a fresh snapshot, where Postgres broke it off in favour of another one (deadlock, serialization
 * failure), where it waited for a lock in vain behind such a one, or, once, where the server only reads: the next try goes to the primary. `work` must have no effect but on the database.
 * Every transaction takes its locks in the order that docs/architecture.md, Locks, documents, so a retry is rare.
 * @throws the last error
 */
export function transaction<T>(sql: Sql, work: (tx: Tx) => Promise<T>): Promise<T> {
  return retry(() => sql.begin(work) as Promise<T>);
}

/** The same for a write of one statement, which Postgres runs in a transaction of its own: one round trip in place of three. */
export function statement<T>(sql: Sql, write: (tx: Tx) => Promise<T>): Promise<T> {
  return retry(() => write(sql as unknown as Tx));
}

async function retry<T>(write: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  for (let tries = 1; ; tries++) {
    try {
      return await write();
    } catch (error) {
      const worthAnother = isRetryable(error) || isLockTimeout(error) || (isReadOnly(error) && tries === 1);
      if (!worthAnother || performance.now() - startedAt > retryForMs) throw error;
      await sleep(pauseMs * (1 + Math.random()));
    }
  }
}
