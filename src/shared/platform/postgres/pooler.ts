import { setTimeout as sleep } from 'node:timers/promises';
import type { PlatformConfig } from '../config.ts';
import type { Logger } from '../process/log.ts';
import { openDatabase, type Sql, sessionSettings } from './connection.ts';
import { migrate } from './migrate.ts';

/** What is asked of a context. */
interface Pooled {
  readonly config: Pick<PlatformConfig, 'database'>;
  readonly log: Logger;
  readonly sql: Sql;
}

/**
 * How often, and how far apart, sessions without limits are looked for: one ends only between two statements.
 */
const mostLooks = 100;
const lookEveryMs = 100;

/** All pools of all processes share the sessions of a pooler, so they wait equally long for locks. */
const pooledLockTimeoutMs = 2_000;

/**
 * Applies pending migrations. Where a pooler of transactions is in between, they go to Postgres directly, and
 * the role gets in this database what the service's sessions otherwise ask for themselves: a pooler refuses
 * such parameters of a connection, and a SET would stay with a session that the next client gets.
 * @returns the names of the applied files
 * @throws Error like `migrate`, and if the role may not be changed
 */
export async function migrateDirectly(
  { config, log, sql }: Pooled,
  onProgress?: (text: string) => void,
): Promise<string[]> {
  const { database } = config;
  if (!database.direct) return migrate(sql, onProgress);
  const direct = openDatabase(
    { database: { ...database, ...database.direct, isPreparing: true, direct: null } },
    log,
    'cli',
    1,
  );
  try {
    const applied = await migrate(direct, onProgress);
    await limitPooledSessions(sql, direct);
    return applied;
  } finally {
    await direct.end({ timeout: 1 });
  }
}

/**
 * Gives the role that `pooled` works as its settings, once. A session keeps what it began with, so those that
 * are open are ended, each once it is idle; the pooler opens others. One that is busy for 10 s is left, and
 * `checkPooledSessions` tells of it.
 */
async function limitPooledSessions(pooled: Sql, direct: Sql): Promise<void> {
  const [session] = await pooled<[{ role: string; database: string }]>`
    SELECT current_user AS role, current_database() AS database`;
  const [named] = await direct<[{ database: string; settings: string[] | null }]>`
    SELECT current_database() AS database, (
      SELECT setconfig FROM pg_db_role_setting WHERE setdatabase = d.oid AND setrole = ${session.role}::regrole) AS settings
    FROM pg_database d WHERE datname = current_database()`;
  if (named.database !== session.database)
    throw new Error('DATABASE_URL and DATABASE_DIRECT_URL lead to different databases.');
  const wanted = Object.entries(sessionSettings(pooledLockTimeoutMs));
  const missing = wanted.filter(([name, value]) => !named.settings?.includes(`${name}=${value}`));
  for (const [name, value] of missing)
    await direct`
      ALTER ROLE ${direct(session.role)} IN DATABASE ${direct(session.database)} SET ${direct(name)} = ${direct.unsafe(`'${value}'`)}`;
  if (missing.length === 0) return;
  const [{ since }] = await direct<[{ since: string }]>`SELECT clock_timestamp()::text AS since`;
  for (let look = 0; look < mostLooks; look++) {
    const open = await direct<{ is_ended: boolean }[]>`
      SELECT CASE WHEN state = 'idle' THEN pg_terminate_backend(pid) ELSE false END AS is_ended FROM pg_stat_activity
      WHERE datname = current_database() AND usename = ${session.role} AND backend_type = 'client backend'
        AND backend_start < ${since}::text::timestamptz AND pid <> pg_backend_pid()`;
    if (open.every(({ is_ended }) => is_ended)) return;
    await sleep(lookEveryMs);
  }
}

/**
 * Says in the log if sessions behind a pooler have no time limits. They work without, but a statement that
 * hangs would hold its session for ever.
 */
export async function checkPooledSessions({ config, log, sql }: Pooled) {
  if (!config.database.direct) return;
  const [session] = await sql<[{ timeout: string }]>`SELECT current_setting('statement_timeout') AS timeout`;
  if (session.timeout === '0')
    log.error(
      'sessions behind the pooler have no time limits: run the command migrate, then RECONNECT in PgBouncer',
    );
}
