import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  type FakeProvider,
  type RecordedRequest,
  startFakeProvider,
} from '../../support/fakes/fake-provider.ts';
import { useService } from '../../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../../support/service/worker.ts';
import { type Hooked, hookCalls } from './hooked.ts';

describe('signing secrets', () => {
  const service = useService();
  let receiver: FakeProvider;
  let worker: TestWorker;
  const { hooked, post, put, signUp } = hookCalls(service, () => receiver);

  beforeAll(async () => {
    receiver = await startFakeProvider(() => ({ status: 200 }));
    worker = openTestWorker(service);
  });
  afterEach(() => receiver.reset());
  afterAll(async () => {
    await worker.close();
    await receiver.close();
  });

  async function deliver(hook: Hooked, name: string): Promise<RecordedRequest> {
    await signUp(hook, name);
    await worker.fanOutAndDeliver();
    const request = receiver.requests.at(-1);
    if (!request) throw new Error('nothing was delivered');
    return request;
  }
  const rotate = (hook: Hooked, overlap_hours: number, headers = {}) =>
    post(hook.account, 'rotate-secret', { overlap_hours }, headers);
  const keyOf = (secret: string) => Buffer.from(secret.slice('whsec_'.length), 'base64');
  const standard = ({ headers, body }: RecordedRequest, key: string | Buffer) =>
    `v1,${createHmac('sha256', key).update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`).digest('base64')}`;
  const own = ({ headers, body }: RecordedRequest, key: string) =>
    `v1=${createHmac('sha256', key).update(`${headers['service-timestamp']}.${body}`).digest('hex')}`;
  const signatures = ({ headers }: RecordedRequest) => [
    headers['service-signature'],
    headers['webhook-signature'],
  ];

  test('a made one is whsec_ and padded base64 of 32 bytes, which are the key of webhook-signature (N2)', async () => {
    const hook = await hooked();
    expect(hook.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const request = await deliver(hook, 'a');
    expect(request.headers['webhook-timestamp']).toBe(request.headers['service-timestamp']);
    expect(signatures(request)).toEqual([own(request, hook.secret), standard(request, keyOf(hook.secret))]);
  });

  test.each([
    ['one in base64url', 'whsec_A8oAR11IYAS8oOpJ6jfM8TxFvkKGky_kbu1Dqxvj--Y', (text: string) => text],
    ['a self-chosen one', 'a-secret-of-our-own', (text: string) => text],
    [
      'one of another length in base64',
      `whsec_${Buffer.alloc(24, 7).toString('base64')}`,
      (text: string) => text,
    ],
    ['one in exactly the new form', `whsec_${Buffer.alloc(32, 250).toString('base64')}`, keyOf],
  ])('%s is its own key, unless it has the new form (N2)', async (_, signing_secret, toKey) => {
    const hook = await hooked({ signing_secret });
    const request = await deliver(hook, 'a');
    expect(signatures(request)).toEqual([
      own(request, signing_secret),
      standard(request, toKey(signing_secret)),
    ]);
  });

  test('after a rotation both sign until the overlap ends, and service-signature stays with the old one (N2)', async () => {
    const hook = await hooked();
    const answer = await rotate(hook, 24, { 'idempotency-key': 'r' });
    const { signing_secret: secret, previous_expires_at: until } = answer.json();
    expect([answer.statusCode, secret === hook.secret]).toEqual([200, false]);
    expect((Date.parse(until) - Date.now()) / 3_600_000).toBeCloseTo(24, 1);
    expect((await rotate(hook, 24, { 'idempotency-key': 'r' })).json()).toEqual({
      signing_secret: null,
      previous_expires_at: until,
    });
    expect((await rotate(hook, 1)).statusCode).toBe(409);
    await put(hook.account, { events: [] }); // keeps both
    const during = await deliver(hook, 'a');
    expect(signatures(during)).toEqual([
      own(during, hook.secret),
      `${standard(during, keyOf(secret))} ${standard(during, keyOf(hook.secret))}`,
    ]);
    await service.sql`UPDATE integrations SET previous_until = clock_timestamp() WHERE id = ${hook.integrationId}`;
    const afterwards = await deliver(hook, 'b');
    expect(signatures(afterwards)).toEqual([own(afterwards, secret), standard(afterwards, keyOf(secret))]);
  });

  test('without an overlap all older ones end at once, and so they do if the account sets one (N2)', async () => {
    const hook = await hooked();
    await rotate(hook, 72);
    const { signing_secret: secret, previous_expires_at: until } = (await rotate(hook, 0)).json();
    expect(until).toBeNull();
    const request = await deliver(hook, 'a');
    expect(signatures(request)).toEqual([own(request, secret), standard(request, keyOf(secret))]);
    await rotate(hook, 72);
    await put(hook.account, { signing_secret: 'a-secret-of-our-own' });
    const chosen = await deliver(hook, 'b');
    expect(signatures(chosen)).toEqual([
      own(chosen, 'a-secret-of-our-own'),
      standard(chosen, 'a-secret-of-our-own'),
    ]);
  });

  test('there is nothing to rotate without a webhook, on the free plan or for other hours (N2)', async () => {
    const account = await service.account({ plan: 'launch' });
    expect((await post(account, 'rotate-secret', { overlap_hours: 0 })).statusCode).toBe(404);
    const free = await service.account({ plan: 'free' });
    expect((await post(free, 'rotate-secret', { overlap_hours: 0 })).statusCode).toBe(402);
    expect((await post(account, 'rotate-secret', { overlap_hours: 73 })).statusCode).toBe(400);
  });
});
