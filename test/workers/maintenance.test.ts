import { afterEach, beforeEach, expect, test } from 'vitest';
import { setEmailProvider } from '../../src/shared/mail/settings/set-email-provider.ts';
import { maintainEmails } from '../../src/workers/maintenance/maintain-emails.ts';
import { pruneEmailEvents, pruneIdempotencyKeys } from '../../src/workers/maintenance/prune-tables.ts';
import { useService } from '../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../support/service/worker.ts';
import { unhurried } from '../support/values/unhurried.ts';

const service = useService();
let worker: TestWorker;
beforeEach(() => {
  worker = openTestWorker(service);
});
afterEach(async () => {
  await worker.close();
  await service.sql`DELETE FROM email_events`;
});

const storeEvents = (count: number, age: string) => service.sql`
  INSERT INTO email_events (account_id, id, event_id, provider, status_rank, occurred_at, received_at)
  SELECT gen_random_uuid(), gen_random_uuid(), n::text, 'resend', 6, now(), now() - ${age}::interval FROM generate_series(1, ${count}) n`;
async function countEvents(): Promise<number> {
  const [row] = await service.sql<[{ count: number }]>`SELECT count(*) FROM email_events`;
  return row.count;
}

test('all mail events over 30 days old go in one run, however many they are, but for one that somebody holds (C6.9)', async () => {
  await storeEvents(12_000, '31 days');
  await storeEvents(10, '29 days');
  await unhurried(service.sql, async (tx) => {
    await tx`SELECT 1 FROM email_events WHERE received_at < now() - interval '30 days' AND event_id = '1' FOR UPDATE`;
    await pruneEmailEvents(worker.ctx);
  });
  expect(await countEvents()).toBe(11);
});

test('a worker that is to end leaves the rest of the old mail events to another one', async () => {
  await storeEvents(12_000, '31 days');
  worker.stop();
  await pruneEmailEvents(worker.ctx);
  expect(await countEvents()).toBe(7_000);
});

test('all idempotency keys over 24 hours old go in one run, of every account, and younger ones stay (N1)', async () => {
  const store = (count: number, age: string) => service.sql`
    INSERT INTO idempotency_keys (account_id, key, method, path, body_mac, token, origin, locked_until, created_at)
    SELECT gen_random_uuid(), n::text, 'POST', '/', '', gen_random_uuid(), gen_random_uuid(), now(), now() - ${age}::interval
    FROM generate_series(1, ${count}) n`;
  await store(12_000, '25 hours');
  await store(10, '23 hours');
  await pruneIdempotencyKeys(worker.ctx);
  expect(await service.sql`SELECT 1 FROM idempotency_keys`).toHaveLength(10);
});

test('all held mails that have a route go in one run, however many they are (C6.4)', async () => {
  const { accountId } = await service.account({ plan: 'launch' });
  await setEmailProvider(service.ctx, accountId, {
    type: 'smtp',
    from: 'Own <own@example.com>',
    config: { host: 'mail.example.com', port: 587 },
    skipVerify: true,
  });
  await service.sql`
    INSERT INTO mails (id, account_id, state)
    SELECT gen_random_uuid(), ${accountId}, 'held' FROM generate_series(1, 2500)`;
  await maintainEmails(worker.ctx);
  expect(await service.pendingJobs('send-signup-email')).toHaveLength(2_500);
});
