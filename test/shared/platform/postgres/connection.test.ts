import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readConfig } from '../../../../src/shared/config.ts';
import { openContext } from '../../../../src/shared/context.ts';
import {
  openDatabase,
  pipeline,
  type Sql,
  type Tx,
} from '../../../../src/shared/platform/postgres/connection.ts';
import { sqlUntil } from '../../../../src/shared/platform/postgres/reading/sql-until.ts';
import { ServerSocket } from '../../../../src/shared/platform/postgres/server/server-socket.ts';
import { TimeoutError } from '../../../../src/shared/platform/process/with-timeout.ts';
import { makeCertificate } from '../../../support/network/certificate.ts';
import { startTcpProxy, type TcpProxy, throughPort } from '../../../support/network/tcp-proxy.ts';
import { startTlsFront } from '../../../support/network/tls-front.ts';
import { makeDatabase } from '../../../support/service/database.ts';

let proxy: TcpProxy;
let port: number;
let env: NodeJS.ProcessEnv;
let sql: Sql;

beforeAll(async () => {
  const { databaseUrl } = await makeDatabase();
  port = Number(new URL(databaseUrl).port);
  proxy = await startTcpProxy(port);
  env = {
    DATABASE_URL: throughPort(databaseUrl, proxy.port),
    REDIS_URL: 'redis://127.0.0.1:1',
    ENCRYPTION_KEY: '0'.repeat(64),
    LOG_LEVEL: 'silent',
  };
  ({ sql } = openContext(readConfig(env), 'cli'));
});

afterAll(async () => {
  await sql?.end({ timeout: 1 });
  await proxy?.close();
});

async function overTls() {
  const now = Date.now();
  const certificate = makeCertificate('localhost', new Date(now - 9e7), new Date(now + 9e7));
  const front = await startTlsFront(env.DATABASE_URL ?? '', certificate);
  return { front, url: `${front.url}?sslmode=no-verify` };
}

/** A pool of one connection. */
function openSingle(DATABASE_URL = env.DATABASE_URL): Sql {
  const config = readConfig({ ...env, DATABASE_URL });
  return openDatabase(config, openContext(config, 'cli').log, 'single', 1);
}

test('a connection lost within a transaction fails it, not the process, and the next one works (C1.16)', async () => {
  for (let time = 0; time < 20; time++) {
    const lost = sql.begin(async (tx) => {
      await tx`SELECT 1`;
      const slow = tx`SELECT pg_sleep(4)`;
      slow.catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, 5)); // it is on its way
      proxy.switchTo(port);
      await slow;
    });
    await expect(lost).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
    expect(await sql.begin(async (tx) => (await tx`SELECT 1 AS one`)[0])).toEqual({ one: 1 });
  }
});

test('connections lost while their transactions do something else fail these, not the process (C1.16)', async () => {
  const ends: ((tx: Tx) => unknown)[] = [
    (tx) => tx`SELECT 2`,
    () => 'done',
    () => Promise.reject(new Error('of our own')),
  ];
  for (const end of ends) {
    let begun = 0;
    const events = new EventEmitter();
    const cut = once(events, 'cut');
    const lost = Array.from({ length: 3 }, () =>
      sql.begin(async (tx) => {
        await tx`SELECT 1`;
        begun += 1;
        if (begun === 3) {
          proxy.switchTo(port);
          events.emit('cut');
        }
        await cut;
        await sleep(100);
        return end(tx);
      }),
    );
    for (const each of lost) await expect(each).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
    await sleep(100); // all have done what they do
  }
});

test('an error within a transaction rolls it back and leaves the connection to others', async () => {
  const first = sql.begin(async (tx) => {
    await tx`CREATE TABLE never (id int)`;
    await tx`SELECT 1 / 0`;
  });
  await expect(first).rejects.toMatchObject({ code: '22012' });
  const second = sql.begin('READ ONLY', () => Promise.reject(new Error('of our own')));
  await expect(second).rejects.toThrow('of our own');
  expect(await sql`SELECT to_regclass('never') AS name`).toEqual([{ name: null }]);
});

test('statements sent together are done in their order, and each sees what was committed before it began', async () => {
  await sql`CREATE TABLE counter AS SELECT 0 AS value`;
  let seen: Promise<number | undefined> | undefined;
  await sql.begin(async (tx) => {
    await tx`UPDATE counter SET value = 7`;
    seen = sql.begin(async (other) => {
      const [, [row]] = await pipeline(
        other`SELECT 1 FROM counter FOR UPDATE`, // waits for the commit
        other<{ value: number }[]>`SELECT value FROM counter`,
      );
      return row?.value;
    });
    const isWaiting = async () =>
      (
        await sql`
          SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
      ).length > 0;
    await expect.poll(isWaiting).toBe(true);
  });
  expect(await seen).toBe(7);
});

test('where one of them fails, none of them has been, and it is told why', async () => {
  await sql`CREATE TABLE few (id int)`;
  const failed = sql.begin((tx) =>
    pipeline(tx`INSERT INTO few VALUES (1)`, tx`SELECT 1 / 0`, tx`INSERT INTO few VALUES (2)`),
  );
  await expect(failed).rejects.toMatchObject({ code: '22012' });
  expect(await sql`SELECT id FROM few`).toEqual([]);
});

test('a transaction whose backend is ended by the operator fails as well', async () => {
  const ended = sql.begin(async (tx) => {
    await tx`SELECT pg_terminate_backend(pg_backend_pid())`;
  });
  await expect(ended).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
  expect(await sql`SELECT 1 AS one`).toEqual([{ one: 1 }]);
});

test('arrays of texts and ids arrive as they were sent', async () => {
  const texts = [
    '',
    'a',
    'a b',
    'a,b',
    '{}',
    'NULL',
    'null',
    '"',
    '\\',
    '\\"',
    "'",
    'é😀',
    'a\nb',
    ' ',
    null,
  ];
  const ids = ['01a1fba2-7b8b-7073-bb35-da84587d0cad', '01a1fba2-d556-79aa-a336-d3a91f9cbf05'];
  const [row] = await sql`
    SELECT ${texts}::text[] AS texts, ${ids}::uuid[] AS ids, ${[]}::uuid[] AS none, cardinality(${texts}::text[]) AS length`;
  expect(row).toEqual({ texts, ids, none: [], length: texts.length });
});

test('a parameter that may be undefined does not compile', () => {
  // @ts-expect-error: the driver would notice it only when it sends the statement
  expect(() => sql`SELECT ${undefined}`).not.toThrow();
});

test('however many statements are on their way, a transaction behind them is one, and a read is cancelled', async () => {
  const other = openContext(readConfig({ ...env, DATABASE_POOL: '2' }), 'cli');
  const over = new AbortController();
  const twice = <T>(query: () => Promise<T>) => Promise.all([query(), query()]);
  await twice(() => other.sql`SELECT pg_sleep(0.1)`); // both connections are open
  const many = Array.from({ length: 200 }, () => other.sql`SELECT 1`.execute());
  const begun = twice(() => other.sql.begin((tx) => tx`SELECT txid_current_if_assigned() IS NULL AS none`));
  expect(await begun).toEqual([[{ none: true }], [{ none: true }]]);
  await Promise.all(many);
  const more = Array.from({ length: 200 }, () => other.sql`SELECT 1`.execute());
  const reading = twice(() => sqlUntil(other.sql, over.signal)`SELECT 2 AS two`);
  expect(await reading).toEqual([[{ two: 2 }], [{ two: 2 }]]);
  await Promise.all(more);
  await other.sql.end({ timeout: 1 });
});

test('a statement that is cancelled gives its connection back, also over TLS', async () => {
  const { front, url } = await overTls();
  const other = openContext(readConfig({ ...env, DATABASE_URL: url, DATABASE_POOL: '2' }), 'cli');
  for (let round = 0; round < 3; round++) {
    const over = new AbortController();
    const read = sqlUntil(other.sql, over.signal)`SELECT pg_sleep(4) AS slept`.execute();
    const isRunning = async () =>
      (
        await sql`SELECT 1 FROM pg_stat_activity WHERE state = 'active' AND query = 'SELECT pg_sleep(4) AS slept'`
      ).length > 0;
    await expect.poll(isRunning).toBe(true);
    over.abort();
    await expect(read).rejects.toBeInstanceOf(TimeoutError);
  }
  expect(await other.sql`SELECT 1 AS one`).toEqual([{ one: 1 }]);
  await other.sql.end({ timeout: 1 });
  await front.close();
});

test('a late cancellation never meets the statement of somebody else', async () => {
  const isCancel = (chunk: Buffer) => chunk.length === 16 && chunk.readUInt32BE(4) === 80_877_102;
  const late = await startTcpProxy(port, (client, server) => {
    server.pipe(client);
    client.on('data', async (chunk) => {
      if (isCancel(chunk)) await sleep(400);
      server.write(chunk);
    });
  });
  const single = openSingle(throughPort(env.DATABASE_URL ?? '', late.port));
  const ways: ((sql: Sql) => Promise<unknown>)[] = [
    (over) => over`SELECT pg_sleep(0.2)`,
    (over) => over.begin((tx) => tx`SELECT pg_sleep(0.2)`),
    (over) =>
      over.begin(async (tx) => {
        tx`SELECT pg_sleep(0.2)`.catch(() => {});
        await sleep(10); // it is on its way
        throw new Error('of our own');
      }),
  ];
  for (const way of ways) {
    const over = new AbortController();
    const left = way(sqlUntil(single, over.signal)).catch(() => {});
    await sleep(50);
    over.abort();
    expect(await single`SELECT pg_sleep(0.4), 'ours' AS whose`).toMatchObject([{ whose: 'ours' }]);
    await left;
  }
  await single.end({ timeout: 1 });
  await late.close();
});

test('a proxy without a server behind it fails a statement, and the next one once it has one', async () => {
  const empty = await startTcpProxy(1);
  const other = openContext(
    readConfig({ ...env, DATABASE_URL: throughPort(env.DATABASE_URL ?? '', empty.port) }),
    'cli',
  );
  await expect(other.sql`SELECT 1`).rejects.toMatchObject({
    code: expect.stringMatching(/^(CONNECTION_UNANSWERED|ECONNRESET)$/), // reset if it has not read all
  });
  empty.switchTo(port);
  expect(await other.sql`SELECT 1 AS one`).toEqual([{ one: 1 }]);
  await other.sql.end({ timeout: 1 });
  await empty.close();
});

test('a server lost at the first statement of a connection fails that, not the process (C1.16)', async () => {
  const falling = await startTcpProxy(port, (client, server) => {
    server.pipe(client);
    client.on('data', (chunk) => {
      if (/select/i.test(chunk.toString('latin1'))) void falling.close();
      else server.write(chunk);
    });
  });
  const other = openContext(
    readConfig({ ...env, DATABASE_URL: throughPort(env.DATABASE_URL ?? '', falling.port) }),
    'cli',
  );
  await expect(other.sql`SELECT 1`).rejects.toMatchObject({
    code: expect.stringMatching(/^(CONNECTION_|ECONN)/),
  });
  await other.sql.end({ timeout: 1 });
});

test('connections that are lost all at once come back, also where a statement was just being given to one (C1.16)', async () => {
  const other = openContext(readConfig(env), 'cli');
  const eight = () => Promise.allSettled(Array.from({ length: 8 }, () => other.sql`SELECT pg_sleep(0.05)`));
  const failures = async () => (await eight()).filter(({ status }) => status === 'rejected').length;
  for (let round = 0; round < 5; round++) {
    await eight();
    const begun = Array.from({ length: 4 }, async () => {
      await other.sql`SELECT pg_sleep(4)`.catch(() => {});
      await other.sql`SELECT 1`.catch(() => {}); // on one whose end has not been told yet
    });
    await sleep(50);
    proxy.switchTo(port);
    await Promise.all(begun);
    expect(await failures()).toBe(0);
  }
  await other.sql.end({ timeout: 1 });
});

test('a statement right behind a connection that the network lost is answered over another one', async () => {
  const connecting = vi.spyOn(ServerSocket.prototype, 'connect');
  const single = openSingle();
  await single`SELECT 1`;
  const [socket] = connecting.mock.contexts as [ServerSocket];
  connecting.mockRestore();
  const lost = single`SELECT pg_sleep(4)`.execute();
  const next = lost.catch(({ code }) => single`SELECT ${code}::text AS code`);
  await sleep(50);
  // As Node does after keepalives without an answer.
  socket.destroy(Object.assign(new Error('read ETIMEDOUT'), { code: 'ETIMEDOUT', syscall: 'read' }));
  expect(await next).toEqual([{ code: 'ETIMEDOUT' }]);
  await single.end({ timeout: 1 });
});

test('statements that wait where a connection is lost are answered, and leave no connection open', async () => {
  const single = openSingle();
  const pidOf = async (over: Sql | Tx) => (await over`SELECT pg_backend_pid() AS pid`)[0]?.pid;
  const lost = single.begin(async (tx) => {
    await tx`SELECT 1`;
    proxy.switchTo(port);
    await sleep(100);
  });
  const waiting = [single.begin(pidOf), single.begin(pidOf)];
  await expect(lost).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
  const open = async () =>
    (await sql`SELECT pid FROM pg_stat_activity WHERE application_name = 'waitlist-single'`).map(
      ({ pid }) => pid,
    );
  const left = await Promise.all(waiting);
  const kept = await pidOf(single);
  expect(left).not.toContain(kept);
  await expect.poll(open).toEqual([kept]);
  await single.end({ timeout: 1 });
});
