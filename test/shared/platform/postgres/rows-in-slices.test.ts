import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../../../src/shared/config.ts';
import { openContext } from '../../../../src/shared/context.ts';
import type { Sql } from '../../../../src/shared/platform/postgres/connection.ts';
import { makeDatabase } from '../../../support/service/database.ts';
import { stretchesOf } from '../../../support/values/longest-stretch.ts';

const connections = 8;
/** Of all that several results cost, what may keep others waiting at a time. */
const mostShare = 1 / 4;
/** A collection of garbage may take long, but not each time. */
const runs = 5;

let sql: Sql;
beforeAll(async () => {
  const { databaseUrl } = await makeDatabase();
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    REDIS_URL: 'redis://127.0.0.1:1',
    ENCRYPTION_KEY: '0'.repeat(64),
    DATABASE_POOL: `${connections}`,
    LOG_LEVEL: 'silent',
  });
  ({ sql } = openContext(config, 'web'));
});
afterAll(() => sql?.end({ timeout: 1 }));

test('large results of several connections leave turns to others', async () => {
  const read = () => sql`
    SELECT ('["ü"' || repeat(',{"a":{}}', 2000) || ']')::jsonb AS value FROM generate_series(1, 100)`;
  const readAll = () => Promise.all(Array.from({ length: connections }, read));
  const [first] = await readAll();
  expect(first?.[99]?.value).toEqual(['ü', ...Array.from({ length: 2_000 }, () => ({ a: {} }))]);
  let share = 1;
  for (let run = 0; run < runs && share > mostShare; run++) {
    const { longest, total } = await stretchesOf(readAll);
    share = longest / total;
  }
  expect(share).toBeLessThan(mostShare);
});

test('several statements in one text have their rows each', async () => {
  expect(await sql.unsafe('SELECT 1 AS one; SELECT NULL AS none, ARRAY[1]::text[] AS texts')).toEqual([
    [{ one: 1 }],
    [{ none: null, texts: ['1'] }],
  ]);
});

test('rows of a statement are whole behind one that failed among its own', async () => {
  const onAll = <T>(query: () => Promise<T>) => Promise.all(Array.from({ length: connections }, query));
  const fail = () => sql`SELECT 1 / (3 - i) FROM generate_series(1, 9) i`.catch(({ code }) => code);
  const failed = Array(connections).fill('22012');
  expect(await onAll(fail)).toEqual(failed);
  expect(await onAll(() => sql`SELECT i FROM generate_series(1, 2) i`)).toEqual(
    Array(connections).fill([{ i: 1 }, { i: 2 }]),
  );
  expect(await onAll(fail)).toEqual(failed);
  expect(await onAll(() => sql`SELECT 1 AS one`.raw())).toEqual(
    Array(connections).fill([[Buffer.from('1')]]),
  );
  expect(await onAll(fail)).toEqual(failed);
  expect(await onAll(() => sql.unsafe('SELECT 1 AS one; SELECT 2 AS two'))).toEqual(
    Array(connections).fill([[{ one: 1 }], [{ two: 2 }]]),
  );
});
