import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { readMigrationChecksums } from '../../../../scripts/release/freeze.ts';
import { readOperatorConfig } from '../../../../src/shared/config.ts';
import { openContext } from '../../../../src/shared/context.ts';
import type { Sql } from '../../../../src/shared/platform/postgres/connection.ts';
import {
  findPending,
  migrate,
  pendingMigrations,
  planMigration,
} from '../../../../src/shared/platform/postgres/migrate.ts';
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
    expect(await planMigration(sql)).toEqual(await files());
    expect(await migrate(sql)).toEqual(await files());
    expect(await pendingMigrations(sql)).toEqual([]);
    expect(await planMigration(sql)).toEqual([]);
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

  test('one that changed after it was applied is refused by name', () => {
    const file = (name: string, checksum: string) => ({ name, text: '', checksum });
    const applied = new Map([
      ['0001_baseline.sql', 'a'],
      ['0002_more.sql', 'b'],
    ]);
    const [first, third] = [file('0001_baseline.sql', 'a'), file('0003_new.sql', 'c')];
    expect(findPending([first, file('0002_more.sql', 'b'), third], applied)).toEqual([third]);
    expect(() => findPending([first, file('0002_more.sql', 'other'), third], applied)).toThrow(
      'Migration 0002_more.sql was changed after it was applied. Restore its original text.',
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
    expect(await planMigration(sql)).toEqual(['functions/current_month.sql']);
    expect(await migrate(sql)).toEqual(['functions/current_month.sql']);
    expect(await sql`SELECT current_month() > '2000-01-01' AS ours`).toEqual([{ ours: true }]);
    expect(await migrate(sql)).toEqual([]);
  });

  test.each([['0001_accounts.sql'], ['0001_baseline.sql', '0002_brand_logos.sql']])(
    'a database from before the baseline is refused, and left as it was (%s, …)',
    async (...names) => {
      const [sql] = (await emptyDatabase(1)) as [Sql];
      await sql`CREATE TABLE schema_migrations (name text PRIMARY KEY, checksum text NOT NULL)`;
      for (const name of names) await sql`INSERT INTO schema_migrations VALUES (${name}, 'of its text')`;
      await expect(planMigration(sql)).rejects.toThrow('A build from before 1.0 made this database');
      await expect(migrate(sql)).rejects.toThrow('A build from before 1.0 made this database');
      expect(await pendingMigrations(sql)).toEqual(await files()); // so that no process is ready on it
      expect(await sql`SELECT to_regclass('accounts')::text AS name`).toEqual([{ name: null }]);
    },
  );

  /** Applies the baseline and the functions alone, as the last build before the baseline left a database. */
  async function applyBaseline(sql: Sql): Promise<void> {
    await sql`CREATE TABLE schema_migrations (name text PRIMARY KEY, checksum text NOT NULL)`;
    await sql`CREATE TABLE schema_functions (name text, checksum text, PRIMARY KEY (name, checksum))`;
    await sql`ALTER TABLE schema_functions ADD COLUMN applied_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()`;
    for (const name of ['0001_baseline.sql', ...(await files()).filter((each) => each.includes('/'))]) {
      const text = await readFile(`migrations/${name}`, 'utf8');
      await sql.unsafe(text);
      const checksum = createHash('sha256').update(text).digest('hex');
      if (name.includes('/'))
        await sql`INSERT INTO schema_functions (name, checksum) VALUES (${name}, ${checksum})`;
    }
  }

  test('a database of the last build before the baseline is taken over, and still serves that build', async () => {
    const [sql] = (await emptyDatabase(1)) as [Sql];
    await applyBaseline(sql);
    const later = (await sqlFiles('migrations')).slice(1);
    const history = await readFile('test/shared/platform/postgres/history-before-baseline.txt', 'utf8');
    for (const line of history.trim().split('\n')) {
      const [checksum = '', name = ''] = line.split('  ');
      await sql`INSERT INTO schema_migrations (name, checksum) VALUES (${name}, ${checksum})`;
    }
    const read = () => sql<{ name: string }[]>`SELECT name, checksum FROM schema_migrations ORDER BY name`;
    const before = await read();
    expect(await pendingMigrations(sql)).toEqual(['0001_baseline.sql', ...later]);
    expect(await planMigration(sql)).toEqual(later);
    expect(await read()).toEqual(before);
    expect(await migrate(sql)).toEqual(later);
    expect(await pendingMigrations(sql)).toEqual([]);
    const after = (await read()).filter(({ name }) => !later.includes(name));
    expect(after.map(({ name }) => name)).toEqual(before.map(({ name }) => name));
    expect(after.slice(1)).toEqual(before.slice(1));
    expect(await migrate(sql)).toEqual([]);
    await sql`UPDATE schema_migrations SET checksum = ${'0'.repeat(64)} WHERE name = '0001_baseline.sql'`;
    await expect(migrate(sql)).rejects.toThrow('or 0001_baseline.sql was changed');
  });

  test('migrations of a release never change: a correction is a new one', async () => {
    const released = await readFile('migrations/checksums', 'utf8');
    expect((await readMigrationChecksums()).slice(0, released.length)).toBe(released);
  });
});
