import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeList } from '../support/list.ts';
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
  const isFinished = async ({ accountId }: TestAccount) => {
    const [row] = await service.sql`SELECT finished_at FROM erasures WHERE account_id = ${accountId}`;
    return row?.finished_at !== null;
  };
  /** Runs the job until it is done. The attempts that it waits for have ended long ago. */
  const finish = async (account: TestAccount) => {
    const { accountId } = account;
    await service.sql`UPDATE erasures SET at = at - interval '1 minute' WHERE account_id = ${accountId}`;
    await until(async () => {
      const [job] = await service.sql<{ id: string }[]>`
        UPDATE outbox SET due_at = clock_timestamp() - interval '1 second' WHERE account_id = ${accountId} AND job = 'erase-person' RETURNING id`;
      if (job) await worker.run('erase-person', { accountId, id: job.id });
      return isFinished(account);
    }, 60);
  };

  test.each(['kept requests', 'deliveries'])('answers in its time while %s are left', async (what) => {
    const { account } = await makeList(service);
    const { accountId } = account;
    const email = 'ada@example.com';
    await insertRequests(accountId, email);
    await service.call('PUT', '/v1/integrations/webhook', account.key, {
      payload: { config: { url: 'http://127.0.0.1:1/' } },
    });
    await insertDeliveries(accountId, email);
    const left = () => countLeft(accountId, what);
    expect(await left()).toBe(rows);

    const lock = await hold(accountId, what);
    const startedAt = performance.now();
    const answering = erase(account, email);
    await until(async () => performance.now() - startedAt > inRequestMs, 10);
    await lock.release();
    const answer = await answering;
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { erasure_id: expect.any(String), signups: 0, mails: 0, events: null },
    ]);
    expect(await isFinished(account)).toBe(false);
    const after = await left();
    expect(after).toBeGreaterThan(0);
    expect(after).toBeLessThan(rows);

    await finish(account);
    expect(await countLeft(accountId, 'kept requests')).toBe(0);
    expect(await countLeft(accountId, 'deliveries')).toBe(0);
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
    await finish(account);
    const named = await service.sql`
      SELECT job FROM outbox WHERE account_id = ${accountId} AND payload::text LIKE '%ada@example%'`;
    expect(named).toEqual([]);
  });

  /** Holds the first row that the erasure deletes. */
  async function hold(accountId: string, what: string): Promise<{ release(): Promise<void> }> {
    const held = await service.sql.reserve();
    await held`BEGIN`;
    await (what === 'deliveries'
      ? held`SELECT 1 FROM delivery_details WHERE account_id = ${accountId} ORDER BY id LIMIT 1 FOR UPDATE`
      : held`SELECT 1 FROM idempotency_keys WHERE account_id = ${accountId} ORDER BY key LIMIT 1 FOR UPDATE`);
    return {
      async release() {
        await held`ROLLBACK`;
        held.release();
      },
    };
  }

  const insertRequests = (accountId: string, email: string) => service.sql`
    INSERT INTO idempotency_keys (account_id, key, method, path, body_hash, token, origin, locked_until, status)
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

  async function countLeft(accountId: string, what: string): Promise<number> {
    const table = service.sql(what === 'deliveries' ? 'delivery_details' : 'idempotency_keys');
    const [row] = await service.sql<[{ n: number }]>`
      SELECT count(*)::integer AS n FROM ${table} WHERE account_id = ${accountId}`;
    return row.n;
  }
});
