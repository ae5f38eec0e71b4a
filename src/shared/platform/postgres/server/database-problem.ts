import postgres from 'postgres';
import { tlsAdvice } from '../../outbound/tls.ts';
import { TimeoutError } from '../../process/with-timeout.ts';
import { isUnavailable, isUnmigrated } from '../connection.ts';
import { isReadOnly } from '../reconnecting-pool.ts';

/** Why the database cannot be used. */
export interface DatabaseProblem {
  /** For everybody: begins with `the database`, and names no address and no user. */
  readonly reason: string;
  /** For the operator, in sentences; undefined where the reason says all. */
  readonly advice: string | undefined;
}

/** By the SQLSTATE, or the code of the driver or of Node. The first that fits counts. */
const problems: readonly [RegExp, string, string?][] = [
  [
    /^(28|SASL_|AUTH_TYPE_)/,
    'the database refuses the login',
    'Check user and password in DATABASE_URL, and that the server lets this user in from this machine (pg_hba.conf).',
  ],
  [
    /^3D000$/,
    'the database does not exist',
    'Create the database that DATABASE_URL names, or correct the name behind the host.',
  ],
  [
    /^(42704|42602|22023|55P02)$/,
    'the database refuses a setting of the connection',
    'Take that parameter out of DATABASE_URL.',
  ],
  [
    /^08P01$/,
    'the database refuses a setting of the connection',
    'Where a pooler of transactions is in between, set DATABASE_DIRECT_URL to the address of Postgres itself.',
  ],
  [
    /^42501$/,
    'the database refuses a right',
    'Let the user of DATABASE_URL own the database and its tables.',
  ],
  [/^53300$/, 'the database has no connection left', 'Raise max_connections, or lower DATABASE_POOL.'],
  [/^53/, 'the database lacks resources'],
  [/^57P03$/, 'the database is starting or stopping'],
  [
    /^(ENOTFOUND|EAI_AGAIN)$/,
    'the database has a host name that is not known',
    'Check the host in DATABASE_URL, and the name servers of this machine.',
  ],
  [
    /^CONNECTION_OTHER_ROLE$/,
    'the database has no server in that role',
    'Check that DATABASE_URL names all servers, and that one of them is the primary.',
  ],
  [/^(ENOENT|EACCES)$/, 'the database has no socket there', 'Check the parameter host in DATABASE_URL.'],
];

/** PgBouncer gives most of its errors the code of a protocol error. */
const poolerIsFull = /^(no more connections allowed|query_wait_timeout)/;
const fullPooler: DatabaseProblem = {
  reason: 'the database has no connection left in its pooler',
  advice: 'Raise max_client_conn and default_pool_size of the pooler, or lower DATABASE_POOL.',
};

/** What is wrong, by the error of a statement. */
export function describeDatabaseProblem(error: unknown): DatabaseProblem {
  const code = codeOf(error);
  const overTls = tlsAdvice(error, 'Postgres');
  if (overTls !== undefined) return { reason: 'the database cannot be reached over TLS', advice: overTls };
  if (error instanceof Error && poolerIsFull.test(error.message)) return fullPooler;
  if (isReadOnly(error)) return { reason: 'the database is read-only', advice: undefined };
  if (isUnmigrated(error)) return { reason: 'migrations are pending', advice: 'Run the migrate command.' };
  const [, reason, advice] = problems.find(([codes]) => codes.test(code)) ?? [];
  return { reason: reason ?? 'the database cannot be reached', advice };
}

/**
 * Whether a request failed because the database cannot be used, whatever the cause: beside what may pass by
 * itself, tables or rights that are missing. It is a 503 then.
 */
export function isUnusable(error: unknown): boolean {
  return isUnavailable(error) || isUnmigrated(error) || isMissingRight(error);
}

/**
 * Whether the database itself is away for all statements, whatever the cause: not reached, read-only, or
 * without a session for this process. What other servers refuse does not count, nor a statement or a lock
 * that took too long, nor a full disk, which reads do not need.
 */
export function isAway(error: unknown): boolean {
  if (error instanceof TimeoutError) return error.service === 'Postgres';
  return isOfDatabase(error) && isUnavailable(error) && !/^(57014|55P03|53(?!300))/.test(codeOf(error));
}

/** Whether an error is one of Postgres, or of the driver, which adds the query. */
function isOfDatabase(error: unknown): boolean {
  return (
    error instanceof postgres.PostgresError ||
    (error instanceof Error && 'query' in error) ||
    /^CONNECT(ION)?_/.test(codeOf(error))
  );
}

/** Whether the role of DATABASE_URL may not do what it must. */
export const isMissingRight = (error: unknown): boolean => codeOf(error) === '42501';

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
