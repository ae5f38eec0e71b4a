import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { platformAccountId } from '../../src/shared/platform/ids.ts';
import { jobNames } from '../../src/shared/platform/queue/jobs.ts';
import { type FakeProvider, startFakeProvider } from '../support/fakes/fake-provider.ts';
import {
  type FakeResend,
  managedOver,
  managedSecret,
  signResendEvent,
  startFakeResend,
} from '../support/fakes/resend.ts';
import { listOf, type TestList } from '../support/list.ts';
import { useService } from '../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../support/service/worker.ts';
import { triesAll } from '../support/values/tries-all.ts';
import { unhurried } from '../support/values/unhurried.ts';

const stored = 1_500;
/** A statement does as many at once as there are: what it costs is planned for that. */
const atOnce = 10;
/** Plans are kept by connection, so there are few. */
const connections = 2;
/** Postgres keeps a plan from the sixth time on. */
const rounds = 7;

/**
 * What the planner knew of the tables before they filled up: how many it left on the list when it was last
 * analysed.
 */
const knowledge: Record<string, { left: number; analysed: boolean }> = {
  'never analysed': { left: 0, analysed: false },
  'analysed when all had left': { left: 0, analysed: true },
  'analysed when they held a few': { left: 3, analysed: true },
};

let receiver: FakeProvider;
let resend: FakeResend;
const env: NodeJS.ProcessEnv = { DATABASE_POOL: String(connections) };

beforeAll(async () => {
  receiver = await startFakeProvider(() => ({ status: 200 }));
  resend = await startFakeResend();
  Object.assign(env, managedOver(resend));
});
afterAll(async () => {
  await receiver.close();
  await resend.close();
});

describe.each(
  Object.entries(knowledge).filter(([, { left, analysed }]) => triesAll || (analysed && left === 0)),
)('on tables that have just filled up, %s', (_, { left, analysed }) => {
  const service = useService(env);
  const workers: TestWorker[] = [];
  afterAll(() => Promise.all(workers.map((worker) => worker.close())));

  function openWorker(): TestWorker {
    const worker = openTestWorker(service);
    workers.push(worker);
    return worker;
  }

  /** The rows that were read so far, by table. */
  async function rowsRead(): Promise<Map<string, number>> {
    const pools = [service.sql, ...workers.map(({ ctx }) => ctx.sql)].flatMap((sql) =>
      Array.from({ length: connections }, () => sql),
    );
    // Each on another connection.
    await Promise.all(pools.map((sql) => sql`SELECT pg_stat_force_next_flush(), pg_sleep(0.1)`));
    const tables = await service.sql<{ relname: string; rows: number }[]>`
      SELECT relname, (seq_tup_read + coalesce(idx_tup_fetch, 0))::integer AS rows FROM pg_stat_user_tables`;
    return new Map(tables.map(({ relname, rows }) => [relname, rows]));
  }

  /**
   * This test decides what the planner knows: Postgres looks at tables once a minute, by chance in the midst
   * of it.
   */
  async function stopAutovacuum(): Promise<void> {
    const tables = await service.sql<{ relname: string }[]>`SELECT relname FROM pg_stat_user_tables`;
    for (const { relname } of tables)
      await service.sql`ALTER TABLE ${service.sql(relname)} SET (autovacuum_enabled = false)`;
  }

  async function postDelivered(mail: [string, Record<string, unknown>]) {
    const [emailId, { tags }] = mail;
    const [{ value }] = tags as [{ value: string }];
    const body = JSON.stringify({
      type: 'email.delivered',
      created_at: new Date().toISOString(),
      data: { email_id: emailId, tags: { signup_id: value } },
    });
    const headers = signResendEvent(managedSecret, randomUUID(), Math.floor(Date.now() / 1_000), body);
    return service.call('POST', '/v1/webhooks/email_provider', undefined, {
      payload: body,
      headers: { 'content-type': 'application/json', ...headers },
    });
  }

  test('nothing reads them from end to end, and the planner soon hears of it', async () => {
    await stopAutovacuum();
    const account = await service.account({ plan: 'launch' });
    const hook = { config: { url: `${receiver.url}/hook` } };
    await service.call('PUT', '/v1/integrations/webhook', account.key, { payload: hook });
    const openList = async () => listOf(service, account, await service.waitlist(account));
    const delivered = receiver.requests.length;

    /** All that happens to `atOnce` people, the last of whom stay on the list. */
    async function workThrough(
      list: TestList,
      worker: TestWorker,
      name: string,
      staying: number,
    ): Promise<void> {
      const email = `${name}@example.com`;
      const first = await list.add({ email });
      const { referral_code } = first;
      const others = Array.from({ length: atOnce - 1 }, (_, other) =>
        list.add({ email: `${other}.${email}`, referral_code }),
      );
      const added = [first, ...(await Promise.all(others))];
      const mailed = resend.mails.size;
      await worker.sendAll();
      expect(resend.mails.size - mailed).toBe(atOnce);
      await worker.fanOutAndDeliver();
      await Promise.all([...resend.mails].slice(mailed).map(postDelivered));
      await worker.applyEvents();
      await worker.fanOutAndDeliver();
      const [stamped] = await service.sql`
        SELECT email_delivered_at IS NOT NULL AS delivered, referral_count FROM signups WHERE id = ${first.id}`;
      expect(stamped).toEqual({ delivered: true, referral_count: atOnce - 1 });
      await Promise.all(added.slice(0, atOnce - staying).map(({ id }) => list.remove(id)));
      await worker.fanOutAndDeliver();
    }

    const early = openWorker();
    const first = await openList();
    for (let round = 0; round < rounds; round++) await workThrough(first, early, `before${round}`, left);
    if (analysed) {
      await unhurried(service.sql, (tx) => tx`ANALYZE`);
      await workThrough(first, early, 'behind', left);
    }
    const filled = await openList();
    for (const list of [filled, await openList()]) await list.fill(stored);
    await unhurried(service.sql, async (tx) => {
      await tx`
      INSERT INTO mails (id, account_id, state, provider, provider_message_id)
      SELECT id, ${account.accountId}, 'sent', 'resend', id FROM signups ON CONFLICT DO NOTHING`;
      // A backlog, dead-lettered: it is not for us to work it off.
      await tx`
      INSERT INTO outbox (job, id, account_id, due_at)
      SELECT job, id, ${account.accountId}, 'infinity' FROM signups, unnest(${jobNames()}::text[]) job`;
      await tx`
      INSERT INTO deliveries (account_id, id, integration_id, event_type, status)
      SELECT i.account_id, s.id, i.id, 'signup.created', 'success' FROM signups s, integrations i`;
      await tx`
      INSERT INTO email_events (account_id, id, event_id, provider, status_rank, occurred_at, provider_message_id, signup_id)
      SELECT ${platformAccountId}, id, id, 'resend', 7, clock_timestamp(), id, id FROM signups`;
      // Others who use the service.
      await tx`INSERT INTO accounts (id, name, plan) SELECT id, 'Other', 'launch' FROM signups`;
      await tx`INSERT INTO waitlists (id, account_id, name) SELECT id, id, 'Other' FROM signups`;
      await tx`INSERT INTO waitlist_counters (waitlist_id, account_id) SELECT id, id FROM signups`;
      await tx`INSERT INTO signup_email_counts (account_id, waitlist_id) SELECT id, id FROM signups`;
      await tx`INSERT INTO email_usage (account_id, month, reserved) SELECT id, current_month(), 0 FROM signups`;
      await tx`
      INSERT INTO integrations (id, account_id, type, events, sealed_config) SELECT id, id, 'webhook', '{}', '' FROM signups`;
    });

    const late = openWorker(); // plans with full tables of which the planner has not heard yet
    for (const [name, worker] of Object.entries({ early, late })) {
      const before = await rowsRead();
      await workThrough(filled, worker, name, 0);
      const read = [...(await rowsRead())].map(([table, rows]) => [table, rows - (before.get(table) ?? 0)]);
      expect([name, Object.fromEntries(read)]).toEqual([
        name,
        Object.fromEntries(read.map(([table]) => [table, expect.toSatisfy((rows) => rows < stored / 2)])),
      ]);
    }
    await late.maintain();
    const [{ known }] = await service.sql<[{ known: number }]>`
      SELECT reltuples::integer AS known FROM pg_class WHERE relname = 'signups'`;
    expect(known).toBe(2 * stored + (analysed ? (rounds + 1) * left : 0));
    const works = rounds + (analysed ? 3 : 2);
    // Created, delivered, removed.
    expect(receiver.requests.length - delivered).toBe(works * 3 * atOnce - (works - 2) * left);
  });
});
