import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../src/shared/config.ts';
import { openContext } from '../../src/shared/context.ts';
import type { Sql } from '../../src/shared/db.ts';
import { makeDatabase } from '../support/database.ts';
import { startTcpProxy, type TcpProxy, throughPort } from '../support/tcp-proxy.ts';

let proxy: TcpProxy;
let port: number;
let sql: Sql;

beforeAll(async () => {
  const { databaseUrl } = await makeDatabase();
  port = Number(new URL(databaseUrl).port);
  proxy = await startTcpProxy(port);
  const env = { DATABASE_URL: throughPort(databaseUrl, proxy.port), REDIS_URL: 'redis://127.0.0.1:1' };
  ({ sql } = openContext(readConfig({ ...env, ENCRYPTION_KEY: '0'.repeat(64), LOG_LEVEL: 'silent' }), 'cli'));
});

afterAll(async () => {
  await sql?.end({ timeout: 1 });
  await proxy?.close();
});

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

test('a transaction whose backend is ended by the operator fails as well', async () => {
  const ended = sql.begin(async (tx) => {
    await tx`SELECT pg_terminate_backend(pg_backend_pid())`;
  });
  await expect(ended).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
  expect(await sql`SELECT 1 AS one`).toEqual([{ one: 1 }]);
});
