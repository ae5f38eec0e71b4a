import postgres from 'postgres';
import type { PlatformConfig } from '../config.ts';
import { isTlsFailure } from '../outbound/tls.ts';
import type { Logger } from '../process/log.ts';
import { fromArrayLiteral, toArrayLiteral } from './array-literal.ts';
import { onRefusedPlan, type PreparedQuery } from './reading/refused-plans.ts';
import { type RowQuery, readInSlices } from './reading/rows-in-slices.ts';
import { watchQueries } from './reading/watch-queries.ts';
import { isReadOnly, isStale, type Query, reconnectingPool } from './reconnecting-pool.ts';
import { serversOf } from './server/find-server.ts';
import { connectTo } from './server/server-socket.ts';

/** Type conversions: instants as ISO 8601 with milliseconds (§2), days as YYYY-MM-DD, bigint as a number. */
const types = {
  instant: {
    to: 1184,
    from: [1184],
    serialize: (value: string) => value,
    parse: (text: string) => new Date(text).toISOString(),
  },
  day: { to: 1082, from: [1082], serialize: (value: string) => value, parse: (text: string) => text },
  bigint: { to: 20, from: [20], serialize: (value: number) => String(value), parse: Number },
  /** text[] and uuid[]. The schema uses no other arrays. */
  texts: { to: 1009, from: [1009, 2951], serialize: toArrayLiteral, parse: fromArrayLiteral },
};

/**
 * No interface, which could have others: the compiler then takes `undefined` for a parameter. The driver
 * (3.4.9) fails another statement for it, of whomever, and gives its own the answer to a third.
 */
type Types = {
  instant: string;
  day: string;
  bigint: number;
  texts: (string | null)[];
};

export type Sql = postgres.Sql<Types>;
/** A transaction in progress. */
export type Tx = postgres.TransactionSql<Types>;

/**
 * The settings of a session that waits for a lock for so long. They make the planner use indexes: it takes a
 * new table for empty, and would scan it until the next ANALYZE. Where a scan is still needed, JIT
 * compilation would only slow it down.
 */
export const sessionSettings = (lockTimeoutMs: number) => ({
  statement_timeout: 5_000,
  lock_timeout: lockTimeoutMs,
  idle_in_transaction_session_timeout: 10_000,
  enable_seqscan: 'off',
  jit: 'off',
});

/**
 * By default a connection gets 101 statements at a time. The driver (3.4.9) does not keep it for whatever
 * begins with the last of them: a transaction fails then, and what others send next is done in it, and may be
 * lost. The driver's types lack the option.
 */
const endlessPipeline = { max_pipeline: Number.POSITIVE_INFINITY };

/** How the driver (3.4.9) names the server of an address to whatever opens a socket. */
interface Endpoint {
  readonly host: [string];
  readonly port: [number];
}

/**
 * A pool of Postgres connections, opened on demand. A statement may take 5 s.
 * A wait for a lock may take `lockTimeoutMs`, 2 s by default. A lost server is retried every 200 ms.
 * Behind a pooler the settings are those of the role (./pooler.ts).
 */
export function openDatabase(
  config: Pick<PlatformConfig, 'database'>,
  log: Logger,
  name: string,
  connections = config.database.connections,
  lockTimeoutMs = 2_000,
  server: 'primary' | 'replica' = 'primary',
): Sql {
  const isPooled = config.database.direct !== null;
  const { database } = config;
  /** Over TLS, the driver tells when a statement is cancelled only where it is given its sockets. */
  const connect = ({ host: [name], port: [port] }: Endpoint) =>
    database.hosts.length > 0
      ? serversOf(database, server === 'primary' ? 'primary' : 'standby').connect()
      : connectTo({ name, port });
  const open = () =>
    postgres(config.database.url, {
      ssl: config.database.tls,
      ...(database.socket === undefined ? { socket: connect } : { host: database.socket }),
      max: connections,
      connect_timeout: 3,
      idle_timeout: 300,
      ...endlessPipeline,
      // Rejects standbys.
      // The driver's 'read-write' (3.4.9) accepts them: it checks only default_transaction_read_only.
      // A pooler says for ever what the server was when it first connected to it.
      ...(server === 'primary' && !isPooled && { target_session_attrs: 'primary' }),
      backoff: () => 0.2,
      types,
      // The driver would query the types on each new connection. It does not handle a failure of that query,
      // so a connection lost at that moment would end the process.
      fetch_types: false,
      prepare: config.database.isPreparing,
      connection: {
        application_name: `waitlist-${name}`,
        ...(!isPooled && sessionSettings(lockTimeoutMs)), // a pooler refuses them
        ...(server === 'replica' && { default_transaction_read_only: true }), // also once it is promoted
      },
      onnotice: (notice) => log.debug({ notice: notice.message }, 'postgres notice'),
    });
  return reconnectingPool(
    () => guardTransactions(open()),
    (query: Query & RowQuery) => {
      readInSlices(query);
      if (isPooled) sendAlone(query);
    },
  );
}

/**
 * Makes the driver send a statement outside of transactions only once the one before it is done. It describes
 * a statement without an end (Sync); behind another statement, PgBouncer 1.18 gives the session back when
 * that one is done, and the answer to the description never comes.
 */
function sendAlone(query: Query): void {
  query.options = { ...query.options, onexecute: () => false };
}

/**
 * If the connection of a transaction is lost, the driver (3.4.9) still sends over it what comes next: a
 * statement, COMMIT or ROLLBACK. Writing to the closed socket ends the whole process
 * (github.com/porsager/postgres/issues/1208). So no statement is sent then, and towards the driver the work
 * never ends. `begin` itself rejects as soon as the connection is closed.
 */
function guardTransactions(sql: Sql): Sql {
  type Work = (tx: Tx) => unknown;
  const begin = sql.begin.bind(sql) as (options: string, work: Work) => Promise<unknown>;
  const guarded = (...args: [Work] | [string, Work]) => {
    const [options, work] = args.length === 1 ? ['', ...args] : args;
    let isOver = false;
    const watch = (query: TxQuery) => {
      readInSlices(query);
      const { handler, reject } = query;
      query.reject = (error) => {
        isOver ||= isConnectionLost(error);
        reject(error);
      };
      query.handler = () => {
        if (isOver) return query.reject(closedBefore());
        onRefusedPlan(query, (error) => {
          query.cancelled = true; // nothing more can be done in it
          query.reject(error);
        });
        handler(query);
      };
    };
    const done = begin(options, async (tx) => {
      try {
        const result = await work(watchQueries(tx, watch));
        if (!isOver) return result;
      } catch (error) {
        if (!isOver) throw error;
      }
      return new Promise(() => {});
    });
    const end = () => {
      isOver = true;
    };
    done.then(end, end);
    return done;
  };
  return Object.assign(sql, { begin: guarded as Sql['begin'] });
}

/** The part of the driver's queries (3.4.9) that is used here. */
interface TxQuery extends RowQuery, PreparedQuery {
  /** Sends it. */
  handler(query: TxQuery): void;
}

const closedBefore = () =>
  Object.assign(new Error('The connection of the transaction is closed'), { code: 'CONNECTION_CLOSED' });

/**
 * Whether a query failed because its connection was lost.
 * Errors of Postgres end the connection only if they are fatal. Errors of the driver have a property `query`.
 */
function isConnectionLost(error: unknown): boolean {
  if (error instanceof postgres.PostgresError) return error.severity === 'FATAL';
  return error instanceof Error && 'query' in error && isUnavailable(error);
}

/** A part of a statement. */
export type Fragment = postgres.PendingQuery<postgres.Row[]>;

/** A statement that has not been sent yet. */
export interface Statement extends PromiseLike<unknown> {
  execute(): this;
}

/**
 * Sends several statements of a transaction in one round trip to Postgres.
 * They run in order, each with its own snapshot.
 */
export function pipeline<Statements extends Statement[]>(
  ...statements: Statements
): Promise<{ -readonly [K in keyof Statements]: Awaited<Statements[K]> }> {
  return Promise.all(statements.map((statement) => statement.execute())) as never;
}

/** Counts the open connections of all processes of the service, by pool name and state. */
export function countConnections(sql: Sql): Promise<{ pool: string; state: string; connections: number }[]> {
  return sql`
    SELECT substr(application_name, 10) AS pool, coalesce(state, 'unknown') AS state, count(*) AS connections
    FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'waitlist-%' GROUP BY 1, 2`;
}

/**
 * Checks that Postgres accepts writes, without writing.
 * The error makes a reconnecting pool leave a read-only server.
 * @throws PostgresError 25006 if the server is read-only
 */
export async function assertWritable(sql: Sql): Promise<void> {
  await sql`SELECT FROM schema_migrations LIMIT 0 FOR UPDATE`;
}

/**
 * Whether Postgres was unreachable, refused the connection, timed out or lacked resources: a 503, and the
 * request may be retried.
 */
export function isUnavailable(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return (
    isTlsFailure(error) ||
    isReadOnly(error) ||
    isRefusedSession(error) ||
    // SQLSTATEs of connection exceptions, insufficient resources, operator intervention and timeouts.
    /^(08|53|57P|57014|55P03)/.test(code) ||
    // The same as codes of the driver and the network.
    /^(CONNECTION_|CONNECT_TIMEOUT|ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)/.test(
      code,
    )
  );
}

/**
 * Whether there is no session, whatever the cause: such as a wrong password, no such database, or a parameter
 * that the server does not know. The driver's own codes are those of the way to a session.
 */
function isRefusedSession(error: unknown): boolean {
  if (error instanceof postgres.PostgresError) return /^(FATAL|PANIC)$/.test(error.severity);
  if (!(error instanceof Error && 'query' in error && 'code' in error)) return false;
  return /^(SASL_|AUTH_TYPE_|ERR_SSL_|ERR_TLS_|EPROTO|ENOENT|EACCES)/.test(String(error.code));
}

/** Whether a lock was not granted within lock_timeout. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof postgres.PostgresError && error.code === '55P03';
}

/** Whether a statement ran longer than statement_timeout. */
export function isStatementTimeout(error: unknown): boolean {
  return error instanceof postgres.PostgresError && error.code === '57014';
}

/** Whether Postgres had no disk space for a write. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof postgres.PostgresError && error.code === '53100';
}

/** Whether a statement failed on a missing table, column or function: a migration is not applied yet. */
export function isUnmigrated(error: unknown): boolean {
  return error instanceof postgres.PostgresError && /^(42P01|42703|42883|3F000)$/.test(error.code);
}

/** The name of the unique constraint that a write violated; undefined for any other error. */
export function uniqueViolation(error: unknown): string | undefined {
  return error instanceof postgres.PostgresError && error.code === '23505'
    ? error.constraint_name
    : undefined;
}

/**
 * Whether a retry of the transaction may succeed: after a deadlock, a serialization failure, or a migration
 * that changed what a prepared statement gives.
 */
export function isRetryable(error: unknown): boolean {
  return (
    error instanceof postgres.PostgresError &&
    (error.code === '40P01' || error.code === '40001' || isStale(error))
  );
}
