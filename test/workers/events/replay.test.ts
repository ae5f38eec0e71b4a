import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../../support/fakes/fake-provider.ts';
import { useService } from '../../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../../support/service/worker.ts';
import { type Hooked, hookCalls } from './hooked.ts';

const since = '2026-01-01T00:00:00Z';

describe('what an integration missed', () => {
  const service = useService();
  let receiver: FakeProvider;
  let worker: TestWorker;
  const { get, hooked, post, put, setEnabled, signUp } = hookCalls(service, () => receiver);

  beforeAll(async () => {
    receiver = await startFakeProvider(() => ({ status: 200 }));
    worker = openTestWorker(service);
  });
  afterEach(() => receiver.reset());
  afterAll(async () => {
    await worker.close();
    await receiver.close();
  });

  const events = async ({ account }: Hooked) => (await get(account, 'events')).data;
  const sent = () =>
    receiver.requests.map(({ body }) => JSON.parse(body).data.email.split('@')[0]).toSorted();
  async function run({ account: { accountId } }: Hooked): Promise<void> {
    for (const name of ['replay-events', 'deliver-with-retries', 'deliver-again'] as const)
      for (const id of await service.pendingJobs(name)) await worker.run(name, { id, accountId });
  }
  const replay = async ({ account }: Hooked, body: object, headers = {}) => {
    const answer = await post(account, 'replay', { since, ...body }, headers);
    expect(answer.statusCode).toBe(202);
    return answer.json();
  };

  /**
   * An account whose receiver got `ok`, refused `bad`, was paused during `paused` and did not want `gone`.
   */
  async function missed(config = {}): Promise<Hooked> {
    const hook = await hooked({ events: ['signup.created'], ...config });
    await signUp(hook, 'ok');
    await worker.fanOutAndDeliver();
    receiver.next({ status: 500, body: 'sorry' });
    const { id } = await signUp(hook, 'bad');
    await worker.fanOutAndDeliver();
    await setEnabled(hook.account, false);
    await signUp(hook, 'paused');
    await worker.fanOut();
    await service.call('DELETE', `/v1/waitlists/${hook.waitlist}/signups/${id}`, hook.account.key);
    await worker.fanOutAndDeliver();
    await setEnabled(hook.account, true);
    receiver.reset();
    return hook;
  }

  test('a replay of what failed delivers that and what came during a pause, once (N2)', async () => {
    const hook = await missed();
    expect(await replay(hook, { only: 'failed', dry_run: true })).toEqual({ replay_id: null, matched: 2 });
    expect(await service.pendingJobs('replay-events')).toEqual([]);
    expect(await replay(hook, { only: 'failed' })).toEqual({
      replay_id: expect.stringMatching(/-/),
      matched: 2,
    });
    // One at a time.
    expect((await post(hook.account, 'replay', { since, only: 'all' })).statusCode).toBe(409);
    await run(hook);
    expect(sent()).toEqual(['bad', 'paused']);
    expect(await replay(hook, { only: 'failed' })).toEqual({ replay_id: null, matched: 0 });
    const feed = await events(hook);
    const ids = receiver.requests.map(({ headers }) => headers['webhook-id']);
    expect(ids.toSorted()).toEqual([feed[1].id, feed[2].id].toSorted());
    for (const job of ['replay-events', 'deliver-again']) expect(await service.pendingJobs(job)).toEqual([]);
  });

  test('a replay of all delivers all that is wanted, within its times and types (N2)', async () => {
    const hook = await missed();
    await replay(hook, { only: 'all' });
    await run(hook);
    expect(sent()).toEqual(['bad', 'ok', 'paused']);
    receiver.reset();
    await put(hook.account, { events: [] });
    const [, second, , last] = await events(hook);
    const times = { since: second.created_at, until: last.created_at };
    expect(await replay(hook, { ...times, only: 'all', types: ['signup.created'] })).toMatchObject({
      matched: 2,
    });
    await run(hook);
    expect(sent()).toEqual(['bad', 'paused']);
  });

  test('an event that waits for an attempt is not replayed as failed, and one that failed again is (N2)', async () => {
    const hook = await hooked({ retries: 'standard' });
    receiver.next({ status: 500 });
    await signUp(hook, 'waits');
    await worker.fanOut();
    await run(hook);
    expect(await replay(hook, { only: 'failed', dry_run: true })).toMatchObject({ matched: 0 });
    expect(await replay(hook, { only: 'all', dry_run: true })).toMatchObject({ matched: 1 });
    await put(hook.account, { retries: 'none' });
    await service.sql`UPDATE outbox SET due_at = clock_timestamp() - interval '1 second' WHERE account_id = ${hook.account.accountId}`;
    await run(hook);
    expect(sent()).toEqual(['waits', 'waits']);
    const [event] = await events(hook);
    receiver.next({ status: 400 });
    expect((await post(hook.account, `events/${event.id}/redeliver`)).statusCode).toBe(202);
    await run(hook);
    expect(await replay(hook, { only: 'failed', dry_run: true })).toMatchObject({ matched: 1 });
  });

  test('a redelivery sends the event again, once for each idempotency key (N2)', async () => {
    const hook = await missed();
    const [first] = await events(hook);
    const again = () =>
      post(hook.account, `events/${first.id}/redeliver`, undefined, { 'idempotency-key': 'a' });
    const answers = [await again(), await again()];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([202, 202]);
    expect(answers[1]?.json()).toEqual({ event_id: first.id });
    await run(hook);
    expect(receiver.requests.map(({ headers }) => headers['webhook-id'])).toEqual([first.id]);
    expect(JSON.parse(receiver.requests[0]?.body ?? '')).toEqual({ type: first.type, data: first.data });
  });

  test('while it is paused, and for what it does not want, there is a conflict; elsewhere nothing (N2)', async () => {
    const hook = await missed();
    const feed = await events(hook);
    const removed = feed.find(({ type }: { type: string }) => type === 'signup.removed');
    expect((await post(hook.account, `events/${removed.id}/redeliver`)).json().error).toEqual({
      code: 'conflict',
      message: 'The integration does not want events of the type signup.removed.',
    });
    await setEnabled(hook.account, false);
    for (const answer of [
      await post(hook.account, 'replay', { since, only: 'all' }),
      await post(hook.account, `events/${feed[0].id}/redeliver`),
    ])
      expect([answer.statusCode, answer.json().error.message]).toEqual([
        409,
        'The integration is paused. Resume it first.',
      ]);
    expect((await replay(hook, { only: 'all', dry_run: true })).matched).toBe(3);
    const stranger = await hooked();
    expect((await post(stranger.account, `events/${feed[0].id}/redeliver`)).statusCode).toBe(404);
    expect((await replay(stranger, { only: 'all' })).matched).toBe(0);
  });

  test('what has not arrived can be dismissed, once for each idempotency key, and replayed later (N2)', async () => {
    const hook = await missed();
    const health = () => get(hook.account, 'integrations/webhook/health');
    expect((await health()).undelivered).toBe(2);
    const dismiss = (account = hook.account) =>
      post(account, 'dismiss', undefined, { 'idempotency-key': 'once' });
    const answer = await dismiss();
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    expect((await health()).undelivered).toBe(0);
    receiver.next({ status: 500 });
    await signUp(hook, 'later');
    await worker.fanOutAndDeliver();
    const again = await dismiss();
    expect([again.statusCode, again.headers['idempotent-replayed']]).toEqual([204, 'true']);
    expect((await health()).undelivered).toBe(1);
    expect(await replay(hook, { only: 'failed', dry_run: true })).toMatchObject({ matched: 3 });
    const log = await get(hook.account, 'audit-log');
    expect(log.data.map(({ action }: { action: string }) => action)).toContain(
      'integration.missed_dismissed',
    );
    expect((await dismiss(await service.account({ plan: 'launch' }))).statusCode).toBe(404);
    const reader = await service.key(hook.account, ['account:read', 'account:write']);
    expect((await service.call('POST', '/v1/integrations/webhook/dismiss', reader)).statusCode).toBe(403);
  });

  test('a replay ends if its integration is paused meanwhile', async () => {
    const hook = await missed();
    await replay(hook, { only: 'all' });
    await setEnabled(hook.account, false);
    await run(hook);
    expect([sent(), await service.pendingJobs('replay-events')]).toEqual([[], []]);
  });

  test('details hold the request without signatures and the start of the answer, for 7 days (N2)', async () => {
    const hook = await hooked();
    receiver.next({ status: 500, body: `${hook.secret} ${'ä'.repeat(2_000)}` });
    await signUp(hook);
    await worker.fanOutAndDeliver();
    const [{ id }] = await get(hook.account, 'integrations/webhook/deliveries');
    const path = `integrations/webhook/deliveries/${id}`;
    const details = await get(hook.account, path);
    expect(details).toMatchObject({
      status: 'failed',
      attempt: 1,
      request: { method: 'POST', body: receiver.requests[0]?.body },
      response: { status: 500, body: expect.stringMatching(/^\(secret\) ä+$/) },
    });
    expect(Object.keys(details.request.headers).toSorted()).toEqual([
      'content-type',
      'service-timestamp',
      'webhook-id',
      'webhook-timestamp',
    ]);
    expect(Buffer.byteLength(details.response.body)).toBeLessThanOrEqual(2_048);
    await service.sql`UPDATE delivery_details SET created_at = created_at - interval '8 days' WHERE id = ${id}`;
    expect(await get(hook.account, path)).toMatchObject({ id, request: null, response: null });
    const stranger = await hooked();
    expect((await service.call('GET', `/v1/${path}`, stranger.account.key)).statusCode).toBe(404);
  });

  test.each([
    [{ only: 'all' }, 'since'],
    [{ since, only: 'some' }, 'only'],
    [{ since, only: 'all', until: '2025-01-01T00:00:00Z' }, 'until'],
    [{ since, only: 'all', types: [] }, 'types'],
    [{ since: '1999-01-01T00:00:00Z', only: 'all' }, 'since'],
  ])('the body %j is refused', async (body, key) => {
    const hook = await hooked();
    const answer = await post(hook.account, 'replay', body);
    expect([answer.statusCode, answer.json().error.message.split(':')[0]]).toEqual([400, key]);
  });
});
