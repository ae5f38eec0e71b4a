import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { Sql, Tx } from './connection.ts';

/** The same from `src/shared` and from `dist/shared`. */
const folder = new URL('../../../migrations/', import.meta.url);

/** Any number that nothing else locks in this database. */
const lockKey = 7_265_001;

/**
 * Brings the database up to date: plain SQL files in the order of their names, forward only, all that are
 * pending in one transaction. Several may run at once; one does the work.
 * @returns the names of those that it applied. @throws Error for a file that changed after it was applied
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
    const applied = await readApplied(tx);
    const done: string[] = [];
    for (const name of await fileNames()) {
      const text = await readFile(new URL(name, folder), 'utf8');
      const checksum = createHash('sha256').update(text).digest('hex');
      const known = applied.get(name);
      if (known === checksum) continue;
      if (known !== undefined) throw new Error(`Migration ${name} was changed after it was applied`);
      onProgress(`Applying ${name}`);
      await tx.unsafe(text);
      await tx`INSERT INTO schema_migrations ${tx({ name, checksum })}`;
      done.push(name);
    }
    return done;
  });
}

/** Names of the files that this database has not seen. */
export async function pendingMigrations(sql: Sql): Promise<string[]> {
  const [table] = await sql<[{ name: string | null }]>`SELECT to_regclass('schema_migrations')::text AS name`;
  const applied = table.name === null ? new Map<string, string>() : await readApplied(sql);
  return (await fileNames()).filter((name) => !applied.has(name));
}

async function fileNames(): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
}

/** Checksums by name. */
async function readApplied(sql: Sql | Tx): Promise<Map<string, string>> {
  const rows = await sql<{ name: string; checksum: string }[]>`SELECT name, checksum FROM schema_migrations`;
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}
