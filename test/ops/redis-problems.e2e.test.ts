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

async function start(kind: 'web' | 'worker'): Promise<ServiceProcess> {
  const started = await startProcess(kind, { ...service.env, REDIS_URL: redis.url });
  running.push(started);
  return started;
}

const reasonsIn = ({ log }: ServiceProcess) =>
  new Set(log.flatMap(({ level, reason }) => (level === 40 && reason !== undefined ? [reason] : [])));

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
    advice: 'maxclients',
    spoil: () => client.config('SET', 'maxclients', '1'),
    mend: () => client.config('SET', 'maxclients', '1000'),
  },
  {
    reason: 'Redis refuses the login',
    advice: 'password',
    spoil: () => client.config('SET', 'requirepass', 'secret'),
    mend: () => client.config('SET', 'requirepass', ''),
  },
  {
    reason: 'Redis is full',
    advice: 'maxmemory',
    spoil: () => client.config('SET', 'maxmemory', '1000'),
    mend: () => client.config('SET', 'maxmemory', '0'),
  },
  {
    reason: 'Redis takes no writes: it is a replica',
    advice: 'primary',
    spoil: () => client.replicaof('127.0.0.1', 1),
    mend: () => client.replicaof('NO', 'ONE'),
  },
  {
    reason: 'Redis refuses a right',
    advice: 'all commands',
    spoil: () => client.acl('SETUSER', 'default', '-@write'),
    mend: () => client.acl('SETUSER', 'default', '+@write'),
  },
  {
    reason: 'Redis takes no writes: it cannot save its data',
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
    reason: 'Redis is starting, or lacks a part', // MASTERDOWN
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
  async ({ reason, advice, spoil, mend }) => {
    await spoil();
    const [web, worker] = await Promise.all([start('web'), start('worker')]);
    await expect.poll(() => noteOf(web)).toBe(reason);
    await expect.poll(() => [web, worker].map(reasonsIn)).toEqual([new Set([reason]), new Set([reason])]);
    const found = await doctor();
    expect(found.state).toBe('problem');
    expect(found.message).toContain(reason);
    expect(found.advice).toContain(advice);
    await mend();
    await expect.poll(() => noteOf(web)).toBe(undefined);
    expect((await doctor()).state).toBe('ok');
  },
);

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
