import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRateLimiter } from '../../src/api/limits/rate-limiter.ts';
import { readConfig } from '../../src/shared/config.ts';
import { openFailFastRedis } from '../../src/shared/platform/redis/redis.ts';
import { type MailSink, startMailSink } from '../support/mail-sink.ts';
import { type OwnRedis, startOwnRedis } from '../support/service/own-redis.ts';
import { type ServiceProcess, startProcess } from '../support/service/processes.ts';
import { useService } from '../support/service/service.ts';
import { checkHistory } from '../support/storm/check-history.ts';
import { checkMails } from '../support/storm/check-mails.ts';
import { storm } from '../support/storm/storm.ts';
import { roomInMinute } from '../support/values/minute.ts';

const service = useService();
let redis: OwnRedis;
let sink: MailSink;
let web: ServiceProcess;
let worker: ServiceProcess;

beforeAll(async () => {
  redis = await startOwnRedis();
  sink = await startMailSink();
  const env = { ...service.env, REDIS_URL: redis.url, MANAGED_EMAIL_URL: sink.url };
  [web, worker] = await Promise.all([startProcess('web', env), startProcess('worker', env)]);
});

afterAll(async () => {
  await Promise.all([web?.stop(), worker?.stop()]);
  await redis?.close();
  await sink?.close();
});

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
  await redis.kill();
  const atTheKill = await stored();
  await expect.poll(stored).toBeGreaterThan(atTheKill + 50); // signups go on without it
  await redis.restart();

  const history = await running;
  expect(history.signups.filter(({ status }) => status !== 201)).toEqual([]);
  expect(await checkHistory(service.sql, waitlist, history)).toEqual([]);
  await expect.poll(() => service.pendingJobs('send-signup-email'), { interval: 200 }).toEqual([]);
  expect(await checkMails(service.sql, waitlist, sink.received)).toEqual([]);
});

test('Redis emptied with a backlog in it: the sweep finds what is pending (C1.15)', async () => {
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
  await sleep(100); // the notifications are under way
  const client = new Redis(redis.url);
  await client.flushall();
  client.disconnect();
  expect(await service.pendingJobs('send-signup-email')).toHaveLength(100);
  worker = await startProcess('worker', {
    ...service.env,
    REDIS_URL: redis.url,
    MANAGED_EMAIL_URL: sink.url,
  });
  await expect.poll(() => service.pendingJobs('send-signup-email'), { interval: 200 }).toEqual([]);
  expect(sink.received.size - before).toBe(100);
});

test('mails go out while Redis is away, and no line in the log is repeated for it (C1.15)', async () => {
  const account = await service.account();
  const waitlist = await service.waitlist(account);
  const lines = worker.log.length;
  const mailed = sink.received.size;
  await redis.kill();
  const { signups } = await storm({
    urls: [web.url],
    key: account.key,
    waitlist,
    requests: 50,
    concurrency: 8,
    repeats: 0,
    referrals: 0,
    seed: 13,
  });
  expect(signups.filter(({ status }) => status !== 201)).toEqual([]);
  await expect.poll(() => service.pendingJobs('send-signup-email'), { interval: 200 }).toEqual([]);
  expect(sink.received.size - mailed).toBe(50);
  await redis.restart();
  const warnings = worker.log.slice(lines).filter(({ level }) => Number(level) >= 40);
  expect(new Set(warnings.map(({ msg }) => msg))).toEqual(new Set(['redis is away']));
  expect(warnings.length).toBeLessThanOrEqual(4); // one for each of its connections
});

test('Redis hangs: one call finds out, and none waits for it again until it answers (C1.15)', async () => {
  const { log } = service.ctx;
  const client = openFailFastRedis(readConfig({ ...service.env, REDIS_URL: redis.url }), log);
  const limiter = openRateLimiter(client, log);
  await expect.poll(() => client.status).toBe('ready');
  await roomInMinute(redis.url, 30);
  const countOf = async () => (await limiter.count(['limit:{hang}'])).calls[0];
  redis.pause();
  expect(await countOf()).toBe(1); // by this process
  const end = Date.now() + 2_500; // Redis is asked twice in that time
  let calls = 1;
  for (; Date.now() < end; await sleep(50)) expect(await countOf()).toBe(++calls);
  redis.resume();
  // Redis saw the first call, late, and then those after it answered the question whether it is there.
  await expect.poll(async () => (await countOf()) === ++calls).toBe(false);
  expect(Number(await client.get('limit:{hang}'))).toBe(2);
  client.disconnect();
});

test('SIGTERM while Redis is away: web and worker still exit 0 (C1.15, C9.6)', async () => {
  await redis.kill();
  const codes = await Promise.all([web.stop(), worker.stop()]);
  await redis.restart();
  expect(codes).toEqual([0, 0]);
});
