import { onRefusedPlan, type PreparedQuery } from './reading/refused-plans.ts';

/** The part of the driver's pool that is used here. */
interface Pool {
  end(options: { timeout: number }): Promise<void>;
  unsafe(text: string): unknown;
}

/** Closes each connection once it is idle. The driver's types (3.4.9) lack it. */
interface Closable {
  close(): Promise<void>;
}

/**
 * A query that the driver has not sent yet. It calls `reject` when the query fails, and `onexecute` when it
 * has sent it: false keeps others from the connection until the answer.
 */
export interface Query extends PreparedQuery {
  reject(error: unknown): void;
  options: { readonly onexecute?: () => boolean };
  /** Sends it. */
  handler(query: Query): void;
  active: boolean;
}

/** How long statements of a replaced pool may still run; longer than statement_timeout. */
const drainSeconds = 6;

/** The minimum time between two new pools where that may not help: each could fail as the one before it. */
const pauseMs = 200;

/**
 * A pool that is replaced with a new one as soon as one of its connections is lost. When a server goes away,
 * all connections close at once, but the driver (3.4.9) notices one after the other. If it sends a statement
 * over a closed connection, that connection can never write again (github.com/LanternOps/breeze/issues/3225).
 * Statements in progress in the old pool may finish.
 *
 * A read-only server counts as lost: after a switchover the former primary still answers on open connections.
 * So do statements that a migration made stale: each connection has prepared them. Such a statement is sent
 * once more.
 *
 * `prepare` sees every query outside of transactions before it is sent.
 */
export function reconnectingPool<P extends Pool, Made extends Query>(
  open: () => P,
  prepare: (query: Made) => void,
): P {
  let pool = open();
  let openedAt = Number.NEGATIVE_INFINITY;

  function replaceIfLost(used: P, error: unknown): void {
    const isLost =
      isConnectionLoss(error) ||
      ((isReadOnly(error) || isStale(error)) && performance.now() > openedAt + pauseMs);
    if (used !== pool || !isLost) return;
    pool = open();
    openedAt = performance.now();
    used.end({ timeout: drainSeconds }).catch(() => {});
    // Statements that waited for a connection get new ones, which the driver would leave open.
    setTimeout(() => void (used as P & Closable).close(), drainSeconds * 1_000).unref();
  }
  /** Sends a query over the present pool, not the one that it was made for. */
  function sendAgain(query: Made): void {
    Object.assign(query, { cancelled: null, parameters: null, active: false });
    (pool.unsafe('') as Query).handler(query);
  }
  /** Replaces the pool before the caller sees the error, so that a retry uses the new pool. */
  function watch(used: P, result: unknown): unknown {
    if (result instanceof Promise && 'reject' in result) {
      const query = result as unknown as Made;
      prepare(query);
      const { handler, reject } = query;
      query.reject = (error) => {
        replaceIfLost(used, error);
        reject(error);
      };
      query.handler = () => {
        onRefusedPlan(query, (error) => {
          query.cancelled = true;
          replaceIfLost(used, error);
          queueMicrotask(() => sendAgain(query));
        });
        handler(query);
      };
    }
    return result;
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
        done.catch((error: unknown) => replaceIfLost(used, error));
        return done;
      };
    },
  });
}

/** Whether a write failed because the server is a standby or read-only. Nothing was written. */
export function isReadOnly(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '25006';
}

/** Whether a prepared statement failed because a migration changed what it gives. */
export function isStale(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === '0A000' &&
    'routine' in error && // the message is in the server's language
    error.routine === 'RevalidateCachedQuery'
  );
}

/**
 * Whether an open connection was lost, by any error of the network such as ETIMEDOUT. A connection that could
 * not be opened does not count.
 */
function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall }: NodeJS.ErrnoException = error;
  if (syscall === 'read' || syscall === 'write') return true;
  return /^(CONNECTION_CLOSED|ECONNRESET|EPIPE|CONNECT_TIMEOUT|57P0[123])$/.test(code ?? '');
}
