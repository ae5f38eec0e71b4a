import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { Sql, Tx } from './connection.ts';

/** The same from `src/shared/postgres` and from `dist/shared/postgres`. */
const folder = new URL('../../../migrations/', import.meta.url);

/** Any number that nothing else locks in this database. */
const lockKey = 7_265_001;

/** The first of the migrations that the baseline replaced, before the first release. */
const formerFirst = '0001_accounts.sql';

/** A migration or a function, by its path under `migrations/`. */
interface SchemaFile {
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
}

/**
 * Brings the database up to date: plain SQL files in the order of their names, forward only, then each function whose text is another
 * one than was applied last. All of it is one transaction. Several may run at once; one does the work.
 * @returns the names of those that it applied. @throws Error for a migration that changed after it was applied, and for a database from
 * before the baseline
 */
export async function migrate(sql: Sql, onProgress: (text: string) => void = () => {}): Promise<string[]> {
  return sql.begin(async (tx) => {
    // The time limits are for requests; an index takes as long as it takes, and so does another migration.
    await tx`SET LOCAL statement_timeout = 0`;
    await tx`SET LOCAL lock_timeout = 0`;
    onProgress('Waiting for other migrations');
    await tx`SELECT pg_advisory_xact_lock(${lockKey})`;
    await tx`SET LOCAL lock_timeout = '5s'`;
    await tx`
      CREATE TABLE IF NOT EXISTS schema_migrations (
        name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz(3) NOT NULL DEFAULT clock_timestamp())`;
    // Every text that a function has had here, so that a process with an older one knows it was replaced.
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

/** Names of the migrations that this database has not seen, and of the functions whose text it has never had. */
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
  if (applied.has(formerFirst))
    throw new Error(
      'This database was made before the first release and cannot be brought up to date: start with an empty one.',
    );
  const migrations = await readMigrations();
  for (const { name, checksum } of migrations)
    if ((applied.get(name) ?? checksum) !== checksum)
      throw new Error(`Migration ${name} was changed after it was applied`);
  return migrations.filter(({ name }) => !applied.has(name));
}

async function isPrepared(sql: Sql): Promise<boolean> {
  const [row] = await sql<[{ prepared: boolean }]>`
    SELECT to_regclass('schema_migrations') IS NOT NULL AND to_regclass('schema_functions') IS NOT NULL AS prepared`;
  return row.prepared;
}

/** Checksums of migrations by name. */
async function readApplied(sql: Sql | Tx): Promise<Map<string, string>> {
  const rows = await sql<{ name: string; checksum: string }[]>`SELECT name, checksum FROM schema_migrations`;
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

/** Checksums of the functions as they are now, by name. */
async function readCurrentFunctions(tx: Tx): Promise<Map<string, string>> {
  const rows = await tx<{ name: string; checksum: string }[]>`
    SELECT DISTINCT ON (name) name, checksum FROM schema_functions ORDER BY name, applied_at DESC`;
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

const readMigrations = () => readFiles('');
const readFunctions = () => readFiles('functions/');

/** The SQL files of a folder under `migrations/`, in the order of their names. */
async function readFiles(path: string): Promise<SchemaFile[]> {
  const names = (await readdir(new URL(path, folder))).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(path + name, folder), 'utf8');
      return { name: path + name, text, checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
}
