import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../support/fakes/fake-provider.ts';
import { listOf } from '../support/list.ts';
import { type MailSink, startMailSink } from '../support/mail-sink.ts';
import { useService } from '../support/service.ts';
import { openTestWorker, type TestWorker } from '../support/worker.ts';

const stored = 3_000;

/** Plans are kept by connection, so there are few; what the planner knows of the tables is from before they filled up. */
const connections = 2;
const service = useService({ DATABASE_POOL: String(connections) });
let mails: MailSink;
let receiver: FakeProvider;
let worker: TestWorker;

beforeAll(async () => {
  mails = await startMailSink();
  receiver = await startFakeProvider(() => ({ status: 200 }));
  worker = openTestWorker(service, { MANAGED_EMAIL_URL: mails.url });
});
afterAll(async () => {
  await worker.close();
  await receiver.close();
  await mails.close();
});

test('a mail and a delivery cost no more on tables that have just filled up', async () => {
  const account = await service.account({ plan: 'launch' });
  const hook = { config: { url: `${receiver.url}/hook` } };
  await service.call('PUT', '/v1/integrations/webhook', account.key, { payload: hook });
  const list = listOf(service, account, await service.waitlist(account));
  const signUpAndWork = async (email: string) => {
    const { id } = await list.add({ email });
    await worker.sendAll();
    await worker.tell();
    await service.call('GET', `${list.url}/signups?email=${email}`, account.key);
    await list.remove(id);
    await worker.tell();
  };
  const rowsRead = async () => {
    const pools = [service.sql, worker.ctx.sql].flatMap((sql) =>
      Array.from({ length: connections }, () => sql),
    );
    await Promise.all(pools.map((sql) => sql`SELECT pg_stat_force_next_flush(), pg_sleep(0.1)`)); // each on another connection
    const [read] = await service.sql<[{ rows: number }]>`
      SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::integer AS rows FROM pg_stat_user_tables`;
    return read.rows;
  };

  for (let round = 0; round < 7; round++) await signUpAndWork(`before${round}@example.com`);
  await listOf(service, account, await service.waitlist(account)).fill(stored);
  await service.sql`
    INSERT INTO signup_emails (signup_id, account_id, state) SELECT id, ${account.accountId}, 'sent' FROM signups`;
  // Owed by nobody here: a job that is parked.
  await service.sql`
    INSERT INTO outbox (job, id, account_id, due_at)
    SELECT 'purge-waitlist', id, ${account.accountId}, 'infinity' FROM signups`;
  await service.sql`
    INSERT INTO deliveries (id, integration_id, event_type, status)
    SELECT s.id, i.id, 'signup.created', 'success' FROM signups s, integrations i`;
  const before = await rowsRead();
  await signUpAndWork('after@example.com');
  expect((await rowsRead()) - before).toBeLessThan(stored / 10);
  expect(await mails.mailsTo('after@example.com')).toHaveLength(1);
  expect(receiver.requests).toHaveLength(16);
});
