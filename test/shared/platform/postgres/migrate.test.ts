import { readdir } from 'node:fs/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { readOperatorConfig } from '../../../../src/shared/config.ts';
import { openContext } from '../../../../src/shared/context.ts';
import type { Sql } from '../../../../src/shared/platform/postgres/connection.ts';
import { migrate, pendingMigrations } from '../../../../src/shared/platform/postgres/migrate.ts';
import { makeDatabase } from '../../../support/service/database.ts';

describe('migrate', () => {
  const open: Sql[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((sql) => sql.end()));
  });

  /** Connections to one empty database, as if of several processes. */
  async function emptyDatabase<Count extends number>(processes: Count): Promise<Sql[]> {
    const { databaseUrl } = await makeDatabase({ migrated: false });
    const config = readOperatorConfig({ DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent' });
    for (let n = 0; n < processes; n++) open.push(openContext(config, 'cli').sql);
    return open;
  }
  const sqlFiles = async (folder: string) =>
    (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const files = async () => [
    ...(await sqlFiles('migrations')),
    ...(await sqlFiles('migrations/functions')).map((name) => `functions/${name}`),
  ];

  test('applies every file in order, and the second time none (C10)', async () => {
    const [sql] = (await emptyDatabase(1)) as [Sql];
    expect(await pendingMigrations(sql)).toEqual(await files());
    expect(await migrate(sql)).toEqual(await files());
    expect(await pendingMigrations(sql)).toEqual([]);
    expect(await migrate(sql)).toEqual([]);
    expect(await sql`SELECT count(*) FROM accounts`).toEqual([{ count: 0 }]);
  });

  test('what Postgres would write of every function into a dump makes that function again', async () => {
    const [sql] = (await emptyDatabase(1)) as [Sql];
    await migrate(sql);
    const functions = await sql<{ definition: string }[]>`
      SELECT pg_get_functiondef(oid) AS definition FROM pg_proc WHERE pronamespace = 'public'::regnamespace`;
    expect(functions.length).toBeGreaterThan(3);
    for (const { definition } of functions) await sql.unsafe(definition);
  });

  test('three at once: one applies all, the others none', async () => {
    const processes = await emptyDatabase(3);
    const applied = await Promise.all(processes.map((sql) => migrate(sql)));
    expect(applied.filter((names) => names.length > 0)).toEqual([await files()]);
  });

  test('a file that changed after it was applied is refused by name', async () => {
    const [sql] = (await emptyDatabase(1)) as [Sql];
    await migrate(sql);
    await sql`UPDATE schema_migrations SET checksum = 'of another text' WHERE name = '0001_baseline.sql'`;
    await expect(migrate(sql)).rejects.toThrow(
      'Migration 0001_baseline.sql was changed after it was applied',
    );
  });

  test('one that fails leaves the database as it was', async () => {
    const [sql] = (await emptyDatabase(1)) as [Sql];
    await sql`CREATE TABLE outbox (in_the_way text)`;
    await expect(migrate(sql)).rejects.toThrow('already exists');
    expect(await pendingMigrations(sql)).toEqual(await files());
    expect(await sql`SELECT to_regclass('accounts')::text AS name`).toEqual([{ name: null }]);
    await sql`DROP TABLE outbox`;
    expect(await migrate(sql)).toEqual(await files());
  });

  test('pending ones are those that the database has not seen', async () => {
    const [sql] = (await emptyDatabase(1)) as [Sql];
    await migrate(sql);
    await sql`DELETE FROM schema_migrations WHERE name = '0001_baseline.sql'`;
    await sql`DELETE FROM schema_functions WHERE name = 'functions/current_month.sql'`;
    expect(await pendingMigrations(sql)).toEqual(['0001_baseline.sql', 'functions/current_month.sql']);
  });

  test('a function whose text is another one is applied anew, and back again for an older release', async () => {
    const [sql] = (await emptyDatabase(1)) as [Sql];
    await migrate(sql);
    await sql`INSERT INTO schema_functions (name, checksum) VALUES ('functions/current_month.sql', 'of a newer text')`;
    await sql`CREATE OR REPLACE FUNCTION current_month() RETURNS date LANGUAGE sql RETURN '2000-01-01'::date`;
    expect(await pendingMigrations(sql)).toEqual([]); // an older process goes on beside the newer one
    expect(await migrate(sql)).toEqual(['functions/current_month.sql']);
    expect(await sql`SELECT current_month() > '2000-01-01' AS ours`).toEqual([{ ours: true }]);
    expect(await migrate(sql)).toEqual([]);
  });

  test.each([['0001_accounts.sql'], ['0001_baseline.sql', '0002_settings_and_links.sql']])(
    'a database from before the first release is refused, and left as it was (%s, …)',
    async (...names) => {
      const [sql] = (await emptyDatabase(1)) as [Sql];
      await sql`CREATE TABLE schema_migrations (name text PRIMARY KEY, checksum text NOT NULL)`;
      for (const name of names) await sql`INSERT INTO schema_migrations VALUES (${name}, 'of its text')`;
      await expect(migrate(sql)).rejects.toThrow(
        'This database was created before the first release and cannot be migrated. Start with an empty database.',
      );
      expect(await pendingMigrations(sql)).toEqual(await files()); // so that no process is ready on it
      expect(await sql`SELECT to_regclass('accounts')::text AS name`).toEqual([{ name: null }]);
    },
  );
});
