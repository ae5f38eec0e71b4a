import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../../../src/shared/config.ts';
import { openContext } from '../../../../src/shared/context.ts';
import {
  openDatabase,
  pipeline,
  type Sql,
  type Tx,
} from '../../../../src/shared/platform/postgres/connection.ts';
import { sqlUntil } from '../../../../src/shared/platform/postgres/reading/sql-until.ts';
import {
  readTransaction,
  statement,
  transaction,
} from '../../../../src/shared/platform/postgres/transaction.ts';
import { makeDatabase } from '../../../support/service/database.ts';
import { countDeadlocks } from '../../../support/storm/invariants.ts';

let sql: Sql;
/** A pool of one connection. */
let single: Sql;

beforeAll(async () => {
  const { databaseUrl } = await makeDatabase();
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    REDIS_URL: 'redis://127.0.0.1:1',
    ENCRYPTION_KEY: '0'.repeat(64),
    LOG_LEVEL: 'silent',
  });
  const ctx = openContext(config, 'cli');
  sql = ctx.sql;
  single = openDatabase(config, ctx.log, 'single', 1);
  await sql`CREATE TABLE things (id integer PRIMARY KEY, changes integer NOT NULL DEFAULT 0)`;
  await sql`INSERT INTO things (id) VALUES (1), (2), (3)`;
});
afterAll(async () => {
  await sql.end({ timeout: 1 });
  await single.end({ timeout: 1 });
});

/** Something that one waits for until another one gives it. */
function signal() {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}

const change = (tx: Tx, id: number) => tx`UPDATE things SET changes = changes + 1 WHERE id = ${id}`;
const changes = async (id: number) => (await sql`SELECT changes FROM things WHERE id = ${id}`)[0]?.changes;

test('of two transactions that wait for each other, the one that Postgres breaks off is run again', async () => {
  let arrived = 0;
  const bothHaveOne = signal();
  let runs = 0;
  const crossing = (first: number, second: number) =>
    transaction(sql, async (tx) => {
      runs += 1;
      await change(tx, first);
      arrived += 1;
      if (arrived === 2) bothHaveOne.give();
      await bothHaveOne.given;
      await change(tx, second);
      return `${first}${second}`;
    });
  expect(await Promise.all([crossing(1, 2), crossing(2, 1)])).toEqual(['12', '21']);
  expect(runs).toBe(3);
  expect([await changes(1), await changes(2)]).toEqual([2, 2]);
  await expect.poll(() => countDeadlocks(sql)).toBe(1); // counted soon
});

test('what waited for a lock in vain waits once more', async () => {
  const [held, release] = [signal(), signal()];
  const holder = sql.begin(async (tx) => {
    await change(tx, 3);
    held.give();
    await release.given;
  });
  await held.given;
  let tries = 0;
  const waiting = transaction(sql, async (tx) => {
    tries += 1;
    if (tries === 2) release.give();
    await change(tx, 3);
  });
  await waiting;
  await holder;
  expect(tries).toBe(2);
  expect(await changes(3)).toBe(2);
});

test('an error of any other kind is passed on at once', async () => {
  let tries = 0;
  const failing = statement(sql, async (tx) => {
    tries += 1;
    await tx`INSERT INTO things (id) VALUES (1)`;
  });
  await expect(failing).rejects.toMatchObject({ code: '23505' });
  expect(tries).toBe(1);
});

test('a write to a server that became read-only goes to the primary, over a new connection', async () => {
  const pidOf = async () => (await single`SELECT pg_backend_pid() AS pid`)[0]?.pid;
  // Of this connection alone, as if its server had been demoted.
  await single`SET default_transaction_read_only = on`;
  const before = await pidOf();
  await statement(single, (tx) => change(tx, 1));
  expect(await pidOf()).not.toBe(before);
});

test('a migration beside prepared statements fails none of them, however many connections have them', async () => {
  await sql`CREATE TABLE results (id integer PRIMARY KEY, size integer NOT NULL)`;
  const read = (tx: Tx) => tx`SELECT size FROM results WHERE id = ${1}`;
  const write = (tx: Tx) => tx`
    INSERT INTO results (id, size) VALUES (${1}, ${1}) ON CONFLICT (id) DO UPDATE SET size = results.size + 1 RETURNING size`;
  const connections = sql.options.max;
  /** Runs both on every connection of the pool. */
  async function useAll(): Promise<void> {
    const all = Array.from({ length: connections }, signal);
    await Promise.all(
      all.map((one) =>
        readTransaction(sql, async (tx) => {
          await read(tx);
          one.give();
          await Promise.all(all.map(({ given }) => given));
        }),
      ),
    );
    await Promise.all(all.map(() => transaction(sql, write)));
  }
  await useAll();
  await sql`ALTER TABLE results ALTER COLUMN size TYPE bigint`;
  await useAll();
  expect(await sql`SELECT size FROM results`).toEqual([{ size: 2 * connections }]);
});

test('a statement that a migration made stale is sent again as it was, and mixed up with no other', async () => {
  await sql`CREATE TABLE sizes AS SELECT 1 AS size`;
  let type = 'integer';
  const migrate = () => {
    type = type === 'integer' ? 'bigint' : 'integer';
    return sql.unsafe(`ALTER TABLE sizes ALTER COLUMN size TYPE ${type}`);
  };
  const stale = (over: Sql) => over`
    SELECT size, ${true}::boolean AS yes, ${{ a: 1 } as never}::jsonb AS value, ${['a']}::text[] AS list FROM sizes`;
  const answer = [{ size: 1, yes: true, value: { a: 1 }, list: ['a'] }];
  const until = sqlUntil(single, new AbortController().signal);
  const pipelined = () =>
    transaction(single, (tx) =>
      pipeline(tx`SELECT size FROM sizes WHERE ${1}::integer = 1`, tx`SELECT ${2}::integer AS two`),
    );
  const other = (name: string) => single`SELECT ${name}::text AS name`;
  for (let round = 0; round < 3; round++) {
    expect([await stale(single), await pipelined()]).toEqual([answer, [[{ size: 1 }], [{ two: 2 }]]]);
    await migrate();
    expect(await stale(until)).toEqual(answer);
    await migrate();
    expect(await pipelined()).toEqual([[{ size: 1 }], [{ two: 2 }]]);
    expect([await stale(single), await other('first')]).toEqual([answer, [{ name: 'first' }]]);
    await migrate();
    const first = stale(single).execute();
    const others: Promise<unknown>[] = [];
    for (let turn = 0; turn < 30; turn++) {
      others.push(other(`${turn}`).execute());
      if (turn % 3 === 0) await nextTurn();
    }
    expect([await first, await Promise.all(others)]).toEqual([
      answer,
      others.map((_, turn) => [{ name: `${turn}` }]),
    ]);
  }
});
