import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../support/fakes/fake-provider.ts';
import { listOf } from '../support/list.ts';
import { type MailSink, startMailSink } from '../support/mail-sink.ts';
import { useService } from '../support/service.ts';
import { openTestWorker, type TestWorker } from '../support/worker.ts';

const stored = 10_000;
/** A statement does as many at once as there are: what it costs is planned for that. */
const atOnce = 20;

/** Plans are kept by connection, so there are few; what the planner knows of the tables is from before they filled up. */
const connections = 2;
const service = useService({ DATABASE_POOL: String(connections) });
let mails: MailSink;
let receiver: FakeProvider;
const workers: TestWorker[] = [];

beforeAll(async () => {
  mails = await startMailSink();
  receiver = await startFakeProvider(() => ({ status: 200 }));
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.close()));
  await receiver.close();
  await mails.close();
});

test('a mail and a delivery cost no more on tables that have just filled up', async () => {
  const account = await service.account({ plan: 'launch' });
  const hook = { config: { url: `${receiver.url}/hook` } };
  await service.call('PUT', '/v1/integrations/webhook', account.key, { payload: hook });
  const list = listOf(service, account, await service.waitlist(account));
  const openWorker = () => {
    const worker = openTestWorker(service, { MANAGED_EMAIL_URL: mails.url });
    workers.push(worker);
    return worker;
  };
  const signUpAndWork = async (worker: TestWorker, email: string) => {
    const added = [await list.add({ email })];
    for (let other = 1; other < atOnce; other++) added.push(await list.add({ email: `${other}.${email}` }));
    await worker.sendAll();
    await worker.tell();
    await service.call('GET', `${list.url}/signups?email=${email}`, account.key);
    for (const { id } of added) await list.remove(id);
    await worker.tell();
  };
  const rowsRead = async () => {
    const pools = [service.sql, ...workers.map(({ ctx }) => ctx.sql)].flatMap((sql) =>
      Array.from({ length: connections }, () => sql),
    );
    await Promise.all(pools.map((sql) => sql`SELECT pg_stat_force_next_flush(), pg_sleep(0.1)`)); // each on another connection
    const [read] = await service.sql<[{ rows: number }]>`
      SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::integer AS rows FROM pg_stat_user_tables`;
    return read.rows;
  };

  const early = openWorker();
  for (let round = 0; round < 7; round++) await signUpAndWork(early, `before${round}@example.com`);
  for (const filled of [list, listOf(service, account, await service.waitlist(account))])
    await filled.fill(stored);
  await service.sql`
    INSERT INTO signup_emails (signup_id, account_id, state) SELECT id, ${account.accountId}, 'sent' FROM signups`;
  // Owed by nobody here: a job that is parked.
  await service.sql`
    INSERT INTO outbox (job, id, account_id, due_at)
    SELECT 'purge-waitlist', id, ${account.accountId}, 'infinity' FROM signups`;
  await service.sql`
    INSERT INTO deliveries (id, integration_id, event_type, status)
    SELECT s.id, i.id, 'signup.created', 'success' FROM signups s, integrations i`;
  const late = openWorker(); // plans with full tables of which the planner knows nothing yet
  for (const [name, worker] of Object.entries({ early, late })) {
    const before = await rowsRead();
    await signUpAndWork(worker, `${name}@example.com`);
    expect([name, (await rowsRead()) - before]).toEqual([
      name,
      expect.toSatisfy((rows) => rows < stored / 2),
    ]);
    expect(await mails.mailsTo(`${name}@example.com`)).toHaveLength(1);
  }
  expect(receiver.requests).toHaveLength(18 * atOnce);
});
