import { afterAll, beforeAll, expect, test } from 'vitest';
import { claimJobs } from '../../src/shared/outbox.ts';
import { purgeWaitlist } from '../../src/workers/purge-waitlist.ts';
import { makeList } from '../support/list.ts';
import { useService } from '../support/service.ts';
import { openTestWorker, type TestWorker } from '../support/worker.ts';

const service = useService();
let worker: TestWorker;

beforeAll(() => {
  worker = openTestWorker(service);
});
afterAll(() => worker.close());

test('a purge whose worker is to end leaves the rest to another one, at once (C9.6)', async () => {
  const list = await makeList(service);
  await list.fill(6_000);
  await service.sql`
    INSERT INTO signup_daily SELECT ${list.id}, '2026-01-01', 'source ' || n, 1 FROM generate_series(1, 11000) n`;
  await service.sql`INSERT INTO signup_domains SELECT ${list.id}, n || '.example.com', 1 FROM generate_series(1, 6000) n`;
  await service.call('DELETE', list.url, list.account.key);
  const left = async () => {
    const [row] = await service.sql<[{ signups: number; days: number; domains: number }]>`
      SELECT (SELECT count(*) FROM signups WHERE waitlist_id = ${list.id})::integer AS signups,
             (SELECT count(*) FROM signup_daily WHERE waitlist_id = ${list.id} AND source LIKE 'source %')::integer AS days,
             (SELECT count(*) FROM signup_domains WHERE waitlist_id = ${list.id})::integer AS domains`;
    return Object.values(row);
  };
  const purge = async (): Promise<void> => {
    const job = (await claimJobs(service.sql, 'purge-waitlist', [list.id])).get(list.id);
    if (!job) throw new Error('The job is not due');
    await purgeWaitlist(worker.ctx, job);
  };

  worker.ctx.stopping.abort();
  await purge();
  const [signups, days, domains] = await left();
  expect([signups, domains]).toEqual([1_000, 1_000]);
  expect(days).toBeGreaterThanOrEqual(6_000);
  await purge();
  await purge();
  await purge();
  expect(await left()).toEqual([0, 0, 0]);
});
