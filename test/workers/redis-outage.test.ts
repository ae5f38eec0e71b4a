import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startRedis } from '../../src/local/redis-server.ts';
import type { RunningServer } from '../../src/local/server-process.ts';
import { checkHistory } from '../support/check-history.ts';
import { checkMails } from '../support/check-mails.ts';
import { type MailSink, startMailSink } from '../support/mail-sink.ts';
import { type ServiceProcess, startProcess } from '../support/processes.ts';
import { useService } from '../support/service.ts';
import { storm } from '../support/storm.ts';

const service = useService();
let folder: string;
let redis: RunningServer;
let sink: MailSink;
let web: ServiceProcess;
let worker: ServiceProcess;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'waitlist-redis-'));
  redis = await openRedis(0);
  sink = await startMailSink();
  const env = { ...service.env, REDIS_URL: redis.url, MANAGED_EMAIL_URL: sink.url };
  [web, worker] = await Promise.all([startProcess('web', env), startProcess('worker', env)]);
});

afterAll(async () => {
  await Promise.all([web?.stop(), worker?.stop()]);
  await redis?.stop();
  await sink?.close();
  await rm(folder, { recursive: true, force: true });
});

const openRedis = (preferredPort: number) =>
  startRedis({ mode: 'durable', storageDir: folder, dataDir: folder, preferredPort, onProgress: () => {} });

async function killRedis(): Promise<void> {
  const [name] = (await readdir(folder)).filter((entry) => /^(redis|valkey)\d+$/.test(entry));
  process.kill(Number(await readFile(join(folder, name ?? '', 'redis.pid'), 'utf8')), 'SIGKILL');
  await redis.exited;
}

test('Redis killed and started again while signups run: no error, no mail lost, none doubled (C1.15, C6.5)', async () => {
  const account = await service.account();
  const waitlist = await service.waitlist(account);
  const running = storm({
    urls: [web.url],
    key: account.key,
    waitlist,
    requests: 1500,
    concurrency: 32,
    repeats: 0.1,
    referrals: 0.1,
    seed: 11,
  });
  const stored = async () =>
    (await service.sql`SELECT 1 FROM signups WHERE waitlist_id = ${waitlist}`).length;
  await expect.poll(stored).toBeGreaterThan(100);
  await killRedis();
  const atTheKill = await stored();
  await expect.poll(stored).toBeGreaterThan(atTheKill + 50); // signups go on without it
  redis = await openRedis(Number(new URL(redis.url).port));

  const history = await running;
  expect(history.signups.filter(({ status }) => status !== 201)).toEqual([]);
  expect(await checkHistory(service.sql, waitlist, history)).toEqual([]);
  await expect.poll(() => service.owed('send-signup-email'), { timeout: 60_000, interval: 200 }).toEqual([]);
  expect(await checkMails(service.sql, waitlist, sink.received)).toEqual([]);
}, 120_000);

test('Redis emptied with a backlog in it: the sweep finds what is owed (C1.15)', async () => {
  const account = await service.account();
  const waitlist = await service.waitlist(account);
  await worker.stop();
  const before = sink.received.size;
  await storm({
    urls: [web.url],
    key: account.key,
    waitlist,
    requests: 100,
    concurrency: 16,
    repeats: 0,
    referrals: 0,
    seed: 12,
  });
  await sleep(100); // the rings are under way
  const client = new Redis(redis.url);
  await client.flushall();
  client.disconnect();
  expect(await service.owed('send-signup-email')).toHaveLength(100);
  worker = await startProcess('worker', {
    ...service.env,
    REDIS_URL: redis.url,
    MANAGED_EMAIL_URL: sink.url,
  });
  await expect.poll(() => service.owed('send-signup-email'), { timeout: 60_000, interval: 200 }).toEqual([]);
  expect(sink.received.size - before).toBe(100);
}, 120_000);

test('SIGTERM while Redis is away: web and worker still exit 0 (C1.15, C9.6)', async () => {
  await killRedis();
  const codes = await Promise.all([web.stop(), worker.stop()]);
  redis = await openRedis(Number(new URL(redis.url).port));
  expect(codes).toEqual([0, 0]);
}, 120_000);
