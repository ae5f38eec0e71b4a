import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startFakeProvider } from '../support/fakes/fake-provider.ts';
import { makeList } from '../support/list.ts';
import { finishErasure, isErased } from '../support/people/finish-erasure.ts';
import type { TestAccount } from '../support/service/make.ts';
import { useService } from '../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../support/service/worker.ts';
import { until } from '../support/until.ts';

/** More than a pass of a request looks at before it asks for the time. */
const rows = 2_500;
/** What a request scrubs itself, and a little. */
const inRequestMs = 2_100;

describe('an erasure that a worker goes on with (N3)', () => {
  const service = useService();
  let worker: TestWorker;
  beforeAll(() => {
    worker = openTestWorker(service);
  });
  afterAll(() => worker.close());

  const erase = ({ key }: TestAccount, email: string) =>
    service.call('POST', '/v1/people/erase', key, { payload: { email } });

  test('answers in its time while deliveries are left', async () => {
    const { account } = await makeList(service);
    const { accountId } = account;
    const email = 'ada@example.com';
    await insertRequests(accountId, email);
    await service.call('PUT', '/v1/integrations/webhook', account.key, {
      payload: { config: { url: 'http://127.0.0.1:1/' } },
    });
    await insertDeliveries(accountId, email);
    const left = () => countLeft(accountId, 'delivery_details');
    expect(await left()).toBe(rows);

    const lock = await hold(accountId);
    const startedAt = performance.now();
    const answering = erase(account, email);
    await until(async () => performance.now() - startedAt > inRequestMs, 10);
    await lock.release();
    const answer = await answering;
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { erasure_id: expect.any(String), signups: 0, mails: 0, events: null },
    ]);
    expect(await isErased(service, accountId)).toBe(false);
    const after = await left();
    expect(after).toBeGreaterThan(0);
    expect(after).toBeLessThan(rows);

    await finishErasure(service, worker, accountId);
    expect(await countLeft(accountId, 'idempotency_keys')).toBe(0);
    expect(await left()).toBe(0);
  });

  test('scrubs the event of a deletion that workers have given up', async () => {
    const list = await makeList(service);
    const { account } = list;
    const { accountId, key } = account;
    await service.call('PUT', '/v1/integrations/webhook', key, {
      payload: { config: { url: 'http://127.0.0.1:1/' } },
    });
    await list.add({ email: 'ada@example.com' });
    expect((await erase(account, 'ada@example.com')).json().signups).toBe(1);
    const { count } = await service.sql`
      UPDATE outbox SET due_at = 'infinity' WHERE account_id = ${accountId} AND job = 'fan-out-event' AND payload ->> 'type' = 'signup.removed'`;
    expect(count).toBe(1);
    await finishErasure(service, worker, accountId);
    const named = await service.sql`
      SELECT job FROM outbox WHERE account_id = ${accountId} AND payload::text LIKE '%ada@example%'`;
    expect(named).toEqual([]);
  });

  test.each(['erased already', 'deleted already'])(
    'leaves the news of a removal to a receiver that fails for now: %s',
    async (how) => {
      let isUp = false;
      const receiver = await startFakeProvider(() => ({ status: isUp ? 200 : 503 }));
      const removals = () =>
        receiver.requests.map(({ body }) => JSON.parse(body)).filter(({ type }) => type === 'signup.removed');
      try {
        const list = await makeList(service);
        const { account } = list;
        const { accountId } = account;
        const config = { url: receiver.url, retries: 'standard' };
        await service.call('PUT', '/v1/integrations/webhook', account.key, { payload: { config } });
        const { id } = await list.add({ email: 'ada@example.com' });
        const first = how.startsWith('erased')
          ? await erase(account, 'ada@example.com')
          : await list.remove(id);
        expect(first.statusCode).toBeLessThan(300);
        await worker.fanOut();
        await attempt(accountId);
        expect(removals()).toHaveLength(1);
        expect((await erase(account, 'ada@example.com')).json().signups).toBe(0);
        await lookAtErasures(accountId);
        expect(await isErased(service, accountId)).toBe(false);

        isUp = true;
        await attempt(accountId);
        expect(removals()).toMatchObject([{}, { data: { id, email: 'ada@example.com' } }]);
        await lookAtErasures(accountId);
        expect(await isErased(service, accountId)).toBe(true);
        const kept = await service.sql`
          SELECT id FROM events WHERE account_id = ${accountId} AND data::text LIKE '%ada@example%'`;
        expect(kept).toEqual([]);
      } finally {
        await receiver.close();
      }
    },
  );

  /** Makes the deliveries that are retried. */
  async function attempt(accountId: string): Promise<void> {
    const jobs = await service.sql<{ id: string }[]>`
      UPDATE outbox SET due_at = clock_timestamp() - interval '1 second'
      WHERE account_id = ${accountId} AND job = 'deliver-with-retries' RETURNING id`;
    for (const { id } of jobs) await worker.run('deliver-with-retries', { accountId, id });
  }

  /** Runs the jobs of all erasures once, a minute later. */
  async function lookAtErasures(accountId: string): Promise<void> {
    await service.sql`UPDATE erasures SET at = at - interval '1 minute' WHERE account_id = ${accountId}`;
    const jobs = await service.sql<{ id: string }[]>`
      UPDATE outbox SET due_at = clock_timestamp() - interval '1 second'
      WHERE account_id = ${accountId} AND job = 'erase-person' RETURNING id`;
    for (const { id } of jobs) await worker.run('erase-person', { accountId, id });
  }

  /** Holds the first details that the erasure deletes. */
  async function hold(accountId: string): Promise<{ release(): Promise<void> }> {
    const held = await service.sql.reserve();
    await held`BEGIN`;
    await held`SELECT 1 FROM delivery_details WHERE account_id = ${accountId} ORDER BY id LIMIT 1 FOR UPDATE`;
    return {
      async release() {
        await held`ROLLBACK`;
        held.release();
      },
    };
  }

  const insertRequests = (accountId: string, email: string) => service.sql`
    INSERT INTO idempotency_keys (account_id, key, method, path, body_mac, token, origin, locked_until, status)
    SELECT ${accountId}, lpad(n::text, 5, '0') || ${` ${email}`}, 'POST', '/v1/waitlists', '', gen_random_uuid(), gen_random_uuid(), '-infinity', 201
    FROM generate_series(1, ${rows}::integer) n`;

  /** Deliveries of one event, which the erasure scrubs. */
  const insertDeliveries = (accountId: string, email: string) => service.sql`
    WITH event AS (
      INSERT INTO events (account_id, seq, id, type, fired_at, created_at, data)
      SELECT ${accountId}, 1, gen_random_uuid(), 'signup.created', clock_timestamp(), clock_timestamp(), json_build_object('email', ${email}::text)
      RETURNING id
    ), made AS (
      INSERT INTO deliveries (account_id, id, integration_id, event_type, status, event_id)
      SELECT ${accountId}, gen_random_uuid(), i.id, 'signup.created', 'failed', event.id
      FROM event, integrations i, generate_series(1, ${rows}::integer)
      WHERE i.account_id = ${accountId}
      RETURNING id
    )
    INSERT INTO delivery_details (account_id, id, request)
    SELECT ${accountId}, id, json_build_object('body', ${email}::text) FROM made`;

  async function countLeft(accountId: string, table: string): Promise<number> {
    const [row] = await service.sql<[{ n: number }]>`
      SELECT count(*)::integer AS n FROM ${service.sql(table)} WHERE account_id = ${accountId}`;
    return row.n;
  }
});
