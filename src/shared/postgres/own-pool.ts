import type { Context } from '../context.ts';
import { TimeoutError, withTimeout } from '../process/with-timeout.ts';
import { openDatabase, type Sql } from './connection.ts';

/** A small pool for one kind of short statement, so that it waits behind no other. */
export interface OwnPool {
  /**
   * Runs a query on it. A connection that the network has swallowed says nothing for minutes, so what is not answered in time is given up,
   * and the pool with it for a new one. @throws TimeoutError
   */
  run<T>(query: (sql: Sql) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

interface OwnPoolOptions {
  /** Its name in metrics and in Postgres. */
  readonly name: string;
  readonly connections: number;
  /** How long a query may take, the wait for a connection included. */
  readonly answerMs: number;
  /** How long a statement waits for a lock, where that is not the usual. */
  readonly lockMs?: number;
}

export function openOwnPool(
  { config, log, metrics }: Pick<Context, 'config' | 'log' | 'metrics'>,
  { name, connections, answerMs, lockMs }: OwnPoolOptions,
): OwnPool {
  metrics.poolMax.set({ pool: name }, connections);
  const open = () => openDatabase(config, log, name, connections, lockMs);
  let sql = open();
  return {
    async run(query) {
      const used = sql;
      try {
        return await withTimeout(answerMs, 'Postgres', query(used));
      } catch (error) {
        if (error instanceof TimeoutError && sql === used) {
          sql = open();
          used.end({ timeout: 0 }).catch(() => {});
        }
        throw error;
      }
    },
    close: () => sql.end({ timeout: 5 }),
  };
}
