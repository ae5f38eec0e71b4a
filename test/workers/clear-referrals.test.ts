import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeList, type TestList } from '../support/list.ts';
import type { TestAccount } from '../support/service/make.ts';
import { useService } from '../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../support/service/worker.ts';
import { findBrokenInvariants, recount } from '../support/storm/invariants.ts';
import { readCsv } from '../support/values/read-csv.ts';

const service = useService();
let worker: TestWorker;

beforeAll(() => {
  worker = openTestWorker(service);
});
afterAll(() => worker.close());

/** A list with a referrer of `count` signups, who was referred by another one. */
async function listWithReferrer(count: number): Promise<TestList & { root: string; referrer: string }> {
  const list = await makeList(service);
  await list.fill(count);
  const root = await list.add({ email: 'root@example.com' });
  const referrer = await list.add({ email: 'ada@example.com', referral_code: root.referral_code });
  await service.sql.begin(async (tx) => {
    await tx`SET LOCAL statement_timeout = 0`;
    await tx`UPDATE signups SET referred_by = ${referrer.id} WHERE waitlist_id = ${list.id} AND position <= ${count}`;
    await tx`UPDATE signups SET referral_count = ${count} WHERE id = ${referrer.id}`;
  });
  await recount(service.sql, list.id);
  return { ...list, root: root.id, referrer: referrer.id };
}

const storedReferrals = async (list: { id: string }) => {
  const [row] = await service.sql<[{ count: number }]>`
    SELECT count(referred_by) FROM signups WHERE waitlist_id = ${list.id}`;
  return row.count;
};

async function clear({ account, referrer }: { account: TestAccount; referrer: string }): Promise<void> {
  const job = { id: referrer, accountId: account.accountId };
  if (!(await worker.run('clear-referrals', job))) throw new Error('The job is not due');
}

const stats = async (list: TestList) =>
  (await service.call('GET', `${list.url}/stats`, list.account.key)).json();

test('a referrer of many is deleted at once, and every reader sees that nobody referred them any more (C3.5)', async () => {
  const list = await listWithReferrer(5_000);
  expect((await stats(list)).referred_count).toBe(5_001);
  expect((await list.remove(list.referrer)).statusCode).toBe(204);
  expect(await storedReferrals(list)).toBe(5_000); // nothing waited for them
  expect((await stats(list)).referred_count).toBe(0);
  expect((await list.find('root@example.com')).referral_count).toBe(0);
  expect((await list.find('person7@example.com')).referred_by).toBeNull();
  const page = await list.page('limit=200');
  expect(page.data.map(({ referred_by }: { referred_by: unknown }) => referred_by)).toEqual(
    Array.from({ length: 200 }, () => null),
  );
  const csv = await service.call('GET', `${list.url}/signups/export`, list.account.key);
  const [header = [], ...rows] = readCsv(csv.body);
  const column = header.indexOf('referred_by');
  expect(rows).toHaveLength(5_001);
  expect(new Set(rows.map((row) => row[column]))).toEqual(new Set(['']));
  expect(await findBrokenInvariants(service.sql)).toEqual([]);

  // One of those whose referrer is not cleared yet.
  await list.remove((await list.find('person8@example.com')).id);
  expect((await stats(list)).referred_count).toBe(0);
  expect(await findBrokenInvariants(service.sql)).toEqual([]);

  await clear(list);
  expect(await storedReferrals(list)).toBe(0);
  expect(await service.sql`SELECT 1 FROM removed_referrers`).toHaveLength(0);
  expect(await service.pendingJobs('clear-referrals')).toEqual([]);
  expect(await findBrokenInvariants(service.sql)).toEqual([]);
});

test('a list that is deleted meanwhile takes its removed referrers along (C2.5)', async () => {
  const list = await listWithReferrer(500);
  await list.remove(list.referrer);
  await service.call('DELETE', list.url, list.account.key);
  await clear(list);
  expect(await service.pendingJobs('clear-referrals')).toEqual([]);
  expect(await service.sql`SELECT 1 FROM removed_referrers`).toHaveLength(0);
});

test('referrers that are removed together are cleared together, each as far as it goes', async () => {
  const list = await listWithReferrer(950);
  const other = await list.add({ email: 'other@example.com' });
  await service.sql`UPDATE signups SET referred_by = ${other.id} WHERE waitlist_id = ${list.id} AND position <= 410`;
  await service.sql`
    UPDATE signups SET referral_count = CASE id WHEN ${other.id} THEN 410 ELSE 540 END WHERE id IN (${other.id}, ${list.referrer})`;
  await list.remove(list.referrer);
  await list.remove(other.id);
  expect(await storedReferrals(list)).toBe(950);
  const { accountId } = list.account;
  await Promise.all([list.referrer, other.id].map((id) => worker.run('clear-referrals', { id, accountId })));
  expect(await storedReferrals(list)).toBe(0);
  expect(await service.pendingJobs('clear-referrals')).toEqual([]);
  expect(await service.sql`SELECT 1 FROM removed_referrers`).toHaveLength(0);
  expect(await findBrokenInvariants(service.sql)).toEqual([]);
});

test('a worker that is to end hands the rest of a referrer’s signups back (C9.6)', async () => {
  const list = await listWithReferrer(1_200);
  await list.remove(list.referrer);
  worker.stop();
  await clear(list);
  expect(await storedReferrals(list)).toBe(700);
  expect((await list.find('person1199@example.com')).referred_by).toBeNull();
  await clear(list);
  await clear(list); // fewer than a batch are left: it is done
  expect(await storedReferrals(list)).toBe(0);
  expect(await service.pendingJobs('clear-referrals')).toEqual([]);
});
