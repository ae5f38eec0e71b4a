import { setTimeout as sleep } from 'node:timers/promises';
import { TimeoutError } from '../../process/with-timeout.ts';
import { isStatementTimeout, type Sql, type Tx } from '../connection.ts';
import { onRefusedPlan, type PreparedQuery } from './refused-plans.ts';
import { watchQueries } from './watch-queries.ts';

/** The part of the driver's queries (3.4.9) that is used here. */
interface Query extends PreparedQuery {
  /** Whether its connection is working on it, and on no query before it. */
  readonly active: boolean;
  /** Whether it was sent. */
  executed: boolean;
  options: { readonly onexecute?: (connection: Connection) => void };
  /** Sends it. */
  handler(query: Query): void;
  resolve(value: unknown): void;
  reject(error: unknown): void;
  /** Has Postgres cancel it. Unlike `cancel`, it tells when Postgres has done so. */
  readonly canceller: ((query: Query) => Promise<void>) | null;
  then(resolve: undefined, reject: (error: unknown) => void): void;
}

/**
 * Called when a query is done, while a connection is kept from the pool. Without `release` the connection
 * goes back to the pool then.
 */
type Keeper = (() => void) & { release: boolean };

/** The part of the driver's connections (3.4.9) that is used here. */
interface Connection {
  /** Null for one that is in the pool, or closed. */
  reserved: Keeper | null;
  execute(query: Query): void;
}

type Call = (...args: unknown[]) => unknown;

/** Longer than the driver tries to reach the server. Over TLS it does not tell that it failed. */
const mostCancelMs = 4_000;

/**
 * The same pool for work that nobody waits for any more once `over` is aborted: no statement begins then, and
 * the one under way is cancelled. A transaction is rolled back.
 *
 * Postgres cancels whatever a connection does when it is told to. So a statement keeps its connection until
 * nothing can be cancelled any more, or it might be the next statement, of somebody else.
 * @returns a pool whose statements reject with TimeoutError once it is over
 */
export function sqlUntil(sql: Sql, over: AbortSignal): Sql {
  const watched = runQueries(sql, (query) => void runAlone(sql, over, query));
  return new Proxy(watched, {
    get(_watched, name) {
      if (name !== 'begin') return Reflect.get(watched, name);
      return async (...args: unknown[]) => {
        assertNotOver(over);
        const work = args.pop() as (tx: Tx) => Promise<unknown>;
        const begin = sql.begin as unknown as Call;
        return begin(...args, (tx: Tx) => runWork(tx, over, work));
      };
    },
  });
}

/** @throws TimeoutError once it is over */
export function assertNotOver(over: AbortSignal | undefined): void {
  if (over?.aborted) throw isOver();
}

const isOver = () => new TimeoutError('Nobody waits for the answer any more');

/** Has `run` send the queries that are made with `sql`. */
const runQueries = <Queries extends Sql | Tx>(
  sql: Queries,
  run: (query: Query, send: Query['handler']) => void,
): Queries =>
  watchQueries(sql, (query: Query) => {
    const { handler } = query;
    query.handler = () => run(query, handler);
  });

/** Does the work of a transaction, which ends only when nothing of it can be cancelled any more. */
async function runWork(tx: Tx, over: AbortSignal, work: (tx: Tx) => Promise<unknown>): Promise<unknown> {
  const running = new Set<Promise<unknown>>();
  const watched = runQueries(tx, (query, send) => {
    const done = sendUntil(query, over, send);
    running.add(done);
    void done.then(() => running.delete(done));
  });
  try {
    return await work(watched);
  } finally {
    await Promise.all(running); // also where the work failed before them: they may still be cancelled
  }
}

/** Sends a query over a connection that nothing else uses meanwhile. */
async function runAlone(sql: Sql, over: AbortSignal, query: Query): Promise<void> {
  try {
    const { connection, keeper } = await hold(sql);
    onRefusedPlan(query, () => {
      query.parameters = null;
    });
    const sendLast = (last: Query) => {
      keeper.release = false;
      connection.execute(last);
    };
    await sendUntil(query, over, sendLast, () => {
      keeper.release = true;
    });
    if (connection.reserved !== keeper || !keeper.release) return;
    const last = newQuery(sql); // takes a late cancellation
    last.executed = true; // by this connection, not by the pool
    last.then(undefined, () => {});
    sendLast(last);
  } catch (error) {
    query.reject(error);
  }
}

/**
 * Takes a connection out of the pool, as `sql.begin` does, by a statement that does nothing. The driver's
 * `reserve` (3.4.9) waits forever for a connection that is not open yet if it fetches no types.
 */
function hold(sql: Sql): Promise<{ connection: Connection; keeper: Keeper }> {
  return new Promise((resolve, reject) => {
    const first = newQuery(sql);
    const onexecute = (connection: Connection) => {
      const keeper: Keeper = Object.assign(() => resolve({ connection, keeper }), { release: true });
      connection.reserved = keeper;
    };
    first.options = { ...first.options, onexecute };
    first.then(undefined, reject);
  });
}

const newQuery = (sql: Sql) => sql.unsafe('SELECT') as unknown as Query;

/**
 * Sends a query unless it is over, and cancels it when it is, after `onCancel`. Resolves when both are done.
 */
function sendUntil(
  query: Query,
  over: AbortSignal,
  send: Query['handler'],
  onCancel = () => {},
): Promise<void> {
  return new Promise((done) => {
    let cancelled: Promise<unknown> | undefined;
    function cancel(): void {
      // One that waits behind another in a transaction fails with that one. If Postgres cannot be told,
      // statement_timeout ends it.
      if (!query.active) return;
      onCancel();
      const told = query.canceller?.(query).catch(() => {});
      cancelled = Promise.race([told, sleep(mostCancelMs, undefined, { ref: false })]);
    }
    const { resolve, reject } = query;
    async function end(): Promise<void> {
      over.removeEventListener('abort', cancel);
      await cancelled;
      done();
    }
    query.resolve = (value) => {
      resolve(value);
      void end();
    };
    query.reject = (error) => {
      reject(over.aborted && isStatementTimeout(error) ? isOver() : error);
      void end();
    };
    if (over.aborted) {
      query.reject(isOver());
      return;
    }
    over.addEventListener('abort', cancel, { once: true });
    send(query);
  });
}
