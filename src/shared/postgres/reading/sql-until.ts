import { TimeoutError } from '../../process/with-timeout.ts';
import { isStatementTimeout, type Sql, type Tx } from '../connection.ts';
import { isConnectionLoss } from '../reconnecting-pool.ts';

/** The part of the driver's queries (3.4.9) that is used here. */
interface Query {
  /** Whether its connection is working on it, and on no query before it. */
  readonly active: boolean;
  /** Sends it. */
  handler(query: Query): void;
  resolve(value: unknown): void;
  reject(error: unknown): void;
  /** Has Postgres cancel it. Unlike `cancel`, it tells when Postgres has done so. */
  readonly canceller: ((query: Query) => Promise<void>) | null;
}

type Call = (...args: unknown[]) => unknown;

/**
 * The same pool for work that nobody waits for any more once `over` is aborted: no statement begins then, and
 * the one under way is cancelled. A transaction is rolled back.
 *
 * Postgres cancels whatever a connection does when it is told to. So a statement keeps its connection until
 * nothing can be cancelled any more, or it might be the next statement, of somebody else.
 * @returns a pool whose statements reject with TimeoutError once it is over
 */
export function sqlUntil(sql: Sql, over: AbortSignal): Sql {
  const watched = watchQueries(sql, (query) => void runAlone(sql, over, query));
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
function watchQueries<Queries extends Sql | Tx>(
  sql: Queries,
  run: (query: Query, send: Query['handler']) => void,
): Queries {
  function watch(made: unknown): unknown {
    if (!(made instanceof Promise)) return made; // a name, or values
    const query = made as unknown as Query;
    const { handler } = query;
    query.handler = () => run(query, handler);
    return made;
  }
  return new Proxy(sql, {
    apply: (_sql, _this, args: unknown[]) => watch((sql as unknown as Call)(...args)),
    get(_sql, name) {
      const value: unknown = Reflect.get(sql, name);
      return name === 'unsafe' ? (...args: unknown[]) => watch((value as Call)(...args)) : value;
    },
  });
}

/** Does the work of a transaction, which ends only when nothing of it can be cancelled any more. */
async function runWork(tx: Tx, over: AbortSignal, work: (tx: Tx) => Promise<unknown>): Promise<unknown> {
  const running = new Set<Promise<unknown>>();
  const watched = watchQueries(tx, (query, send) => {
    const done = sendUntil(query, over, send);
    running.add(done);
    void done.then(() => running.delete(done));
  });
  try {
    return await work(watched);
  } finally {
    if (over.aborted) await Promise.all(running);
  }
}

/** Sends a query over a connection that nothing else uses meanwhile. */
async function runAlone(sql: Sql, over: AbortSignal, query: Query): Promise<void> {
  try {
    const own = await sql.reserve();
    const { handler } = own`` as unknown as Query;
    const error = await sendUntil(query, over, handler);
    const last = over.aborted ? await own`SELECT`.then(...asError) : error; // takes a late cancellation
    if (!isConnectionLoss(last)) own.release();
  } catch (error) {
    query.reject(error);
  }
}

const asError = [() => undefined, (error: unknown) => error] as const;

/**
 * Sends a query unless it is over, and cancels it when it is. Resolves with its error when both are done.
 */
function sendUntil(query: Query, over: AbortSignal, send: Query['handler']): Promise<unknown> {
  return new Promise((done) => {
    let cancelled: Promise<void> | undefined;
    const cancel = () => {
      // One that waits behind another in a transaction fails with that one. If Postgres cannot be told,
      // statement_timeout ends it.
      if (query.active) cancelled = query.canceller?.(query).catch(() => {});
    };
    const { resolve, reject } = query;
    async function end(error?: unknown): Promise<void> {
      over.removeEventListener('abort', cancel);
      await cancelled;
      done(error);
    }
    query.resolve = (value) => {
      resolve(value);
      void end();
    };
    query.reject = (error) => {
      reject(over.aborted && isStatementTimeout(error) ? isOver() : error);
      void end(error);
    };
    if (over.aborted) {
      query.reject(isOver());
      return;
    }
    over.addEventListener('abort', cancel, { once: true });
    send(query);
  });
}
