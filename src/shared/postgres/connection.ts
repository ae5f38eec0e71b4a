import postgres from 'postgres';
import type { Config } from '../config.ts';
import { isTlsFailure } from '../outbound/tls.ts';
import type { Logger } from '../process/log.ts';
import { fromArrayLiteral, toArrayLiteral } from './array-literal.ts';
import { isReadOnly, reconnectingPool } from './reconnecting-pool.ts';

/** How a driver type reads: instants as ISO 8601 with milliseconds (§2), days as YYYY-MM-DD, bigint as a number. */
const types = {
  instant: {
    to: 1184,
    from: [1184],
    serialize: (value: string) => value,
    parse: (text: string) => new Date(text).toISOString(),
  },
  day: { to: 1082, from: [1082], serialize: (value: string) => value, parse: (text: string) => text },
  bigint: { to: 20, from: [20], serialize: (value: number) => String(value), parse: Number },
  /** text[] and uuid[]; of other arrays there are none. */
  texts: { to: 1009, from: [1009, 2951], serialize: toArrayLiteral, parse: fromArrayLiteral },
};

interface Types extends Record<string, unknown> {
  instant: string;
  day: string;
  bigint: number;
  texts: (string | null)[];
}

export type Sql = postgres.Sql<Types>;
/** A transaction in progress; queries take either. */
export type Tx = postgres.TransactionSql<Types>;

/**
 * Statements find their rows by key. Of tables that are just filling up the planner only knows that they were empty, and would read them
 * from end to end until they are next analysed. Where it still has to, it isn't to compile the statement for that.
 */
const byKey = { enable_seqscan: 'off', jit: 'off' };

/**
 * A pool of Postgres connections, opened as they are needed. Nothing waits for ever: a statement ends after
 * 5 s, a wait for a lock after 2 s unless told otherwise, and a lost server is tried again every 200 ms.
 */
export function openDatabase(
  config: Pick<Config, 'database'>,
  log: Logger,
  name: string,
  connections = config.database.connections,
  lockMs = 2_000,
): Sql {
  const open = () =>
    postgres(config.database.url, {
      ssl: config.database.tls,
      max: connections,
      connect_timeout: 3,
      idle_timeout: 300,
      // A standby is refused as soon as it is reached. The driver's 'read-write' takes one (3.4.9): it looks at the default alone.
      target_session_attrs: 'primary',
      backoff: () => 0.2,
      types,
      // The driver would ask each new connection for more types, and a connection lost at that moment ends the whole process: nobody
      // hears of the failure of that query.
      fetch_types: false,
      connection: {
        application_name: `waitlist-${name}`,
        statement_timeout: 5_000,
        lock_timeout: lockMs,
        idle_in_transaction_session_timeout: 10_000,
        ...byKey,
      },
      onnotice: (notice) => log.debug({ notice: notice.message }, 'postgres notice'),
    });
  return reconnectingPool(() => guardTransactions(open()));
}

/**
 * When the connection of a transaction is lost, the driver (3.4.9) still sends a ROLLBACK over it, and the write to a socket that is no
 * more ends the whole process (github.com/porsager/postgres/issues/1208). So a transaction whose connection is gone never tells the
 * driver that its work has failed: `begin` rejects without that, as soon as the connection is closed.
 */
function guardTransactions(sql: Sql): Sql {
  type Work = (tx: Tx) => unknown;
  const begin = sql.begin.bind(sql) as (options: string, work: Work) => Promise<unknown>;
  const guarded = (...args: [Work] | [string, Work]) => {
    const [options, work] = args.length === 1 ? ['', ...args] : args;
    return begin(options, async (tx) => {
      try {
        return await work(tx);
      } catch (error) {
        if (!isEndOfConnection(error)) throw error;
        return new Promise(() => {});
      }
    });
  };
  return Object.assign(sql, { begin: guarded as Sql['begin'] });
}

/** Whether a query failed with its connection. The driver puts the query into its errors; those of Postgres leave the connection, unless they are fatal. */
function isEndOfConnection(error: unknown): boolean {
  if (error instanceof postgres.PostgresError) return error.severity === 'FATAL';
  return error instanceof Error && 'query' in error && isUnavailable(error);
}

/** Part of a statement. */
export type Fragment = postgres.PendingQuery<postgres.Row[]>;

/** A statement that is not sent yet. */
export interface Statement extends PromiseLike<unknown> {
  execute(): this;
}

/** Sends statements of a transaction at once, one way to Postgres and back for all. They are done in their order, each with a snapshot of its own. */
export function together<Statements extends Statement[]>(
  ...statements: Statements
): Promise<{ -readonly [K in keyof Statements]: Awaited<Statements[K]> }> {
  return Promise.all(statements.map((statement) => statement.execute())) as never;
}

/** The service's open connections, those of other processes too: by pool, as the pool was named, and by what they do. */
export function countConnections(sql: Sql): Promise<{ pool: string; state: string; connections: number }[]> {
  return sql`
    SELECT substr(application_name, 10) AS pool, coalesce(state, 'unknown') AS state, count(*) AS connections
    FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'waitlist-%' GROUP BY 1, 2`;
}

/**
 * Asks Postgres whether it takes writes, without one. The pool of a server that only reads gives way to a new one by the error of it.
 * @throws PostgresError 25006 where it only reads
 */
export async function assertWritable(sql: Sql): Promise<void> {
  await sql`SELECT FROM schema_migrations LIMIT 0 FOR UPDATE`;
}

/** Whether Postgres could not be asked at all, or gave up for want of time or room: worth a 503 and another try. */
export function isUnavailable(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return (
    isTlsFailure(error) ||
    isReadOnly(error) ||
    // Connection exceptions, insufficient resources, operator intervention and time-outs, by their SQLSTATE.
    /^(08|53|57P|57014|55P03)/.test(code) ||
    // The driver's and the network's own words for the same.
    /^(CONNECTION_|CONNECT_TIMEOUT|ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)/.test(
      code,
    )
  );
}

/** Whether somebody held a lock for longer than one waits for it. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof postgres.PostgresError && error.code === '55P03';
}

/** Whether Postgres had no disk for what it was to write. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof postgres.PostgresError && error.code === '53100';
}

/** Whether a statement spoke of a table or column that only a migration still to come will make. */
export function isUnmigrated(error: unknown): boolean {
  return error instanceof postgres.PostgresError && (error.code === '42P01' || error.code === '42703');
}

/** The constraint that a write broke, if it was a unique one. */
export function brokenUnique(error: unknown): string | undefined {
  return error instanceof postgres.PostgresError && error.code === '23505'
    ? error.constraint_name
    : undefined;
}

/** Whether the same transaction, run again, may well succeed: a deadlock or a serialisation failure. */
export function isRetryable(error: unknown): boolean {
  return error instanceof postgres.PostgresError && (error.code === '40P01' || error.code === '40001');
}
