import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Redis } from 'ioredis';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { waitUntil } from '../../src/dev/server/wait-until.ts';
import {
  findDatabase,
  type Services,
  type ServiceUrls,
  startServices,
} from '../../src/dev/supervisor/services.ts';
import { isSupervised } from '../../src/dev/supervisor/supervisor-client.ts';

describe('durable services', () => {
  let dataDir: string;
  let services: Services;

  beforeAll(async () => {
    dataDir = await makeDataDir();
    services = await startServices({ dataDir, mode: 'durable' });
    await withSql(services, (sql) => sql`CREATE TABLE kept (word text)`);
  });

  afterAll(async () => {
    await services.release();
    await rm(dataDir, { recursive: true });
  });

  test('are shared with a second process, and outlive its release', async () => {
    const second = await startServices({ dataDir, mode: 'durable' });
    expect(urlsOf(second)).toEqual(urlsOf(services));
    await second.release();
    expect(await findDatabase(dataDir)).toBe(services.databaseUrl);
    expect(await withRedis(services, (redis) => redis.ping())).toBe('PONG');
  });

  test('are not started if servers are given', async () => {
    const databaseUrl = 'postgres://elsewhere/db';
    const redisUrl = 'redis://elsewhere';
    const oneGiven = await startServices({ dataDir, mode: 'durable', given: { databaseUrl } });
    expect(urlsOf(oneGiven)).toEqual({ databaseUrl, redisUrl: services.redisUrl });
    await oneGiven.release();
    const bothGiven = await startServices({ dataDir, mode: 'durable', given: { databaseUrl, redisUrl } });
    expect(urlsOf(bothGiven)).toEqual({ databaseUrl, redisUrl });
    await bothGiven.release();
  });

  test('refuse the other mode while they run', async () => {
    await expect(startServices({ dataDir, mode: 'fast' })).rejects.toThrow('already run in durable mode');
  });

  test('listen on loopback only, and require the password', async () => {
    const { port } = new URL(services.redisUrl);
    const stranger = new Redis(Number(port), '127.0.0.1', { lazyConnect: true });
    stranger.on('error', () => {}); // the connection fails with the same error
    await expect(stranger.get('key')).rejects.toThrow('NOAUTH');
    stranger.disconnect();
    const [row] = await withSql(services, (sql) => sql`SHOW listen_addresses`);
    expect(row).toEqual({ listen_addresses: '127.0.0.1' });
  });

  describe.each(['postgres', 'redis', 'supervisor'] as const)('after kill -9 of %s', (victim) => {
    test('the next start has the data', async () => {
      await keepWord(services, victim);
      await kill(await pidOf(victim, dataDir));
      services = await startServices({ dataDir, mode: 'durable' });
      expect(await keptWords(services)).toContainEqual([victim, victim]);
    });
  });

  test('restart a killed server on its port', async () => {
    await kill(await pidOf('redis', dataDir));
    const redis = new Redis(services.redisUrl);
    redis.on('error', () => {}); // refused until it runs again
    expect(await redis.ping()).toBe('PONG');
    redis.disconnect();
  });

  test('have one supervisor, all data and the same ports after five concurrent starts', async () => {
    await keepWord(services, 'five');
    const before = urlsOf(services);
    await services.release();
    expect(await findDatabase(dataDir)).toBeUndefined();

    const five = await Promise.all(
      Array.from({ length: 5 }, () => startServices({ dataDir, mode: 'durable' })),
    );
    expect(new Set(five.map(({ redisUrl }) => redisUrl)).size).toBe(1);
    expect(five.map(({ databaseUrl }) => databaseUrl)).toEqual(five.map(() => before.databaseUrl));
    [services = expect.fail()] = five;
    expect(await keptWords(services)).toContainEqual(['five', 'five']);
    await Promise.all(five.slice(1).map((each) => each.release()));
  });

  test('start Postgres even if its pid file contains another running process', async () => {
    await services.release();
    const data = await postgresData(dataDir);
    const status = `${process.pid}\n${data}\n1\n1\n\n127.0.0.1\n\nready\n`;
    await writeFile(join(data, 'postmaster.pid'), status);
    services = await startServices({ dataDir, mode: 'durable' });
    expect(await withSql(services, (sql) => sql`SELECT 1 AS one`)).toEqual([{ one: 1 }]);
  });
});

describe('fast services', () => {
  const dataDirs: string[] = [];
  afterEach(async () => {
    for (const dataDir of dataDirs.splice(0)) await rm(dataDir, { recursive: true });
  });

  test('stop and delete their data on release', async () => {
    const dataDir = await makeDataDir();
    dataDirs.push(dataDir);
    const services = await startServices({ dataDir, mode: 'fast' });
    const [row] = await withSql(services, (sql) => sql`SHOW data_directory`);
    const folder = String(row?.data_directory);
    expect(existsSync(folder)).toBe(true);

    await services.release();
    expect(existsSync(folder)).toBe(false);
    expect(await findDatabase(dataDir)).toBeUndefined();
    await expect(withSql(services, (sql) => sql`SELECT 1`)).rejects.toThrow('ECONNREFUSED');
  });

  test('report why a server does not start', async () => {
    const dataDir = await makeDataDir();
    dataDirs.push(dataDir);
    await writeFile(join(dataDir, 'run.json'), '{"redisUrl":"not a url"}');
    await expect(startServices({ dataDir, mode: 'fast' })).rejects.toThrow('Invalid URL');
    const isOver = async () => !(await isSupervised(dataDir));
    expect(await waitUntil(isOver, 60_000)).toBe(true);
  });
});

const run = promisify(execFile);

function makeDataDir(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'waitlist services ü-'));
}

function urlsOf({ databaseUrl, redisUrl }: ServiceUrls): ServiceUrls {
  return { databaseUrl, redisUrl };
}

async function withSql<T>(services: ServiceUrls, ask: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(services.databaseUrl, { max: 1 });
  return ask(sql).finally(() => sql.end());
}

async function withRedis<T>(services: ServiceUrls, ask: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(services.redisUrl);
  return ask(redis).finally(() => redis.disconnect());
}

async function keepWord(services: ServiceUrls, word: string): Promise<void> {
  await withSql(services, (sql) => sql`INSERT INTO kept VALUES (${word})`);
  await withRedis(services, (redis) => redis.set(word, word));
}

/** Stores and reads a value in Postgres and in Redis. */
async function keptWords(services: ServiceUrls): Promise<[string, string | null][]> {
  const rows = await withSql(services, (sql) => sql<{ word: string }[]>`SELECT word FROM kept`);
  return withRedis(services, (redis) =>
    Promise.all(
      rows.map(async ({ word }): Promise<[string, string | null]> => [word, await redis.get(word)]),
    ),
  );
}

/** The folder of the cluster, which is named after its major version. */
async function postgresData(dataDir: string): Promise<string> {
  const folder = (await readdir(dataDir)).find((name) => /^pg\d/.test(name)) ?? expect.fail();
  return join(dataDir, folder, 'data');
}

async function pidOf(victim: 'postgres' | 'redis' | 'supervisor', dataDir: string): Promise<number> {
  const pidFile = join(await postgresData(dataDir), 'postmaster.pid');
  const postmaster = Number.parseInt(await readFile(pidFile, 'utf8'), 10);
  if (victim === 'postgres') return postmaster;
  if (victim === 'supervisor')
    return Number((await run('ps', ['-o', 'ppid=', '-p', `${postmaster}`])).stdout);
  const folder = (await readdir(dataDir)).find((name) => /^(redis|valkey)\d/.test(name)) ?? expect.fail();
  return Number(await readFile(join(dataDir, folder, 'redis.pid'), 'utf8'));
}

/** Waits for its exit: until then its supervisor considers it alive. */
async function kill(pid: number): Promise<void> {
  process.kill(pid, 'SIGKILL');
  const isGone = async () =>
    (await run('ps', ['-o', 'stat=', '-p', `${pid}`]).catch(() => undefined)) === undefined;
  expect(await waitUntil(isGone, 60_000)).toBe(true);
}
