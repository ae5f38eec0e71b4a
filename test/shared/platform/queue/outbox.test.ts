import { describe, expect, test } from 'vitest';
import { newId } from '../../../../src/shared/platform/ids.ts';
import { statement } from '../../../../src/shared/platform/postgres/transaction.ts';
import { deadLetterJobs } from '../../../../src/shared/platform/queue/dead-letters.ts';
import type { JobName } from '../../../../src/shared/platform/queue/jobs.ts';
import {
  completeJob,
  enqueue,
  type Lease,
  postponeJob,
  renewClaims,
} from '../../../../src/shared/platform/queue/outbox.ts';
import { listOverdueJobs, measureOutbox } from '../../../../src/shared/platform/queue/overdue-jobs.ts';
import { claimByIds } from '../../../support/keys.ts';
import { useService } from '../../../support/service/service.ts';

const job = 'purge-waitlist';

describe('the outbox', () => {
  const service = useService();

  const accountId = newId();
  async function pend(id = newId(), owner = accountId): Promise<string> {
    await service.sql.begin((tx) => enqueue(tx, job, id, owner, {}));
    return id;
  }
  const claim = async (...ids: string[]) => claimByIds(service.sql, job, ids);
  const finish = (lease: Lease) => statement(service.sql, (tx) => completeJob(tx, job, lease));
  const postpone = (lease: Lease, seconds: number, attempts?: number) =>
    statement(service.sql, (tx) => postponeJob(tx, job, lease, seconds, attempts));
  /** A lease that nobody has. */
  const noLease = (id: string): Lease => ({ accountId, id, leaseToken: newId() });
  /** Lets the lease run out, or the time until a retry. */
  const comeDue = (id: string, secondsAgo = 0) =>
    service.sql`UPDATE outbox SET due_at = clock_timestamp() - make_interval(secs => ${secondsAgo}) WHERE id = ${id}`;
  const dueInSeconds = async (id: string): Promise<number> => {
    const [row] = await service.sql`
      SELECT extract(epoch FROM due_at - clock_timestamp())::float AS seconds FROM outbox WHERE id = ${id}`;
    return row?.seconds;
  };

  test('a job is enqueued with the transaction that causes it, or not at all', async () => {
    const id = newId();
    const failed = service.sql.begin(async (tx) => {
      await enqueue(tx, job, id, newId(), {});
      throw new Error('rolled back');
    });
    await expect(failed).rejects.toThrow('rolled back');
    expect(await service.pendingJobs(job)).not.toContain(id);
    await pend(id);
    expect(await service.pendingJobs(job)).toContain(id);
  });

  test('enqueueing the same job twice is enqueueing it once, and leaves a claim alone', async () => {
    const id = await pend();
    expect((await claim(id)).get(id)?.attempt).toBe(1);
    await pend(id);
    expect((await service.pendingJobs(job)).filter((pending) => pending === id)).toHaveLength(1);
    expect((await claim(id)).size).toBe(0);
  });

  test('a claimed job is nobody else’s for the length of its lease', async () => {
    const id = await pend();
    expect((await claim(id)).get(id)).toEqual({
      accountId,
      id,
      leaseToken: expect.any(String),
      attempt: 1,
      isLastAttempt: false,
      isLate: false,
      payload: {},
    });
    expect((await claim(id)).size).toBe(0);
    expect(await dueInSeconds(id)).toBeGreaterThan(25);
    expect(await dueInSeconds(id)).toBeLessThanOrEqual(30);
  });

  test('of many that claim at once, one gets the job', async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, () => pend()));
    const claims = await Promise.all(Array.from({ length: 8 }, () => claim(...ids)));
    expect(claims.flatMap((got) => [...got.keys()]).toSorted()).toEqual(ids.toSorted());
  });

  test('only what is asked for, pending and due is claimed', async () => {
    const [asked, other, finished] = [await pend(), await pend(), await pend()];
    await finish((await claim(finished)).get(finished) ?? noLease(finished));
    expect([...(await claim(asked, finished, newId())).keys()]).toEqual([asked]);
    expect([...(await claimByIds(service.sql, 'send-signup-email', [other])).keys()]).toEqual([]);
    expect([...(await claim()).keys()]).toEqual([]);
    expect([...(await claim(other)).keys()]).toEqual([other]);
  });

  test('a renewed claim holds for another lease; one that was postponed, finished or lost is left alone', async () => {
    const [held, postponed, finished, lost] = [await pend(), await pend(), await pend(), await pend()];
    const claims = [...(await claim(held, postponed, finished, lost)).values()];
    const of = (id: string) => claims.find((claimed) => claimed.id === id) ?? noLease(id);
    await service.sql`UPDATE outbox SET due_at = clock_timestamp() + interval '5 seconds' WHERE id = ${held}`;
    await postpone(of(postponed), 480);
    await finish(of(finished));
    await comeDue(lost);
    await claim(lost);
    await service.sql`UPDATE outbox SET due_at = clock_timestamp() + interval '5 seconds' WHERE id = ${lost}`;
    await renewClaims(service.sql, job, claims);
    expect(await dueInSeconds(held)).toBeGreaterThan(25);
    expect(await dueInSeconds(postponed)).toBeGreaterThan(470);
    expect(await service.pendingJobs(job)).not.toContain(finished);
    expect(await dueInSeconds(lost)).toBeLessThanOrEqual(5);
  });

  test('a worker that lost the lease finishes and postpones nothing', async () => {
    const id = await pend();
    const lost = (await claim(id)).get(id) ?? noLease(id);
    await comeDue(id);
    const holder = (await claim(id)).get(id) ?? noLease(id);
    expect(lost.leaseToken).not.toBe(holder.leaseToken);
    await comeDue(id);
    await renewClaims(service.sql, job, [lost, holder]); // both of them in one worker that stood still
    expect(await dueInSeconds(id)).toBeGreaterThan(25);
    expect(await postpone(lost, 0)).toBe(false);
    expect(await finish(lost)).toBe(false);
    expect(await service.pendingJobs(job)).toContain(id);
    expect(await finish(holder)).toBe(true);
    expect(await finish(holder)).toBe(false);
    expect(await service.pendingJobs(job)).not.toContain(id);
  });

  test('a lease of a row that was made anew is another one (a late worker completes no newer job)', async () => {
    const id = await pend();
    const late = (await claim(id)).get(id) ?? noLease(id);
    expect(await finish(late)).toBe(true);
    await pend(id); // such as a mail that was held, and is released
    const newer = (await claim(id)).get(id) ?? noLease(id);
    expect(await finish(late)).toBe(false);
    expect(await postpone(late, 300)).toBe(false);
    expect(await finish(newer)).toBe(true);
  });

  test('a completion that is rolled back leaves the job pending', async () => {
    const id = await pend();
    const mine = (await claim(id)).get(id) ?? noLease(id);
    const failed = service.sql.begin(async (tx) => {
      expect(await completeJob(tx, job, mine)).toBe(true);
      throw new Error('rolled back');
    });
    await expect(failed).rejects.toThrow('rolled back');
    expect(await finish(mine)).toBe(true);
  });

  test('a postponed job waits for its time and then counts another attempt', async () => {
    const id = await pend();
    const first = (await claim(id)).get(id) ?? noLease(id);
    expect(await postpone(first, 300)).toBe(true);
    expect(await dueInSeconds(id)).toBeGreaterThan(290);
    expect((await claim(id)).size).toBe(0);
    expect(await postpone(first, 0, 1)).toBe(true);
    expect((await claim(id)).get(id)?.attempt).toBe(2);
  });

  test('overdue jobs are listed by account, without the accounts that are left out', async () => {
    const other = newId();
    const [late, later, fresh] = [await pend(), await pend(newId(), other), await pend()];
    await comeDue(late, 1_000);
    await comeDue(later, 3_000);
    const listed = async (name: JobName, except?: readonly string[]) => {
      const search = { overdueSeconds: 500, mostJobs: 10, ...(except && { except }) };
      return (await listOverdueJobs(service.sql, name, search)).jobs.map(({ id }) => id).toSorted();
    };
    expect(await listed(job)).toEqual([late, later].toSorted());
    expect(await listed(job, [other])).toEqual([late]);
    expect(await listed('send-signup-email')).toEqual([]);
    await claim(later);
    expect(await listed(job)).toEqual([late]);
    expect(await service.pendingJobs(job)).toContain(fresh);
  });

  describe('whose workers die', () => {
    /** Begins a job and lets the lease of its worker run out. */
    async function die(id: string): Promise<void> {
      expect((await claim(id)).size).toBe(1);
      await comeDue(id, 2_000);
    }
    const deadLettered = async () =>
      (await measureOutbox(service.sql)).find((backlog) => backlog.job === job)?.deadLettered ?? 0;

    test('is started three times, and then dead-lettered until somebody makes it due again', async () => {
      const id = await pend();
      const before = await deadLettered();
      await die(id);
      await die(id);
      expect(await deadLetterJobs(service.sql, job, [{ accountId, id }])).toEqual([]);
      expect((await claim(id)).get(id)).toMatchObject({ attempt: 3, isLastAttempt: true });
      expect(await deadLetterJobs(service.sql, job, [{ accountId, id }])).toEqual([]); // it is being done
      await comeDue(id, 2_000);
      expect((await claim(id)).size).toBe(0);
      const overdue = async (overdueSeconds: number) =>
        (await listOverdueJobs(service.sql, job, { overdueSeconds, mostJobs: 100 })).jobs;
      expect(await overdue(500)).toContainEqual(expect.objectContaining({ id, isDeadly: true }));
      expect(await deadLetterJobs(service.sql, job, [{ accountId, id }])).toEqual([id]);
      expect(await deadLetterJobs(service.sql, job, [{ accountId, id }])).toEqual([]);
      expect((await overdue(0)).map((each) => each.id)).not.toContain(id);
      expect(await service.pendingJobs(job)).toContain(id);
      expect(await deadLettered()).toBe(before + 1);
      await service.sql`UPDATE outbox SET due_at = now(), crash_count = 0 WHERE id = ${id}`;
      expect((await claim(id)).get(id)).toMatchObject({ attempt: 4, isLastAttempt: false });
    });

    test('counts from none again when a worker lives to postpone it', async () => {
      const id = await pend();
      await die(id);
      await die(id);
      const mine = (await claim(id)).get(id) ?? noLease(id);
      await postpone(mine, 0, 3);
      expect((await claim(id)).get(id)).toMatchObject({ attempt: 4, isLastAttempt: false });
    });

    test('has its last start beside no other one’s', async () => {
      // By id, as they are claimed.
      const [one = '', other = '', fresh = ''] = [await pend(), await pend(), await pend()].toSorted();
      for (const id of [one, one, other, other]) await die(id);
      const all = [one, other, fresh];
      expect([...(await claimByIds(service.sql, job, all, 0)).keys()]).toEqual([fresh]);
      expect([...(await claimByIds(service.sql, job, all)).keys()]).toEqual([one]);
      expect([...(await claimByIds(service.sql, job, all)).keys()]).toEqual([other]);
    });
  });
});
