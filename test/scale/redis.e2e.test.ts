import { afterAll, describe, expect, test } from 'vitest';
import { type MailSink, startMailSink } from '../support/mail-sink.ts';
import { openApp } from '../support/service/app.ts';
import { type ServiceProcess, startProcess } from '../support/service/processes.ts';
import { type RedisGroup, startRedisCluster, startRedisSentinels } from '../support/service/redis-group.ts';
import { useService } from '../support/service/service.ts';

const limit = 50;
const groups: [string, () => Promise<RedisGroup>][] = [
  ['a cluster of three', () => startRedisCluster(0)],
  ['a cluster of three with TLS', () => startRedisCluster(0, { tls: true })],
  ['three sentinels with TLS', () => startRedisSentinels({ tls: true })],
];

describe.each(groups)('Redis as %s (N7)', (_, start) => {
  const own: NodeJS.ProcessEnv = {};
  let redis: RedisGroup;
  let sink: MailSink;
  let worker: ServiceProcess | undefined;
  const service = useService(own, async () => {
    redis = await start();
    sink = await startMailSink();
    Object.assign(own, redis.env, { MANAGED_EMAIL_URL: sink.url });
  });
  afterAll(async () => {
    await worker?.stop();
    await sink?.close();
    await redis?.close();
  });

  test('limits are exact over two processes, for several accounts in one batch', async () => {
    const other = await openApp(service.env);
    await expect.poll(() => service.ctx.redis.status).toBe('ready');
    await expect.poll(() => other.ctx.redis.status).toBe('ready');
    /**
     * How many calls of new accounts are accepted. Processes that wait for Redis too long count by
     * themselves.
     */
    const accepted = async () => {
      const accounts = await Promise.all([1, 2, 3].map(() => service.account({ requestsPerMinute: limit })));
      const left = 60_000 - (Date.now() % 60_000);
      if (left < 10_000) await new Promise((resolve) => setTimeout(resolve, left + 50));
      const calls = accounts.flatMap(({ key }) =>
        Array.from({ length: 2 * limit }, async (_each, index) => {
          const app = index % 2 === 0 ? service.app : other.app;
          const headers = { authorization: `Bearer ${key}` };
          return { key, status: (await app.inject({ url: '/v1/account', headers })).statusCode };
        }),
      );
      const answers = await Promise.all(calls);
      expect(answers.every(({ status }) => status === 200 || status === 429)).toBe(true);
      return accounts.map(
        ({ key }) => answers.filter((answer) => answer.key === key && answer.status === 200).length,
      );
    };
    await expect.poll(accepted, { timeout: 200_000 }).toEqual([limit, limit, limit]);
  });

  test('a worker is notified of mails, and every process publishes its metrics', async () => {
    worker = await startProcess('worker', service.env);
    const account = await service.account();
    const waitlist = await service.waitlist(account);
    const signUps = Array.from({ length: 20 }, (_each, index) =>
      service.signUp(account, waitlist, { email: `person${index}@example.com` }),
    );
    for (const answer of await Promise.all(signUps)) expect(answer.statusCode).toBe(201);
    await expect.poll(() => sink.received.size).toBe(20);
    const counts = () =>
      Promise.all(service.ctx.notifier.queues.map((queue) => queue.getJobCounts('failed')));
    expect((await counts()).map(({ failed }) => failed)).toEqual(service.ctx.notifier.queues.map(() => 0));
    await expect.poll(async () => (await service.call('GET', '/metrics')).body).toMatch(/process="worker/);
  });
});
