import type { Gauge } from 'prom-client';
import type { PlatformConfig } from '../config.ts';
import type { Logger } from '../process/log.ts';
import { TimeoutError, withTimeout } from '../process/with-timeout.ts';
import { openDatabase, type Sql } from './connection.ts';

/** A small pool for one kind of short statement, which then never waits for other statements. */
export interface OwnPool {
  /**
   * Runs a query. After a timeout the pool is replaced with a new one: its connections may be dead, and TCP
   * would notice that only after minutes.
   * @throws TimeoutError
   */
  run<T>(query: (sql: Sql) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

interface PoolContext {
  readonly config: Pick<PlatformConfig, 'database'>;
  readonly log: Logger;
  readonly metrics: { readonly poolMax: Gauge<'pool'> };
}

interface OwnPoolOptions {
  /** The name in metrics and in `application_name`. */
  readonly name: string;
  readonly connections: number;
  /** Limits a query, including the wait for a connection. */
  readonly timeoutMs: number;
  /** The `lock_timeout` of a statement, if not the default. */
  readonly lockTimeoutMs?: number;
}

export function openOwnPool(
  { config, log, metrics }: PoolContext,
  { name, connections, timeoutMs, lockTimeoutMs }: OwnPoolOptions,
): OwnPool {
  metrics.poolMax.set({ pool: name }, connections);
  const open = () => openDatabase(config, log, name, connections, lockTimeoutMs);
  let sql = open();
  return {
    async run(query) {
      const used = sql;
      try {
        return await withTimeout(timeoutMs, 'Postgres', query(used));
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
