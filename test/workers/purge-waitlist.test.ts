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
  await service.call('DELETE', list.url, list.account.key);
  const left = async () => {
    const [row] = await service.sql<[{ signups: number }]>`
      SELECT count(*)::integer AS signups FROM signups WHERE waitlist_id = ${list.id}`;
    return row.signups;
  };
  const purge = async (): Promise<void> => {
    const job = (await claimJobs(service.sql, 'purge-waitlist', [list.id])).get(list.id);
    if (!job) throw new Error('The job is not due');
    await purgeWaitlist(worker.ctx, job);
  };

  worker.ctx.stopping.abort();
  await purge();
  expect(await left()).toBe(1_000);
  await purge();
  expect(await left()).toBe(0);
});
