import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { Sql, Tx } from './connection.ts';

/** The relative URL is the same from `src/shared/platform/postgres` and from `dist/shared/postgres`. */
const folder = new URL('../../../../migrations/', import.meta.url);

/** An arbitrary key that no other advisory lock in this database uses. */
const lockKey = 7_265_001;

/** The first of the migrations that the baseline replaced before the first release, each time that it did. */
const replacedMigrations = ['0001_accounts.sql', '0002_settings_and_links.sql'];

/** A migration or a function, by its path under `migrations/`. */
interface SchemaFile {
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
}

/**
 * Applies pending migrations in the order of their names, then every function whose text has changed.
 * Everything runs in one transaction. Several processes may call it at once; the others wait.
 * @returns the names of the applied files
 * @throws Error if an applied migration has changed, or the database is older than the baseline
 */
export async function migrate(sql: Sql, onProgress: (text: string) => void = () => {}): Promise<string[]> {
  return sql.begin(async (tx) => {
    // The time limits are meant for requests.
    // Creating an index, or waiting for another migration, may take longer.
    await tx`SET LOCAL statement_timeout = 0`;
    await tx`SET LOCAL lock_timeout = 0`;
    onProgress('Waiting for other migrations');
    await tx`SELECT pg_advisory_xact_lock(${lockKey})`;
    await tx`SET LOCAL lock_timeout = '5s'`;
    await tx`
      CREATE TABLE IF NOT EXISTS schema_migrations (
        name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz(3) NOT NULL DEFAULT clock_timestamp())`;
    // Holds every version of a function, so a process with an older version does not take it for pending.
    await tx`
      CREATE TABLE IF NOT EXISTS schema_functions (
        name text, checksum text, applied_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(), PRIMARY KEY (name, checksum))`;
    const done: string[] = [];
    const apply = async ({ name, text }: SchemaFile) => {
      onProgress(`Applying ${name}`);
      await tx.unsafe(text);
      done.push(name);
    };
    for (const file of await findPendingMigrations(tx)) {
      await apply(file);
      await tx`INSERT INTO schema_migrations ${tx({ name: file.name, checksum: file.checksum })}`;
    }
    const current = await readCurrentFunctions(tx);
    for (const file of await readFunctions()) {
      if (current.get(file.name) === file.checksum) continue;
      await apply(file);
      await tx`
        INSERT INTO schema_functions ${tx({ name: file.name, checksum: file.checksum })}
        ON CONFLICT (name, checksum) DO UPDATE SET applied_at = excluded.applied_at`;
    }
    return done;
  });
}

/** The names of migrations and function versions that were never applied to this database. */
export async function pendingMigrations(sql: Sql): Promise<string[]> {
  const migrations = await readMigrations();
  const functions = await readFunctions();
  if (!(await isPrepared(sql))) return [...migrations, ...functions].map(({ name }) => name);
  const applied = await readApplied(sql);
  const rows = await sql<{ name: string; checksum: string }[]>`SELECT name, checksum FROM schema_functions`;
  const known = new Set(rows.map(({ name, checksum }) => `${name} ${checksum}`));
  return [
    ...migrations.filter(({ name }) => !applied.has(name)),
    ...functions.filter(({ name, checksum }) => !known.has(`${name} ${checksum}`)),
  ].map(({ name }) => name);
}

async function findPendingMigrations(tx: Tx): Promise<SchemaFile[]> {
  const applied = await readApplied(tx);
  if (replacedMigrations.some((name) => applied.has(name)))
    throw new Error(
      'This database was created before the first release and cannot be migrated. Start with an empty database.',
    );
  const migrations = await readMigrations();
  for (const { name, checksum } of migrations)
    if ((applied.get(name) ?? checksum) !== checksum)
      throw new Error(`Migration ${name} was changed after it was applied. Restore its original text.`);
  return migrations.filter(({ name }) => !applied.has(name));
}

async function isPrepared(sql: Sql): Promise<boolean> {
  const [row] = await sql<[{ prepared: boolean }]>`
    SELECT to_regclass('schema_migrations') IS NOT NULL AND to_regclass('schema_functions') IS NOT NULL AS prepared`;
  return row.prepared;
}

/** The checksums of applied migrations, by name. */
async function readApplied(sql: Sql | Tx): Promise<Map<string, string>> {
  const rows = await sql<{ name: string; checksum: string }[]>`SELECT name, checksum FROM schema_migrations`;
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

/** The checksums of the current functions, by name. */
async function readCurrentFunctions(tx: Tx): Promise<Map<string, string>> {
  const rows = await tx<{ name: string; checksum: string }[]>`
    SELECT DISTINCT ON (name) name, checksum FROM schema_functions ORDER BY name, applied_at DESC`;
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

/**
 * Read once: a process needs the files of its own build, and the folder may get those of the next one while
 * it runs.
 */
const readMigrations = once(() => readFiles(''));
const readFunctions = once(() => readFiles('functions/'));

function once<T>(read: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= read();
    return result;
  };
}

/** The SQL files of a folder under `migrations/`, sorted by name. */
async function readFiles(path: string): Promise<SchemaFile[]> {
  const names = (await readdir(new URL(path, folder))).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(path + name, folder), 'utf8');
      return { name: path + name, text, checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
}
