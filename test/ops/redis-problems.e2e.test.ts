import { mkdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { waitlist } from '../cli/cli.ts';
import { type OwnRedis, startOwnRedis } from '../support/service/own-redis.ts';
import { type ServiceProcess, startProcess } from '../support/service/processes.ts';
import { useService } from '../support/service/service.ts';

const service = useService();
let redis: OwnRedis;
let client: Redis;
let source: OwnRedis | undefined;
const running: ServiceProcess[] = [];
beforeAll(async () => {
  redis = await startOwnRedis();
  client = new Redis(redis.url);
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((each) => each.stop()));
});
afterAll(async () => {
  client?.disconnect();
  await redis?.close();
});

async function start(kind: 'web' | 'worker', url = redis.url): Promise<ServiceProcess> {
  const started = await startProcess(kind, { ...service.env, REDIS_URL: url });
  running.push(started);
  return started;
}

/** With the levels of their lines: 40 passes by itself, 50 does not. */
const reasonsIn = ({ log }: ServiceProcess) =>
  new Set(log.flatMap(({ level, reason }) => (reason === undefined ? [] : [`${level} ${reason}`])));

/** The same, but for a connection that a busy machine was slow to make. */
const problemsIn = (started: ServiceProcess) =>
  [...reasonsIn(started)].filter((each) => each !== '40 Redis cannot be reached');

async function noteOf({ url }: ServiceProcess): Promise<string | undefined> {
  const response = await fetch(`${url}/readyz`);
  expect(response.status).toBe(200); // it serves without Redis
  return ((await response.json()) as { note?: string }).note;
}

async function doctor(): Promise<{ state: string; message: string; advice: string }> {
  const { stdout } = await waitlist({ ...service.env, REDIS_URL: redis.url }, 'doctor', '--json');
  const { checks } = JSON.parse(stdout);
  return checks.find(({ check }: { check: string }) => check === 'redis');
}

/** What a folder at this path keeps it from writing. */
async function dumpPath(): Promise<string> {
  const [, dir] = (await client.config('GET', 'dir')) as [string, string];
  const [, file] = (await client.config('GET', 'dbfilename')) as [string, string];
  return join(dir, file);
}

test.each([
  {
    reason: 'Redis has no connection left',
    level: 40,
    advice: 'maxclients',
    spoil: () => client.config('SET', 'maxclients', '1'),
    mend: () => client.config('SET', 'maxclients', '1000'),
  },
  {
    reason: 'Redis refuses the login', // NOAUTH
    level: 50,
    advice: 'password',
    spoil: () => client.config('SET', 'requirepass', 'secret'),
    mend: () => client.config('SET', 'requirepass', ''),
  },
  {
    reason: 'Redis is full',
    level: 40,
    advice: 'maxmemory',
    spoil: () => client.config('SET', 'maxmemory', '1000'),
    mend: () => client.config('SET', 'maxmemory', '0'),
  },
  {
    reason: 'Redis takes no writes: it is a replica',
    level: 40,
    advice: 'primary',
    spoil: () => client.replicaof('127.0.0.1', 1),
    mend: () => client.replicaof('NO', 'ONE'),
  },
  {
    reason: 'Redis refuses a right',
    level: 50,
    advice: 'all commands',
    spoil: () => client.acl('SETUSER', 'default', '-@write'),
    mend: () => client.acl('SETUSER', 'default', '+@write'),
  },
  {
    reason: 'Redis takes no writes: it cannot save its data',
    level: 40,
    advice: 'disk',
    async spoil() {
      await mkdir(await dumpPath());
      await client.config('SET', 'save', '3600 1');
      await client.bgsave();
      await expect.poll(() => client.info('persistence')).toContain('rdb_last_bgsave_status:err');
    },
    async mend() {
      await rmdir(await dumpPath());
      await client.bgsave();
      await expect.poll(() => client.info('persistence')).toContain('rdb_last_bgsave_status:ok');
      await client.config('SET', 'save', '');
    },
  },
  {
    reason: 'Redis is starting, or lacks a part', // LOADING
    level: 40,
    advice: '',
    async spoil() {
      source = await startOwnRedis();
      const filling = new Redis(source.url);
      await filling.config('SET', 'rdbcompression', 'no');
      await filling.config('SET', 'repl-diskless-sync-delay', '0');
      await filling.eval("for n = 1, 10000 do redis.call('SET', 'key' .. n, ('x'):rep(1000)) end", 0);
      filling.disconnect();
      await client.config('SET', 'key-load-delay', '10000'); // 10 ms for each key
      await client.config('SET', 'loading-process-events-interval-bytes', '1024');
      const { password, port } = new URL(source.url);
      await client.config('SET', 'masterauth', password);
      await client.replicaof('127.0.0.1', Number(port));
      await expect.poll(() => client.get('key1').catch(String)).toMatch(/LOADING/);
    },
    async mend() {
      await client.config('SET', 'key-load-delay', '0');
      await expect.poll(() => client.get('key1').catch(String)).toMatch(/^x+$/);
      await client.replicaof('NO', 'ONE');
      await client.flushall();
      await source?.close();
    },
  },
  {
    reason: 'Redis is starting, or lacks a part', // MASTERDOWN
    level: 40,
    advice: '',
    async spoil() {
      await client.config('SET', 'replica-serve-stale-data', 'no');
      await client.config('SET', 'replica-read-only', 'no'); // else it says first that it is a replica
      await client.replicaof('127.0.0.1', 1);
    },
    mend: () => client.replicaof('NO', 'ONE'),
  },
])(
  '$reason: log, /readyz and doctor say so, and that it is over',
  async ({ reason, level, advice, spoil, mend }) => {
    await spoil();
    let isMended = false;
    try {
      const [web, worker] = await Promise.all([start('web'), start('worker')]);
      await expect.poll(() => noteOf(web)).toBe(reason);
      await expect
        .poll(() => [web, worker].map(problemsIn))
        .toEqual([[`${level} ${reason}`], [`${level} ${reason}`]]);
      const found = await doctor();
      expect(found.state).toBe('problem');
      expect(found.message).toContain(reason);
      expect(found.advice).toContain(advice);
      await mend();
      isMended = true;
      await expect.poll(() => noteOf(web)).toBe(undefined);
      expect((await doctor()).state).toBe('ok');
    } finally {
      if (!isMended) await mend(); // for the tests behind one that fails
    }
  },
);

test('a wrong password is an error also where Redis was away before, for it never heals', async () => {
  const url = redis.url.replace('//', '//:wrong@');
  await redis.kill();
  const worker = await start('worker', url);
  await expect.poll(() => reasonsIn(worker)).toEqual(new Set(['40 Redis cannot be reached']));
  await redis.restart();
  await client.config('SET', 'requirepass', 'secret');
  await expect
    .poll(() => reasonsIn(worker))
    .toEqual(new Set(['40 Redis cannot be reached', '50 Redis refuses the login']));
  await client.config('SET', 'requirepass', '');
});

test('doctor warns before the connections are used up', async () => {
  const used = ((await client.client('LIST')) as string).trim().split('\n').length;
  await client.config('SET', 'maxclients', String(used + 1)); // the doctor's own
  const { stdout } = await waitlist({ ...service.env, REDIS_URL: redis.url }, 'doctor', '--json');
  await client.config('SET', 'maxclients', '1000');
  const { checks } = JSON.parse(stdout);
  expect(checks).toContainEqual({
    check: 'redis_connections',
    state: 'warning',
    message: `${used + 1} of ${used + 1} connections to Redis are in use.`,
    advice: expect.stringContaining('maxclients'),
  });
});
