import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startDeliveries } from '../../../src/shared/events/integrations/deliveries/start-queries.ts';
import { testIntegration } from '../../../src/shared/events/integrations/test-integration.ts';
import { type FakeProvider, startFakeProvider } from '../../support/fakes/fake-provider.ts';
import type { TestAccount } from '../../support/service/make.ts';
import { useService } from '../../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../../support/service/worker.ts';

const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);
const isoTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe('events of signups', () => {
  const service = useService();
  let receiver: FakeProvider;
  let worker: TestWorker;

  beforeAll(async () => {
    receiver = await startFakeProvider(() => ({ status: 200, body: 'thanks' }));
    worker = openTestWorker(service);
  });
  afterEach(() => receiver.reset());
  afterAll(async () => {
    await worker.close();
    await receiver.close();
  });

  interface Hooked {
    readonly account: TestAccount;
    readonly waitlist: string;
    readonly secret: string;
  }

  /** An account with a waitlist and a webhook to the receiver. */
  async function hooked(config: Record<string, unknown> = {}): Promise<Hooked> {
    const account = await service.account({ plan: 'launch' });
    const made = await put(account, config);
    return { account, waitlist: await service.waitlist(account), secret: made.json().signing_secret };
  }
  const put = (account: TestAccount, config: Record<string, unknown> = {}) =>
    service.call('PUT', '/v1/integrations/webhook', account.key, {
      payload: { config: { url: `${receiver.url}/hook`, ...config } },
    });
  const setEnabled = (account: TestAccount, enabled: boolean) =>
    service.call('PATCH', '/v1/integrations/webhook', account.key, { payload: { enabled } });
  const setPlan = (account: TestAccount, plan: string) =>
    service.sql`UPDATE accounts SET plan = ${plan} WHERE id = ${account.accountId}`;
  const signUp = async ({ account, waitlist }: Hooked, body: Record<string, unknown> = {}) => {
    const answer = await service.signUp(account, waitlist, { email: 'ada@example.com', ...body });
    expect(answer.statusCode).toBe(201);
    return answer.json();
  };
  const remove = ({ account, waitlist }: Hooked, id: string) =>
    service.call('DELETE', `/v1/waitlists/${waitlist}/signups/${id}`, account.key);
  const sent = () => receiver.requests.map(({ body }) => JSON.parse(body));
  const log = async (account: TestAccount) =>
    (await service.call('GET', '/v1/integrations/webhook/deliveries', account.key)).json();
  const pending = async () => [
    ...(await service.pendingJobs('fan-out-event')),
    ...(await service.pendingJobs('deliver-event')),
  ];

  test('a new signup fires signup.created with exactly the fields of §6.1', async () => {
    const hook = await hooked();
    const referrer = await signUp(hook, { email: 'first@example.com' });
    await worker.fanOutAndDeliver();
    receiver.reset();
    const metadata = { campaign: 'autumn', note: 'a "quoted" ü 😀' };
    const signup = await signUp(hook, {
      email: 'Ada+1@Example.com',
      utm_source: 'news',
      metadata,
      referral_code: referrer.referral_code,
    });
    await worker.fanOutAndDeliver();
    expect(sent()).toEqual([
      {
        type: 'signup.created',
        data: {
          id: signup.id,
          waitlist_id: hook.waitlist,
          waitlist_name: expect.stringMatching(/^List /),
          email: 'Ada+1@Example.com',
          position: 2,
          total: 2,
          referral_code: signup.referral_code,
          referred_by: referrer.id,
          utm_source: 'news',
          metadata,
          created_at: isoTime,
        },
      },
    ]);
    const list = await service.call('GET', `/v1/waitlists/${hook.waitlist}/signups`, hook.account.key);
    expect(sent()[0].data.created_at).toBe(list.json().data[0].created_at);
    expect(await pending()).toEqual([]);
  });

  test('the request is signed over its very bytes with the secret that PUT gave out (§6.1)', async () => {
    const hook = await hooked();
    await signUp(hook, { metadata: { text: 'ü </script> \u2028' } });
    const before = Math.floor(Date.now() / 1000);
    await worker.fanOutAndDeliver();
    const [request] = receiver.requests;
    const timestamp = String(request?.headers['service-timestamp']);
    expect(Number(timestamp)).toBeGreaterThanOrEqual(before);
    expect(Number(timestamp)).toBeLessThanOrEqual(Date.now() / 1000);
    const signature = createHmac('sha256', hook.secret).update(`${timestamp}.${request?.body}`).digest('hex');
    expect(request).toMatchObject({
      method: 'POST',
      path: '/hook',
      headers: { 'content-type': 'application/json', 'service-signature': `v1=${signature}` },
    });
  });

  test('a re-signup fires nothing; two signups in one batch fire one each (§4.3 rule 2)', async () => {
    const hook = await hooked();
    await signUp(hook);
    await worker.fanOutAndDeliver();
    receiver.reset();
    await signUp(hook);
    await signUp(hook, { email: ' ADA@example.com ' });
    expect(await pending()).toEqual([]);
    await Promise.all(['b', 'c', 'b', 'd'].map((name) => signUp(hook, { email: `${name}@example.com` })));
    await worker.fanOutAndDeliver();
    const delivered = sent().map(({ data }) => [data.email, data.position, data.total]);
    expect(delivered.toSorted()).toEqual([
      ['b@example.com', expect.any(Number), expect.any(Number)],
      ['c@example.com', expect.any(Number), expect.any(Number)],
      ['d@example.com', expect.any(Number), expect.any(Number)],
    ]);
    for (const { data } of sent()) expect(data.total).toBe(data.position);
  });

  test('a removed signup fires signup.removed with what was known before it went (§6.1)', async () => {
    const hook = await hooked({ events: ['signup.removed'] });
    const signup = await signUp(hook, { metadata: { a: '1' } });
    expect(await worker.fanOut()).toEqual([]);
    expect((await remove(hook, signup.id)).statusCode).toBe(204);
    expect((await remove(hook, signup.id)).statusCode).toBe(404);
    await worker.fanOutAndDeliver();
    expect(sent()).toEqual([
      {
        type: 'signup.removed',
        data: {
          id: signup.id,
          waitlist_id: hook.waitlist,
          waitlist_name: expect.any(String),
          email: 'ada@example.com',
          position: 1,
          metadata: { a: '1' },
          created_at: isoTime,
          removed_at: isoTime,
        },
      },
    ]);
  });

  test('a waitlist is named as it is stored, however its id was written', async () => {
    const hook = await hooked({ events: ['signup.removed'] });
    const signup = await signUp(hook);
    expect((await remove({ ...hook, waitlist: hook.waitlist.toUpperCase() }, signup.id)).statusCode).toBe(
      204,
    );
    await worker.fanOutAndDeliver();
    expect(sent()).toMatchObject([{ type: 'signup.removed', data: { waitlist_id: hook.waitlist } }]);
  });

  test('the attempt is recorded (§2.9)', async () => {
    const hook = await hooked();
    await signUp(hook);
    await worker.fanOutAndDeliver();
    expect(await log(hook.account)).toEqual([
      {
        id: uuid,
        event_type: 'signup.created',
        status: 'success',
        response_status: 200,
        error: null,
        created_at: isoTime,
        delivered_at: isoTime,
        is_test: false,
      },
    ]);
  });

  test.each([
    [{ status: 500, body: 'oops' }, 500, 'The receiver answered 500.'],
    [{ status: 404 }, 404, 'The receiver answered 404.'],
    [
      { status: 302, headers: { location: 'http://127.0.0.1:1/' } },
      302,
      'The receiver answered 302; redirects are not followed.',
    ],
    [{ drop: true }, null, expect.stringMatching(/^The receiver gave no answer \(\w+\)\.$/)],
  ])(
    'an answer of %j: one failed record, no second attempt (§6.1, §8 rule 8)',
    async (script, status, error) => {
      const hook = await hooked();
      receiver.next(script);
      await signUp(hook);
      await worker.fanOutAndDeliver();
      expect(await log(hook.account)).toMatchObject([
        { status: 'failed', response_status: status, error, delivered_at: null },
      ]);
      expect(await pending()).toEqual([]);
      await worker.fanOutAndDeliver();
      expect(receiver.requests).toHaveLength(1);
    },
  );

  test('an unwanted event is not delivered; with no events chosen all are (C7.3)', async () => {
    const hook = await hooked({ events: ['signup.removed'] });
    const signup = await signUp(hook);
    expect(await worker.fanOut()).toEqual([]);
    await put(hook.account, { events: [] });
    await remove(hook, signup.id);
    await signUp(hook);
    await worker.fanOutAndDeliver();
    expect(
      sent()
        .map(({ type }) => type)
        .toSorted(),
    ).toEqual(['signup.created', 'signup.removed']);
  });

  test('nothing fires while paused, and a resume replays nothing (§3.2)', async () => {
    const hook = await hooked();
    await setEnabled(hook.account, false);
    await signUp(hook, { email: 'paused@example.com' });
    await signUp(hook, { email: 'late@example.com' });
    expect((await service.pendingJobs('fan-out-event')).length).toBe(2);
    const [first = ''] = await service.pendingJobs('fan-out-event');
    await worker.run('fan-out-event', { id: first, accountId: hook.account.accountId });
    expect(await service.pendingJobs('deliver-event')).toEqual([]);
    await setEnabled(hook.account, true);
    await signUp(hook, { email: 'resumed@example.com' });
    await worker.fanOutAndDeliver();
    expect(sent().map(({ data }) => data.email)).toEqual(['resumed@example.com']);
  });

  test.each(['before its fan-out', 'before its attempt'])(
    'what was fired %s a pause is dropped, also when it is resumed in time (§3.2)',
    async (when) => {
      const hook = await hooked();
      await signUp(hook);
      if (when === 'before its attempt') expect(await worker.fanOut()).toHaveLength(1);
      await setEnabled(hook.account, false);
      await setEnabled(hook.account, true);
      await worker.fanOutAndDeliver();
      expect(receiver.requests).toHaveLength(0);
      expect(await log(hook.account)).toEqual([]);
      expect(await pending()).toEqual([]);
    },
  );

  test.each([
    ['paused', ({ account }: Hooked) => setEnabled(account, false)],
    ['downgraded', ({ account }: Hooked) => setPlan(account, 'free')],
    ['deleted', ({ account }: Hooked) => service.call('DELETE', '/v1/integrations/webhook', account.key)],
    [
      'deleted and made again',
      async ({ account }: Hooked) => {
        await service.call('DELETE', '/v1/integrations/webhook', account.key);
        await put(account);
      },
    ],
  ])('an attempt that was due when the integration was %s is not made (§3.2)', async (_, stop) => {
    const hook = await hooked();
    await signUp(hook);
    expect(await worker.fanOut()).toHaveLength(1);
    await stop(hook);
    await worker.deliver();
    expect(receiver.requests).toHaveLength(0);
    expect(await pending()).toEqual([]);
  });

  test('a pause is answered once the attempts that start have their records, and no later one starts (§3.2)', async () => {
    const hook = await hooked();
    await signUp(hook, { email: 'a@example.com' });
    await signUp(hook, { email: 'b@example.com' });
    const [first, second] = (await worker.fanOut()).map((id) => ({ accountId: hook.account.accountId, id }));
    let answered = false;
    const { pausing, answeredBefore } = await service.sql.begin(async (tx) => {
      expect((await startDeliveries(tx, first ? [first] : [])).size).toBe(1);
      const pausing = setEnabled(hook.account, false).then((answer) => {
        answered = true;
        return answer;
      });
      // Until the database says so, it may just be slow to arrive.
      const isWaiting = async () =>
        (
          await service.sql`
            SELECT 1 FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%integrations%'`
        ).length > 0;
      await expect.poll(isWaiting).toBe(true);
      return { pausing, answeredBefore: answered };
    });
    expect(answeredBefore).toBe(false);
    expect((await pausing).statusCode).toBe(200);
    const later = await service.sql.begin((tx) => startDeliveries(tx, second ? [second] : []));
    expect(later.size).toBe(0);
  });

  test('on the free plan nothing is fired, and an upgrade replays nothing (§3.2)', async () => {
    const hook = await hooked();
    await setPlan(hook.account, 'free');
    await expect
      .poll(async () => (await service.call('GET', '/v1/account', hook.account.key)).json().plan)
      .toBe('free');
    const signup = await signUp(hook);
    await remove(hook, signup.id);
    expect(await pending()).toEqual([]);
    await setPlan(hook.account, 'launch');
    await worker.fanOutAndDeliver();
    expect(receiver.requests).toHaveLength(0);
  });

  test('an event goes to its own account’s integrations only', async () => {
    const [hook, other] = [await hooked(), await hooked()];
    await signUp(hook);
    await worker.fanOutAndDeliver();
    expect(receiver.requests).toHaveLength(1);
    expect(await log(other.account)).toEqual([]);
  });

  test('two workers on one event, and on one delivery: one request, one record (C7.4)', async () => {
    const hook = await hooked();
    const other = openTestWorker(service);
    const { id } = await signUp(hook);
    const event = { id, accountId: hook.account.accountId };
    await Promise.all([worker, other].map(({ run }) => run('fan-out-event', event)));
    const deliveries = await service.pendingJobs('deliver-event');
    expect(deliveries).toHaveLength(1);
    const delivery = { id: deliveries[0] ?? '', accountId: hook.account.accountId };
    await Promise.all([worker, other, worker].map(({ run }) => run('deliver-event', delivery)));
    await other.close();
    expect(receiver.requests).toHaveLength(1);
    expect(await log(hook.account)).toMatchObject([{ status: 'success' }]);
  });

  test('a log that is cleared in the middle of an attempt stays cleared (§4.7 rule 5)', async () => {
    const hook = await hooked();
    let answer: () => void = () => {};
    const after = new Promise<void>((resolve) => {
      answer = resolve;
    });
    receiver.next({ status: 200, after });
    await signUp(hook);
    await worker.fanOut();
    const attempt = worker.deliver();
    await expect.poll(() => receiver.requests.length).toBe(1);
    await put(hook.account, { url: `${receiver.url}/moved` });
    answer();
    await attempt;
    expect(await log(hook.account)).toEqual([]);
  });

  test('a delivery that waits when the URL changes goes to the new one', async () => {
    const hook = await hooked();
    await signUp(hook);
    await worker.fanOut();
    await put(hook.account, { url: `${receiver.url}/moved` });
    await worker.deliver();
    expect(receiver.requests.map(({ path }) => path)).toEqual(['/moved']);
  });

  test('a delivery that waits when its event is not wanted any more is not made (§4.7)', async () => {
    const hook = await hooked();
    await signUp(hook);
    await worker.fanOut();
    await put(hook.account, { events: ['signup.removed'] });
    await worker.deliver();
    expect(receiver.requests).toEqual([]);
    expect(await log(hook.account)).toEqual([]);
  });

  test('a log keeps its newest 1,000 records, and 30 days (C7.5)', async () => {
    const [busy, quiet] = [await hooked(), await hooked()];
    const idOf = async ({ account }: Hooked) =>
      (await service.sql`SELECT id FROM integrations WHERE account_id = ${account.accountId}`)[0]?.id;
    const count = async (integration: string) =>
      (await service.sql`SELECT 1 FROM deliveries WHERE integration_id = ${integration}`).length;
    const [busyId, quietId] = [await idOf(busy), await idOf(quiet)];
    await service.sql`
      INSERT INTO deliveries (account_id, id, integration_id, event_type, status, created_at)
      SELECT ${busy.account.accountId}, gen_random_uuid(), ${busyId}, 'signup.created', 'success', clock_timestamp() - n * interval '0.1 seconds'
      FROM generate_series(1, 1003) n`;
    await service.sql`
      INSERT INTO deliveries (account_id, id, integration_id, event_type, status, created_at)
      SELECT ${quiet.account.accountId}, gen_random_uuid(), ${quietId}, 'signup.created', 'success', clock_timestamp() - days * interval '1 day'
      FROM unnest(ARRAY[29.9, 30.1, 300]) days`;
    const [oldest] = await service.sql`
      SELECT created_at FROM deliveries WHERE integration_id = ${busyId} ORDER BY created_at DESC OFFSET 999 LIMIT 1`;
    await worker.maintain();
    expect([await count(busyId), await count(quietId)]).toEqual([1000, 1]);
    const [left] =
      await service.sql`SELECT min(created_at) AS oldest FROM deliveries WHERE integration_id = ${busyId}`;
    expect(left?.oldest).toEqual(oldest?.created_at);
  });

  test('a test send is a real delivery of a synthetic signup, also while paused (§4.7 rule 6, C11.4)', async () => {
    const hook = await hooked({ events: ['signup.removed'] });
    await setEnabled(hook.account, false);
    const record = await testIntegration(service.ctx, hook.account.accountId, 'webhook');
    expect(record).toEqual({
      id: uuid,
      event_type: 'signup.created',
      status: 'success',
      response_status: 200,
      error: null,
      created_at: isoTime,
      delivered_at: isoTime,
      is_test: true,
    });
    expect(await log(hook.account)).toEqual([record]);
    const [request] = receiver.requests;
    const timestamp = request?.headers['service-timestamp'];
    expect(request?.headers['service-signature']).toBe(
      `v1=${createHmac('sha256', hook.secret).update(`${timestamp}.${request?.body}`).digest('hex')}`,
    );
    const [{ type, data }] = sent();
    expect(type).toBe('signup.created');
    expect(data.metadata).toEqual({ service_test: true });
    expect(Object.keys(data)).toEqual([
      'id',
      'waitlist_id',
      'waitlist_name',
      'email',
      'position',
      'total',
      'referral_code',
      'referred_by',
      'utm_source',
      'metadata',
      'created_at',
    ]);
  });

  test('a test send that fails is recorded as such; on the free plan there is none', async () => {
    const hook = await hooked();
    receiver.next({ status: 410 });
    const record = await testIntegration(service.ctx, hook.account.accountId, 'webhook');
    expect(record).toMatchObject({ status: 'failed', response_status: 410, is_test: true });
    await setPlan(hook.account, 'free');
    await expect(testIntegration(service.ctx, hook.account.accountId, 'webhook')).rejects.toMatchObject({
      code: 'quota_exceeded',
    });
    const { accountId } = await service.account();
    await expect(testIntegration(service.ctx, accountId, 'webhook')).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});
