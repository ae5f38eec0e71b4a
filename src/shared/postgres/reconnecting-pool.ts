/** What of the driver's pool is used here. */
interface Pool {
  end(options: { timeout: number }): Promise<void>;
}

/** What the driver settles the promise of a query by. */
interface Query {
  reject(error: unknown): void;
}

/** What a statement may take before its connection is given up; longer than Postgres lets it run. */
const leaveSeconds = 6;

/** Between two pools for a server that only reads: it may do so for a while, and is asked by every write. */
const readOnlyPauseMs = 200;

/**
 * A pool that gives way to a new one as soon as a connection of it is lost. When a server goes, all connections do, in the same moment,
 * and the driver (3.4.9) hears of one after the other: a statement that it gives in between to one of those that are gone leaves that
 * one unable to ever write again (github.com/LanternOps/breeze/issues/3225). What was under way in the old pool is let finish.
 *
 * A server that only reads is lost too: behind a switchover the former primary goes on answering those who are still connected to it.
 */
export function reconnectingPool<P extends Pool>(open: () => P): P {
  let pool = open();
  let openedAt = Number.NEGATIVE_INFINITY;

  function leave(used: P, error: unknown): void {
    const isLost = isLoss(error) || (isReadOnly(error) && performance.now() > openedAt + readOnlyPauseMs);
    if (used !== pool || !isLost) return;
    pool = open();
    openedAt = performance.now();
    used.end({ timeout: leaveSeconds }).catch(() => {});
  }
  /** Before whoever waits for the query hears of its failure, and asks again. */
  function watch(used: P, made: unknown): unknown {
    if (made instanceof Promise && 'reject' in made) {
      const query = made as unknown as Query;
      const { reject } = query;
      query.reject = (error) => {
        leave(used, error);
        reject(error);
      };
    }
    return made;
  }

  type Call = (...args: unknown[]) => unknown;
  return new Proxy(pool, {
    apply: (_first, _this, args: unknown[]) => watch(pool, (pool as unknown as Call)(...args)),
    get(_first, name) {
      const used = pool;
      const value: unknown = Reflect.get(used, name);
      if (name === 'unsafe') return (...args: unknown[]) => watch(used, (value as Call)(...args));
      if (name !== 'begin') return value;
      return (...args: unknown[]) => {
        const done = (value as (...args: unknown[]) => Promise<unknown>)(...args);
        done.catch((error: unknown) => leave(used, error));
        return done;
      };
    },
  });
}

/** Whether the server takes no writes: it is a standby by now, or was made read-only. Nothing was written. */
export function isReadOnly(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '25006';
}

/** Whether a connection that there was is gone; one that could not be made is another matter. */
function isLoss(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^(CONNECTION_CLOSED|ECONNRESET|EPIPE|CONNECT_TIMEOUT|57P0[123])$/.test(code);
}
