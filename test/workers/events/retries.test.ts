import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { retrySeconds } from '../../../src/shared/events/integrations/deliveries/retry-schedule.ts';
import { newId } from '../../../src/shared/platform/ids.ts';
import { maintainIntegrations } from '../../../src/workers/maintenance/maintain-integrations.ts';
import { type FakeProvider, startFakeProvider } from '../../support/fakes/fake-provider.ts';
import { claimByIds } from '../../support/keys.ts';
import { type MailSink, startMailSink } from '../../support/mail-sink.ts';
import { useService } from '../../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../../support/service/worker.ts';
import { type Hooked, hookCalls } from './hooked.ts';

const retried = 'deliver-with-retries';

test('the schedule is that of Svix, with 20 % of jitter, and never before the receiver asks (N2)', () => {
  const least = Array.from({ length: 8 }, (_, n) => retrySeconds(n + 1, 0, () => 0));
  const most = Array.from({ length: 8 }, (_, n) => retrySeconds(n + 1, 0, () => 1));
  const pauses = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000];
  expect(least.map((seconds) => seconds && Math.round(seconds))).toEqual([
    ...pauses.map((pause) => Math.round(pause * 0.8)),
    undefined,
  ]);
  expect(most.map((seconds) => seconds && Math.round(seconds))).toEqual([
    ...pauses.map((pause) => Math.round(pause * 1.2)),
    undefined,
  ]);
  expect(retrySeconds(1, 900)).toBe(900);
});

describe('an integration with retries', () => {
  let mails: MailSink;
  const env: NodeJS.ProcessEnv = {};
  const service = useService(env, async () => {
    mails = await startMailSink();
    env.MANAGED_EMAIL_URL = mails.url;
  });
  let receiver: FakeProvider;
  let worker: TestWorker;
  const { get, hooked, post, setEnabled, signUp, makeDue } = hookCalls(service, () => receiver);

  beforeAll(async () => {
    receiver = await startFakeProvider(() => ({ status: 200 }));
    worker = openTestWorker(service, { MANAGED_EMAIL_URL: mails.url });
  });
  afterEach(() => receiver.reset());
  afterAll(async () => {
    await worker.close();
    await receiver.close();
    await mails.close();
  });

  const hook = (config = {}) => hooked({ retries: 'standard', ...config });
  const jobsOf = ({ account }: Hooked) => service.sql<
    { id: string; seconds: number; payload: { attempts?: number } }[]
  >`
    SELECT id, payload, extract(epoch FROM due_at - clock_timestamp())::float8 AS seconds FROM outbox
    WHERE account_id = ${account.accountId} AND job = ${retried}`;
  async function attempt({ account }: Hooked): Promise<void> {
    await makeDue(account);
    for (const id of await service.pendingJobs(retried))
      await worker.run(retried, { id, accountId: account.accountId });
  }
  const log = ({ account }: Hooked) => get(account, 'integrations/webhook/deliveries');
  const health = ({ account }: Hooked) => get(account, 'integrations/webhook/health');

  test('tries a failed delivery up to 8 times with one id and the same bytes, each a record (N2)', async () => {
    const hooked = await hook({ include: ['fields'] });
    receiver.next(...Array.from({ length: 8 }, () => ({ status: 500 })));
    await signUp(hooked);
    await worker.fanOut();
    const began = performance.now();
    await attempt(hooked);
    const [first] = await jobsOf(hooked);
    const passed = (performance.now() - began) / 1_000; // of the time until then
    expect(Number(first?.seconds) + passed).toBeGreaterThan(3);
    expect(first?.seconds).toBeLessThan(6.1);
    await service.call('PUT', '/v1/integrations/webhook', hooked.account.key, {
      payload: {
        config: { url: `${receiver.url}/hook`, retries: 'standard', include: ['display_position'] },
      },
    });
    for (let n = 2; n <= 8; n++) await attempt(hooked);
    expect(await jobsOf(hooked)).toEqual([]);
    expect(receiver.requests).toHaveLength(8);
    expect(new Set(receiver.requests.map(({ body }) => body)).size).toBe(1);
    expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    const records = await log(hooked);
    expect(records.map(({ status }: { status: string }) => status)).toEqual(Array(8).fill('failed'));
    expect(Object.keys(records[0]).length).toBe(8); // the shape of §2.9
    const details = await get(hooked.account, `integrations/webhook/deliveries/${records[0].id}`);
    expect(details).toMatchObject({ attempt: 8, event_id: receiver.requests[0]?.headers['webhook-id'] });
  });

  test('ends with the first success', async () => {
    const hooked = await hook();
    receiver.next({ status: 503 }, { drop: true });
    await signUp(hooked);
    await worker.fanOut();
    for (let n = 1; n <= 3; n++) await attempt(hooked);
    expect((await log(hooked)).map(({ status }: { status: string }) => status)).toEqual([
      'success',
      'failed',
      'failed',
    ]);
    expect(await jobsOf(hooked)).toEqual([]);
    expect(await health(hooked)).toMatchObject({ state: 'ok', failing_since: null, pending: 0 });
  });

  test.each([
    [429, '600', 600],
    [503, '999999', 86_400],
    [503, 'the time in two hours', 7_200],
    [500, '600', 5],
  ])(
    'an answer %i with Retry-After: %s is tried again after about %i s (N2)',
    async (status, asked, seconds) => {
      const hooked = await hook();
      await signUp(hooked);
      await worker.fanOut();
      const began = performance.now();
      const retryAfter = asked.startsWith('the') ? new Date(Date.now() + 7_200_000).toUTCString() : asked;
      receiver.next({ status, headers: { 'retry-after': retryAfter } });
      await attempt(hooked);
      const [job] = await jobsOf(hooked);
      const passed = (performance.now() - began) / 1_000; // of the time until then
      expect(Number(job?.seconds) + passed).toBeGreaterThan(seconds * 0.8 - 2);
      expect(job?.seconds).toBeLessThan(seconds * 1.2 + 1);
    },
  );

  test('is attempted again if its worker dies, with a record of each attempt (N2)', async () => {
    const hooked = await hook();
    await signUp(hooked);
    await worker.fanOut();
    const [job] = await jobsOf(hooked);
    await claimByIds(service.sql, retried, [job?.id ?? '']); // by a worker that dies
    await worker.run(retried, { id: job?.id ?? '', accountId: hooked.account.accountId });
    expect(receiver.requests).toHaveLength(0); // the lease holds
    await attempt(hooked);
    expect(receiver.requests).toHaveLength(1);
    expect(await jobsOf(hooked)).toEqual([]);
  });

  test('retries wait while it is paused, go on when it is resumed, and are dropped after 24 hours of the pause (N2)', async () => {
    const hooked = await hook();
    receiver.next({ status: 500 }, { status: 500 });
    await signUp(hooked, 'a');
    await signUp(hooked, 'b');
    await worker.fanOut();
    await attempt(hooked);
    await setEnabled(hooked.account, false);
    await signUp(hooked, 'paused'); // never arrives (§3.2)
    await worker.fanOut();
    await attempt(hooked);
    expect([receiver.requests.length, (await jobsOf(hooked)).length]).toEqual([2, 2]);
    await setEnabled(hooked.account, true);
    const [first] = await jobsOf(hooked);
    await makeDue(hooked.account);
    await worker.run(retried, { id: first?.id ?? '', accountId: hooked.account.accountId });
    expect([receiver.requests.length, (await jobsOf(hooked)).length]).toEqual([3, 1]);
    await setEnabled(hooked.account, false);
    await service.sql`
      UPDATE integrations SET paused_at = paused_at - interval '25 hours' WHERE account_id = ${hooked.account.accountId}`;
    await attempt(hooked);
    expect([receiver.requests.length, await jobsOf(hooked)]).toEqual([3, []]);
    expect((await get(hooked.account, 'events')).data).toHaveLength(3);
  });

  test('an answer 410 disables it at once, with an event and a notice to its users (N2)', async () => {
    const hooked = await hook();
    await addUser(hooked, 'owner@example.com');
    receiver.next({ status: 410 });
    await signUp(hooked);
    await worker.fanOut();
    await attempt(hooked);
    expect(await get(hooked.account, 'integrations')).toMatchObject([{ enabled: false }]);
    expect(await health(hooked)).toMatchObject({
      state: 'disabled',
      disabled_at: expect.stringMatching(/Z$/),
      reason: expect.stringContaining('410'),
      pending: 0,
    });
    await worker.fanOut();
    const { data } = await get(hooked.account, 'events?types=integration.disabled');
    expect(data).toMatchObject([
      { type: 'integration.disabled', waitlist_id: null, data: { integration_type: 'webhook' } },
    ]);
    await sendNotices(hooked);
    expect(await subjectsTo('owner@example.com')).toEqual(['Webhook was disabled']);
    await setEnabled(hooked.account, true);
    expect(await health(hooked)).toMatchObject({ state: 'failing', disabled_at: null });
  });

  test('is disabled after 20 attempts and 5 days without one success; users are told before (N2)', async () => {
    const hooked = await hook();
    await addUser(hooked, 'ada@acme.example');
    const fail = async (count: number) => {
      receiver.next(...Array.from({ length: count }, () => ({ status: 500, body: 'broken' })));
      for (let n = 0; n < count; n++) {
        await post(hooked.account, `events/${event.id}/redeliver`);
        const [job] = (await jobsOf(hooked)).filter(({ payload }) => payload.attempts === undefined);
        await worker.run(retried, { id: job?.id ?? '', accountId: hooked.account.accountId });
      }
    };
    const age = (days: number) => service.sql`
      UPDATE integration_health SET failing_since = failing_since - ${`${days} days`}::interval WHERE account_id = ${hooked.account.accountId}`;
    const maintain = () => maintainIntegrations(worker.ctx);
    await signUp(hooked);
    await worker.fanOut();
    await attempt(hooked);
    const [event] = (await get(hooked.account, 'events')).data;
    await fail(19);
    expect(await health(hooked)).toMatchObject({
      state: 'failing',
      reason: 'The receiver answered 500.',
      pending: 19,
    });
    await maintain();
    expect((await service.pendingJobs('send-notice')).length).toBe(0);
    await age(1);
    await maintain();
    await maintain();
    expect((await service.pendingJobs('send-notice')).length).toBe(1);
    await age(5);
    await maintain();
    expect(await health(hooked)).toMatchObject({ state: 'failing' }); // 19 attempts
    await fail(1);
    await maintain();
    expect(await health(hooked)).toMatchObject({
      state: 'disabled',
      reason: expect.stringMatching(/^20 attempts/),
    });
    await sendNotices(hooked);
    expect((await subjectsTo('ada@acme.example')).toSorted()).toEqual([
      'Deliveries to Webhook are failing',
      'Webhook was disabled',
    ]);
    const [usage] = await service.sql`SELECT FROM email_usage WHERE account_id = ${hooked.account.accountId}`;
    expect(usage).toBeUndefined(); // a notice is not in the allowance
  });

  test('one success begins the count anew, and without retries nothing is disabled (N2)', async () => {
    const hooked = await hook({ retries: 'none' });
    receiver.next({ status: 410 });
    await signUp(hooked, 'a');
    await worker.fanOutAndDeliver();
    expect(await health(hooked)).toMatchObject({ state: 'failing' });
    await service.sql`
      UPDATE integration_health SET failing_since = failing_since - interval '9 days', failed_attempts = 99 WHERE account_id = ${hooked.account.accountId}`;
    await maintainIntegrations(worker.ctx);
    expect(await health(hooked)).toMatchObject({ state: 'failing', disabled_at: null });
    await signUp(hooked, 'b');
    await worker.fanOutAndDeliver();
    expect(await health(hooked)).toMatchObject({ state: 'ok', reason: null });
  });

  const subjectsTo = async (address: string) => (await mails.mailsTo(address)).map(({ subject }) => subject);
  const addUser = ({ account }: Hooked, email: string) => service.sql`
    INSERT INTO users (id, account_id, email, email_key, password_hash) VALUES (${newId()}, ${account.accountId}, ${email}, ${email}, 'x')`;
  async function sendNotices({ account }: Hooked): Promise<void> {
    for (const id of await service.pendingJobs('send-notice'))
      await worker.run('send-notice', { id, accountId: account.accountId });
  }
});
