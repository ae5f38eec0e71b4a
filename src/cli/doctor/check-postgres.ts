import type { OperatorConfig } from '../../shared/config.ts';
import type { Context } from '../../shared/context.ts';
import { pendingMigrations } from '../../shared/platform/postgres/migrate.ts';
import { describeDatabaseProblem } from '../../shared/platform/postgres/server/database-problem.ts';
import { withTimeout } from '../../shared/platform/process/with-timeout.ts';
import { type Check, compareClocks, ok, problem, reasonOf, warning } from './check.ts';

const timeoutMs = 5_000;
const networkAdvice = 'Check DATABASE_URL, that the server runs, and that a firewall lets this machine in.';
/** The oldest version that the service was tested on. */
const leastVersion = 15;
/** Connections that a web process opens beside its pool. */
const besidePool = 5;

/** Checks the database. Other checks that need it run only if the first of these is no problem. */
export async function checkPostgres({ sql, config }: Context): Promise<Check[]> {
  try {
    await withTimeout(timeoutMs, 'Postgres', sql`SELECT 1`);
  } catch (error) {
    const { reason, advice } = describeDatabaseProblem(error);
    return [
      problem('postgres', `${reason.replace('the', 'The')}: ${reasonOf(error)}`, advice ?? networkAdvice),
    ];
  }
  const before = Date.now();
  const [row] = await sql<[ServerRow]>`
    SELECT current_setting('server_version') AS version, current_setting('server_version_num')::integer / 10000 AS major,
           current_setting('fsync') AS fsync, current_setting('full_page_writes') AS full_pages,
           current_setting('synchronous_commit') AS commits, current_setting('max_connections')::integer AS most,
           (SELECT count(*)::integer FROM pg_stat_activity WHERE backend_type = 'client backend') AS used,
           extract(epoch FROM clock_timestamp()) * 1000 AS now`;
  const after = Date.now();
  return [
    row.major >= leastVersion
      ? ok('postgres', `Postgres ${row.version}.`)
      : problem('postgres', `Postgres ${row.version} is too old.`, `Upgrade to ${leastVersion} or newer.`),
    await checkMigrations(sql),
    checkDurability(row),
    checkConnections(row, config),
    compareClocks('postgres_clock', 'Postgres', Number(row.now), [before, after]),
  ];
}

interface ServerRow {
  version: string;
  major: number;
  fsync: string;
  full_pages: string;
  commits: string;
  most: number;
  used: number;
  now: string;
}

async function checkMigrations(sql: Context['sql']): Promise<Check> {
  const pending = await pendingMigrations(sql);
  const [first = ''] = pending;
  if (pending.length === 0) return ok('migrations', 'All migrations are applied.');
  const message = `${pending.length === 1 ? 'A migration is' : `${pending.length} migrations are`} missing, ${first} first.`;
  return problem('migrations', message, 'Run the migrate command.');
}

function checkDurability({ fsync, full_pages, commits }: ServerRow): Check {
  if (fsync === 'off' || full_pages === 'off')
    return problem(
      'durability',
      `Postgres runs with ${fsync === 'off' ? 'fsync' : 'full_page_writes'} off. A crash can destroy the database.`,
      'Switch it on.',
    );
  if (commits === 'off')
    return warning(
      'durability',
      'Postgres runs with synchronous_commit off. A crash can lose signups that were answered.',
      'Switch it on.',
    );
  return ok('durability', 'A committed signup survives a crash.');
}

function checkConnections({ most, used }: ServerRow, { http, database }: OperatorConfig): Check {
  const machine = http.processes * (database.connections + besidePool) + database.connections;
  const message = `${used} of ${most} connections are in use. This machine's settings need up to ${machine} for one web service and one worker.`;
  const advice = 'Raise max_connections, or lower DATABASE_POOL or WEB_CONCURRENCY.';
  if (machine > most) return problem('connections', message, advice);
  return used > 0.8 * most ? warning('connections', message, advice) : ok('connections', message);
}
