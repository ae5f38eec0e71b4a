import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../../support/fakes/fake-provider.ts';
import type { TestAccount } from '../../support/service/make.ts';
import { useService } from '../../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../../support/service/worker.ts';

const mostPending = 100_000;

const service = useService();
let receiver: FakeProvider;
let worker: TestWorker;
beforeAll(async () => {
  receiver = await startFakeProvider(() => ({ status: 200 }));
  worker = openTestWorker(service);
});
afterEach(async () => {
  receiver.reset();
  await service.sql`TRUNCATE outbox`;
});
afterAll(async () => {
  await worker.close();
  await receiver.close();
});

/** An account with a waitlist and a webhook that has been active for two days. */
async function hooked() {
  const account = await service.account({ plan: 'launch' });
  const waitlist = await service.waitlist(account);
  const config = { url: `${receiver.url}/hook` };
  await service.call('PUT', '/v1/integrations/webhook', account.key, { payload: { config } });
  await service.sql`UPDATE integrations SET active_since = now() - interval '2 days' WHERE account_id = ${account.accountId}`;
  const signUp = async (...names: string[]) => {
    for (const name of names) await service.signUp(account, waitlist, { email: `${name}@example.com` });
  };
  return { account, signUp };
}
const stop: Record<string, (account: TestAccount) => PromiseLike<unknown>> = {
  paused: ({ key }) =>
    service.call('PATCH', '/v1/integrations/webhook', key, { payload: { enabled: false } }),
  deleted: ({ key }) => service.call('DELETE', '/v1/integrations/webhook', key),
  downgraded: ({ accountId }) => service.sql`UPDATE accounts SET plan = 'free' WHERE id = ${accountId}`,
};
/** What the fired events have waited for. */
const age = (interval: string) => service.sql`
  UPDATE outbox SET payload = jsonb_set(payload::jsonb, '{fired_at}', to_jsonb(now() - ${interval}::interval))::json
  WHERE job IN ('fan-out-event', 'deliver-event')`;
const log = async ({ key }: TestAccount) =>
  (await service.call('GET', '/v1/integrations/webhook/deliveries', key)).json();
const delivered = () => receiver.requests.map(({ body }) => JSON.parse(body).data.email);
const pending = () => service.pendingJobs('deliver-event');
const failed = (error: string) => ({
  id: expect.any(String),
  event_type: 'signup.created',
  status: 'failed',
  response_status: null,
  error,
  created_at: expect.any(String),
  delivered_at: null,
  is_test: false,
});
/** Deliveries that wait for an account's webhook, and of which it gets none here. */
const fill = ({ accountId }: TestAccount, count: number, dueAt = 'infinity') =>
  service.sql.begin(async (tx) => {
    await tx`SET LOCAL statement_timeout = 0`; // the service never inserts so many rows in one statement
    await tx`
      INSERT INTO outbox (job, id, account_id, integration_id, due_at)
      SELECT 'deliver-event', gen_random_uuid(), account_id, id, ${dueAt}::timestamptz
      FROM integrations, generate_series(1, ${count}) WHERE account_id = ${accountId}`;
  });
const tooLate = failed('Not attempted: it was still waiting 24 hours after the event was fired.');
const tooMany = failed('Not attempted: 100,000 deliveries of this integration were waiting already.');

test('a delivery that starts over 24 hours after its event is recorded as failed and not attempted', async () => {
  const { account, signUp } = await hooked();
  await signUp('old');
  await age('24 hours 1 second');
  await worker.fanOutAndDeliver();
  expect(await log(account)).toEqual([tooLate]);
  await signUp('young');
  await age('23 hours 59 minutes');
  await worker.fanOutAndDeliver();
  expect(delivered()).toEqual(['young@example.com']);
  expect(await pending()).toEqual([]);
});

test.each(Object.keys(stop))(
  'nor is one too late recorded once its integration is %s (§3.2)',
  async (how) => {
    const { account, signUp } = await hooked();
    await signUp('old');
    await age('25 hours');
    await worker.fanOut();
    await stop[how]?.(account);
    await worker.deliver();
    const records = await service.sql`
    SELECT 1 FROM deliveries d JOIN integrations i ON i.id = d.integration_id WHERE i.account_id = ${account.accountId}`;
    expect([records.length, delivered(), await pending()]).toEqual([0, [], []]);
  },
);

test('what is fired while 100,000 deliveries of an integration wait is recorded as failed at once, for that integration alone', async () => {
  const [full, other] = [await hooked(), await hooked()];
  await fill(full.account, mostPending - 1);
  await full.signUp('fits', 'surplus', 'more');
  await other.signUp('other');
  await worker.fanOut();
  expect(await log(full.account)).toEqual([tooMany, tooMany]);
  expect(await pending()).toHaveLength(mostPending + 1);
  await worker.deliver();
  expect(delivered().toSorted()).toEqual(['fits@example.com', 'other@example.com']);
  await full.signUp('soon');
  await worker.fanOut(); // which still knows how many there were
  expect(await log(full.account)).toHaveLength(4);
  await full.signUp('next', 'another');
  const counting = openTestWorker(service);
  await counting.fanOutAndDeliver();
  await counting.close();
  expect(delivered()).toContain('next@example.com'); // one has gone, so there is room for one
  expect(await log(full.account)).toHaveLength(6);
});

test('a surplus delivery whose worker died is recorded as failed by the next one', async () => {
  const { account, signUp } = await hooked();
  await signUp('surplus');
  const [id = ''] = await worker.fanOut();
  await service.sql`UPDATE outbox SET payload = jsonb_set(payload::jsonb, '{is_surplus}', 'true')::json WHERE id = ${id}`;
  expect(await worker.run('deliver-event', { id, accountId: account.accountId })).toBe(false);
  expect(await log(account)).toEqual([tooMany]);
  expect(delivered()).toEqual([]);
});

test('nothing is recorded of a surplus on a plan without integrations (§3.2)', async () => {
  const { account, signUp } = await hooked();
  await fill(account, mostPending);
  await signUp('surplus');
  await stop.downgraded?.(account);
  await worker.fanOut();
  expect(await pending()).toHaveLength(mostPending);
  const records = await service.sql`
    SELECT 1 FROM deliveries d JOIN integrations i ON i.id = d.integration_id WHERE i.account_id = ${account.accountId}`;
  expect(records).toHaveLength(0);
});

test('what waits from before a pause, and is never delivered, takes no room (§3.2)', async () => {
  const { account, signUp } = await hooked();
  await fill(account, mostPending, '2020-01-01');
  await signUp('new');
  await worker.fanOut();
  expect(await log(account)).toEqual([]);
  const [row] =
    await service.sql`SELECT id FROM outbox WHERE job = 'deliver-event' AND due_at > '2021-01-01'`;
  await worker.run('deliver-event', { id: row?.id, accountId: account.accountId });
  expect(delivered()).toEqual(['new@example.com']);
});
