import { hostname } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keyPrefix } from '../../src/shared/platform/redis/redis.ts';
import { type FakeProvider, startFakeProvider } from '../support/fakes/fake-provider.ts';
import {
  type FakeResend,
  managedOver,
  managedSecret,
  resendKey,
  signResendEvent,
  startFakeResend,
} from '../support/fakes/resend.ts';
import { closedPort, listen } from '../support/network/raw-http.ts';
import { openApp } from '../support/service/app.ts';
import type { TestAccount } from '../support/service/make.ts';
import { type ServiceProcess, startProcess } from '../support/service/processes.ts';
import { useService } from '../support/service/service.ts';
import { roomInMinute } from '../support/values/minute.ts';
import { readMetrics, type Sample, sumOf } from '../support/values/read-metrics.ts';

const token = 'a-token-for-scrapes';
const route = '/v1/waitlists/:id/signups';

let resend: FakeResend;
let receiver: FakeProvider;
const env: NodeJS.ProcessEnv = { METRICS_TOKEN: token };
const service = useService(env, async () => {
  resend = await startFakeResend();
  receiver = await startFakeProvider(() => ({ status: 200, body: 'thanks' }));
  Object.assign(env, managedOver(resend));
});
afterAll(async () => {
  await resend?.close();
  await receiver?.close();
});

async function scrapeText(): Promise<string> {
  const answer = await service.call('GET', '/metrics', token);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
  return answer.body;
}
const scrape = async (): Promise<Sample[]> => readMetrics(await scrapeText());

describe('the token for /metrics', () => {
  test.each([
    ['no token', {}],
    ['another token', { authorization: 'Bearer a-token-for-scrapez' }],
    ['its prefix', { authorization: 'Bearer a-token' }],
    ['an empty token', { authorization: 'Bearer ' }],
    ['another scheme', { authorization: `Basic ${token}` }],
  ])('is required: %s gets 401 in the envelope (C11.5)', async (_, headers) => {
    const answer = await service.app.inject({ url: '/metrics', headers });
    expect(answer.statusCode).toBe(401);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
    expect(answer.json()).toEqual({ error: { code: 'unauthorized', message: expect.any(String) } });
  });

  test('is not an API key, and a scrape counts against no limit', async () => {
    const { key } = await service.account();
    expect((await service.call('GET', '/metrics', key)).statusCode).toBe(401);
    const { headers } = await service.call('GET', '/metrics', token);
    expect(Object.keys(headers).filter((name) => name.startsWith('ratelimit'))).toEqual([]);
  });

  test('is not required if none is set, and /metrics is not in the API description', async () => {
    const { app } = await openApp({ ...service.env, METRICS_TOKEN: '' });
    expect((await app.inject('/metrics')).statusCode).toBe(200);
    expect(Object.keys((await app.inject('/openapi.json')).json().paths)).not.toContain('/metrics');
  });
});

describe('a web process', () => {
  const requests = async (labels: Record<string, string>) =>
    sumOf(await scrape(), 'waitlist_http_request_duration_seconds_count', labels);

  test('measures every answer by method, route and status class', async () => {
    const account = await service.account();
    const waitlist = await service.waitlist(account);
    const created = { method: 'POST', route, status: '2xx' };
    const refused = { method: 'POST', route, status: '4xx' };
    const before = [await requests(created), await requests(refused)];
    await service.signUp(account, waitlist, { email: 'one@example.com' });
    await service.signUp(account, waitlist, { email: 'no address' });
    await service.call('POST', `/v1/waitlists/${waitlist}/signups`, 'wl_nobody', { payload: {} });
    expect([await requests(created), await requests(refused)]).toEqual([
      (before[0] ?? 0) + 1,
      (before[1] ?? 0) + 2,
    ]);
  });

  test('uses one label for unknown routes and invalid URLs', async () => {
    const before = await requests({ route: 'unknown' });
    for (const url of ['/nothing', '/v1/nothing/at/all?email=ada@example.com', '/wp-login.php', '/%'])
      await service.call('GET', url);
    expect(await requests({ route: 'unknown' })).toBe(before + 4);
    const routes = new Set((await scrape()).map(({ labels }) => labels.route));
    expect([...routes].filter((label) => label?.includes('nothing') || label?.includes('wp-'))).toEqual([]);
  });

  test('counts signups by batch', async () => {
    const account = await service.account();
    const waitlist = await service.waitlist(account);
    const before = await scrape();
    await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        service.signUp(account, waitlist, { email: `batch${n}@example.com` }),
      ),
    );
    const after = await scrape();
    const grown = (name: string) => sumOf(after, name) - sumOf(before, name);
    expect(grown('waitlist_signup_batch_size_sum')).toBe(30);
    const batches = grown('waitlist_signup_batch_size_count');
    expect(batches).toBeGreaterThan(0);
    expect(grown('waitlist_signup_batch_wait_seconds_count')).toBe(batches);
  });

  test('counts refused calls over a limit by route', async () => {
    await roomInMinute(service.env.REDIS_URL ?? '', 15);
    const account = await service.account({ requestsPerMinute: 2 });
    const limited = async () =>
      sumOf(await scrape(), 'waitlist_rate_limited_total', { route: '/v1/account' });
    const before = await limited();
    for (let n = 0; n < 5; n++) await service.call('GET', '/v1/account', account.key);
    expect(await limited()).toBe(before + 3);
  });

  test("counts a mail provider's requests by their result", async () => {
    const outcomes = async () => {
      const samples = await scrape();
      const count = (labels: Record<string, string>) => sumOf(samples, 'waitlist_email_events_total', labels);
      return [
        count({ provider: 'resend', outcome: 'stored' }),
        count({ provider: 'resend', outcome: 'repeated' }),
        count({ provider: 'resend', outcome: 'ignored' }),
        count({ provider: 'resend', outcome: 'bad_signature' }),
        count({ provider: 'unknown', outcome: 'bad_token' }),
      ];
    };
    const before = await outcomes();
    await post(eventOf('delivered', '0190c0de-0000-7000-8000-000000000001'), 'msg_metrics_1');
    await post(eventOf('delivered', '0190c0de-0000-7000-8000-000000000001'), 'msg_metrics_1');
    await post(JSON.stringify({ type: 'domain.created', created_at: new Date(), data: {} }), 'msg_metrics_2');
    await service.call('POST', '/v1/webhooks/email_provider', undefined, { payload: {} });
    await service.call('POST', '/v1/webhooks/email/nobody', undefined, { payload: {} });
    expect(await outcomes()).toEqual(before.map((count) => count + 1));
  });
});

const eventOf = (type: string, signupId: string) =>
  JSON.stringify({
    type: `email.${type}`,
    created_at: new Date().toISOString(),
    data: { email_id: `mail-${signupId}`, tags: { signup_id: signupId } },
  });

/** Posts an event of the managed provider. */
function post(body: string, id: string) {
  const signature = signResendEvent(managedSecret, id, Math.floor(Date.now() / 1000), body);
  return service.call('POST', '/v1/webhooks/email_provider', undefined, {
    payload: body,
    headers: { 'content-type': 'application/json', ...signature },
  });
}

describe('the metrics of all processes', () => {
  let web: ServiceProcess;
  let worker: ServiceProcess;
  const processOf = (kind: string, { child }: ServiceProcess) => `${kind}-${hostname()}-${child.pid}`;

  beforeAll(async () => {
    [web, worker] = await Promise.all([
      startProcess('web', service.env),
      startProcess('worker', service.env),
    ]);
  });
  afterAll(async () => {
    await Promise.all([web?.stop(), worker?.stop()]);
  });

  test('contain the mails, deliveries, events and jobs of workers, on any web process', async () => {
    const account = await service.account({ plan: 'scale' });
    const waitlist = await service.waitlist(account);
    await hook(account);
    const process = processOf('worker', worker);
    const signup = (await service.signUp(account, waitlist, { email: 'seen@example.com' })).json();
    await expect.poll(() => service.pendingJobs('send-signup-email')).toEqual([]);
    await post(eventOf('delivered', signup.id), 'msg_metrics_3');

    const seen = async () => {
      const samples = await scrape();
      const count = (name: string, labels: Record<string, string>) =>
        sumOf(samples, name, { process, ...labels });
      return {
        mails: count('waitlist_emails_total', { provider: 'resend', result: 'sent' }),
        deliveries: count('waitlist_deliveries_total', { type: 'webhook', result: 'success' }),
        applied: count('waitlist_email_events_total', { provider: 'resend', outcome: 'applied' }),
        jobs: count('waitlist_job_duration_seconds_count', { task: 'send-signup-email', result: 'done' }),
        kinds: [
          sumOf(samples, 'waitlist_processes', { kind: 'web' }),
          sumOf(samples, 'waitlist_processes', { kind: 'worker' }),
        ],
      };
    };
    await expect.poll(seen, { interval: 500 }).toEqual({
      mails: resend.mails.size,
      deliveries: 2,
      applied: 1,
      jobs: resend.mails.size,
      kinds: [2, 1],
    });
  });

  test('count a mail without a route as held', async () => {
    const account = await service.account({ plan: 'launch' });
    await service.sql`UPDATE accounts SET managed_emails_per_month = 1 WHERE id = ${account.accountId}`;
    const waitlist = await service.waitlist(account);
    for (const name of ['first', 'second'])
      await service.signUp(account, waitlist, { email: `${name}@example.com` });
    const held = async () => sumOf(await scrape(), 'waitlist_emails_total', { result: 'held' });
    await expect.poll(held, { interval: 500 }).toBeGreaterThan(0);
  });

  test('have a label for the process, with HELP and TYPE once', async () => {
    await expect
      .poll(async () => new Set((await scrape()).map(({ labels }) => labels.process)))
      .toEqual(
        new Set([undefined, service.ctx.metrics.process, processOf('web', web), processOf('worker', worker)]),
      );
    const samples = await scrape(); // readMetrics throws for a metric that is described twice
    const shared = new Set(
      samples.filter(({ labels }) => labels.process === undefined).map(({ name }) => name),
    );
    expect([...shared].sort()).toEqual([
      'waitlist_email_servers_down',
      'waitlist_outbox_dead_lettered_jobs',
      'waitlist_outbox_jobs',
      'waitlist_outbox_oldest_due_age_seconds',
      'waitlist_postgres_connections',
      'waitlist_processes',
      'waitlist_queue_jobs',
      'waitlist_redis_up',
    ]);
    expect(sumOf(samples, 'waitlist_postgres_pool_max_connections', { process: processOf('web', web) })).toBe(
      13,
    );
    expect(
      samples.filter(
        ({ name, labels }) => name === 'waitlist_postgres_up' && labels.process?.startsWith('w'),
      ),
    ).toHaveLength(3);
  });

  test('contain no person, account, key or secret', async () => {
    const account = await service.account({ plan: 'scale' });
    const waitlist = await service.waitlist(account);
    await hook(account);
    const signup = (await service.signUp(account, waitlist, { email: 'private@example.com' })).json();
    await service.call('GET', `/v1/waitlists/${waitlist}/signups?email=private@example.com`, account.key);
    await expect.poll(() => service.pendingJobs('deliver-event')).toEqual([]);
    const text = await scrapeText();
    for (const secret of [
      '@',
      account.accountId,
      account.key,
      waitlist,
      signup.id,
      signup.referral_code,
      receiver.url,
      resendKey,
      token,
      managedSecret,
    ])
      expect(text).not.toContain(secret);
    expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/); // any id at all
  });

  test('lose those of a dead process after 15 s', async () => {
    const dying = await startProcess('worker', service.env);
    const process = processOf('worker', dying);
    const seriesOf = async () => (await scrape()).filter(({ labels }) => labels.process === process).length;
    await expect.poll(seriesOf, { interval: 500 }).toBeGreaterThan(0);
    await dying.stop('SIGKILL');
    const { redis } = service.ctx;
    const published = `${keyPrefix}:metrics:${process}`;
    const seconds = await redis.ttl(published);
    expect([seconds > 0, seconds <= 15]).toEqual([true, true]);
    await redis.pexpire(published, 1); // as if they were over
    await expect.poll(seriesOf).toBe(0);
    expect(sumOf(await scrape(), 'waitlist_processes', { kind: 'worker' })).toBe(1);
  });

  const hook = (account: TestAccount) =>
    service.call('PUT', '/v1/integrations/webhook', account.key, {
      payload: { config: { url: `${receiver.url}/hook` } },
    });
});

describe('the metrics of pending jobs', () => {
  test('show their number by job and the age of the oldest due one', async () => {
    const { app, sql } = await withOwnTables();
    await sql`
      INSERT INTO outbox (job, id, account_id, due_at)
      SELECT 'purge-waitlist', gen_random_uuid(), gen_random_uuid(), clock_timestamp() + n * interval '100 seconds'
      FROM generate_series(-3, 2) n`;
    const samples = readMetrics((await app.inject('/metrics')).body);
    expect(sumOf(samples, 'waitlist_outbox_jobs', { task: 'purge-waitlist' })).toBe(6);
    const age = sumOf(samples, 'waitlist_outbox_oldest_due_age_seconds', { task: 'purge-waitlist' });
    expect(age).toBeGreaterThanOrEqual(300);
    expect(age).toBeLessThan(400);
    expect(samples).toContainEqual({
      name: 'waitlist_outbox_oldest_due_age_seconds',
      labels: { task: 'apply-email-event' },
      value: 0,
    });
    await sql`DELETE FROM outbox WHERE job = 'purge-waitlist'`;
  });

  test('are read from Postgres at most every 5 s', async () => {
    const { app, sql } = await withOwnTables();
    const pendingJobs = async () =>
      sumOf(readMetrics((await app.inject('/metrics')).body), 'waitlist_outbox_jobs', {
        task: 'purge-waitlist',
      });
    expect(await pendingJobs()).toBe(0);
    await sql`INSERT INTO outbox (job, id, account_id, due_at) VALUES ('purge-waitlist', gen_random_uuid(), gen_random_uuid(), clock_timestamp() + interval '1 hour')`;
    expect(await pendingJobs()).toBe(0);
    await expect.poll(pendingJobs).toBe(1);
    await sql`DELETE FROM outbox WHERE job = 'purge-waitlist'`;
  });

  /** A web process that has not read the tables yet. */
  async function withOwnTables() {
    const { app } = await openApp({ ...service.env, METRICS_TOKEN: '' });
    return { app, sql: service.sql };
  }
});

describe('a scrape during an outage', () => {
  const scrapeWith = async (change: NodeJS.ProcessEnv) => {
    const { app, ctx } = await openApp({ ...service.env, METRICS_TOKEN: '', ...change });
    await app.inject('/nothing');
    if (!change.REDIS_URL) await expect.poll(() => ctx.redis.status).toBe('ready');
    const answer = await app.inject('/metrics');
    expect(answer.statusCode).toBe(200);
    return { samples: readMetrics(answer.body), process: ctx.metrics.process };
  };
  const own = { route: 'unknown', status: '4xx' };
  const redisUp = (samples: readonly Sample[]) =>
    samples.filter(({ name }) => name === 'waitlist_redis_up').map(({ value }) => value);

  test('of Redis returns the process’ own metrics, those from Postgres, and a gauge for the outage', async () => {
    const { samples, process } = await scrapeWith({ REDIS_URL: `redis://127.0.0.1:${await closedPort()}` });
    expect(redisUp(samples)).toEqual([0]);
    expect(sumOf(samples, 'waitlist_http_request_duration_seconds_count', { ...own, process })).toBe(1);
    expect(samples.map(({ name }) => name)).toContain('waitlist_outbox_jobs');
    expect(samples.map(({ name }) => name)).not.toContain('waitlist_queue_jobs');
    expect(samples.map(({ name }) => name)).not.toContain('waitlist_processes');
  });

  test('of a Redis that does not answer returns the same', async () => {
    const silent = await listen(() => {});
    const { samples } = await scrapeWith({ REDIS_URL: `redis://127.0.0.1:${silent}` });
    expect(redisUp(samples)).toEqual([0]);
  });

  test.each([
    ['Postgres', async () => closedPort()],
    ['a Postgres that does not answer', async () => listen(() => {})],
  ])('of %s returns all metrics but those from Postgres', async (_, portOf) => {
    const url = `postgres://nobody@127.0.0.1:${await portOf()}/nothing`;
    const { samples } = await scrapeWith({ DATABASE_URL: url });
    expect(redisUp(samples)).toEqual([1]);
    expect(sumOf(samples, 'waitlist_http_request_duration_seconds_count', own)).toBe(1);
    expect(samples.map(({ name }) => name)).not.toContain('waitlist_outbox_jobs');
  });
});
