import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { Sql, Tx } from './connection.ts';

/** The relative URL is the same from `src/shared/platform/postgres` and from `dist/shared/postgres`. */
const folder = new URL('../../../../migrations/', import.meta.url);

/** An arbitrary key that no other advisory lock in this database uses. */
const lockKey = 7_265_001;

const baseline = '0001_baseline.sql';

/**
 * Of the names and checksums of the last migrations before 1.0. A database with exactly these has the schema
 * of the baseline, which replaced them.
 */
const historyBeforeBaseline = 'e028d57e0a2dbb61ccc5f67c6d5bb9cf22599612ccafa53f9394a72c7d376a0a';

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
 * @throws Error if an applied migration has changed, or a build from before the baseline made the database
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
    const apply = async ({ name, text }: SchemaFile) => {
      onProgress(`Applying ${name}`);
      await tx.unsafe(text);
    };
    await adoptBaseline(tx);
    const { migrations, functions } = await findDue(tx);
    for (const file of migrations) {
      await apply(file);
      await tx`INSERT INTO schema_migrations ${tx({ name: file.name, checksum: file.checksum })}`;
    }
    for (const file of functions) {
      await apply(file);
      await tx`
        INSERT INTO schema_functions ${tx({ name: file.name, checksum: file.checksum })}
        ON CONFLICT (name, checksum) DO UPDATE SET applied_at = excluded.applied_at`;
    }
    return [...migrations, ...functions].map(({ name }) => name);
  });
}

/**
 * The names of the files that `migrate` would apply, in its order. Changes nothing and takes no lock.
 * @throws Error where `migrate` refuses the database
 */
export async function planMigration(sql: Sql): Promise<string[]> {
  const { migrations, functions } = await findDue(sql);
  return [...migrations, ...functions].map(({ name }) => name);
}

/** What `migrate` applies: migrations first, then functions. */
async function findDue(sql: Sql | Tx): Promise<{ migrations: SchemaFile[]; functions: SchemaFile[] }> {
  const migrations = await readMigrations();
  const applied = (await hasTable(sql, 'schema_migrations')) ? await readApplied(sql) : new Map();
  if (isBeforeBaseline(applied)) applied.set(baseline, checksumOfBaseline(migrations));
  const current = (await hasTable(sql, 'schema_functions')) ? await readCurrentFunctions(sql) : new Map();
  return {
    migrations: findPending(migrations, applied),
    functions: (await readFunctions()).filter(({ name, checksum }) => current.get(name) !== checksum),
  };
}

/** The names of migrations and function versions whose texts were never applied to this database. */
export async function pendingMigrations(sql: Sql): Promise<string[]> {
  const migrations = await readMigrations();
  const functions = await readFunctions();
  if (!(await hasTable(sql, 'schema_functions')))
    return [...migrations, ...functions].map(({ name }) => name);
  const applied = await readApplied(sql);
  const rows = await sql<{ name: string; checksum: string }[]>`SELECT name, checksum FROM schema_functions`;
  const known = new Set(rows.map(({ name, checksum }) => `${name} ${checksum}`));
  return [
    ...migrations.filter(({ name, checksum }) => applied.get(name) !== checksum),
    ...functions.filter(({ name, checksum }) => !known.has(`${name} ${checksum}`)),
  ].map(({ name }) => name);
}

/**
 * Takes a database that the last build before 1.0 has migrated for one that began with the baseline. Its
 * schema is the same, but for a constraint that new databases have checked already. The names of the replaced
 * migrations stay: processes of that build look for them.
 */
async function adoptBaseline(tx: Tx): Promise<void> {
  if (!isBeforeBaseline(await readApplied(tx))) return;
  const checksum = checksumOfBaseline(await readMigrations());
  await tx`UPDATE schema_migrations SET checksum = ${checksum} WHERE name = ${baseline}`;
  await tx`ALTER TABLE audit_entries VALIDATE CONSTRAINT audit_entries_actor_type_check`;
}

/** Whether exactly the last migrations before 1.0 were applied, which are checksums by name. */
function isBeforeBaseline(applied: ReadonlyMap<string, string>): boolean {
  const lines = [...applied].map(([name, checksum]) => `${name} ${checksum}`);
  return checksumOf(lines.sort().join('\n')) === historyBeforeBaseline;
}

const checksumOfBaseline = (migrations: readonly SchemaFile[]) =>
  migrations.find(({ name }) => name === baseline)?.checksum ?? '';

/**
 * The migrations that are not among the applied ones, which are checksums by name.
 * @throws Error if the database did not begin with the baseline, or an applied migration has changed
 */
export function findPending(
  migrations: readonly SchemaFile[],
  applied: ReadonlyMap<string, string>,
): SchemaFile[] {
  const changed = migrations.find(({ name, checksum }) => (applied.get(name) ?? checksum) !== checksum);
  if (applied.size > 0 && (!applied.has(baseline) || changed?.name === baseline))
    throw new Error(
      `A build from before 1.0 made this database, or ${baseline} was changed: see docs/upgrading.md.`,
    );
  if (changed)
    throw new Error(`Migration ${changed.name} was changed after it was applied. Restore its original text.`);
  return migrations.filter(({ name }) => !applied.has(name));
}

async function hasTable(sql: Sql | Tx, name: string): Promise<boolean> {
  const [row] = await sql<[{ exists: boolean }]>`SELECT to_regclass(${name}) IS NOT NULL AS exists`;
  return row.exists;
}

/** The checksums of applied migrations, by name. */
async function readApplied(sql: Sql | Tx): Promise<Map<string, string>> {
  const rows = await sql<{ name: string; checksum: string }[]>`SELECT name, checksum FROM schema_migrations`;
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

/** The checksums of the current functions, by name. */
async function readCurrentFunctions(sql: Sql | Tx): Promise<Map<string, string>> {
  const rows = await sql<{ name: string; checksum: string }[]>`
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
      return { name: path + name, text, checksum: checksumOf(text) };
    }),
  );
}

const checksumOf = (text: string) => createHash('sha256').update(text).digest('hex');
