import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../src/shared/platform/ids.ts';
import { enqueue } from '../../../src/shared/platform/queue/outbox.ts';
import { openFairScheduler } from '../../../src/workers/runner/fair-scheduler.ts';
import { claimingRunner } from '../../../src/workers/runner/job-runner.ts';
import type { JobOutcome } from '../../../src/workers/runner/processor.ts';
import { outboxSweep } from '../../../src/workers/runner/sweep-outbox.ts';
import { useService } from '../../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../../support/service/worker.ts';

const job = 'purge-waitlist';
/** Its row stays as it is. */
const settled = { settled: true, hadWork: true } as const;

describe('a job that a worker runs', () => {
  const service = useService();
  let worker: TestWorker;
  beforeAll(() => {
    worker = openTestWorker(service);
  });
  afterAll(() => worker.close());

  test('is its own for as long as it takes: the claim is renewed every 10 s', async () => {
    const notification = { id: newId(), accountId: newId() };
    await service.sql.begin((tx) => enqueue(tx, job, notification.id, notification.accountId, {}));
    const dueInSeconds = async () => {
      const [row] = await service.sql`
        SELECT claim_count, extract(epoch FROM due_at - clock_timestamp())::float AS seconds FROM outbox WHERE id = ${notification.id}`;
      return row?.claim_count === 1 ? row.seconds : 0;
    };
    let finish = () => {};
    const processor = () =>
      new Promise<JobOutcome>((resolve) => {
        finish = () => resolve(settled);
      });
    const runner = claimingRunner(worker.ctx, job, processor);
    const answered = runner.run(notification);
    await expect.poll(dueInSeconds).toBeGreaterThan(25);
    await service.sql`UPDATE outbox SET due_at = clock_timestamp() + interval '20 seconds' WHERE id = ${notification.id}`;
    await expect.poll(dueInSeconds).toBeGreaterThan(25);
    finish();
    await answered;
    await runner.stop();
  });

  test('that one more crash would dead-letter is the only such one in its worker, so that none dies beside another', async () => {
    const notifications = Array.from({ length: 2 }, () => ({ id: newId(), accountId: newId() }));
    for (const { id, accountId } of notifications)
      await service.sql.begin((tx) => enqueue(tx, job, id, accountId, {}));
    await service.sql`UPDATE outbox SET crash_count = 2`;
    const finish: (() => void)[] = [];
    const runner = claimingRunner(
      worker.ctx,
      job,
      () => new Promise((resolve) => finish.push(() => resolve(settled))),
    );
    const runAll = () => Promise.all(notifications.map((notification) => runner.run(notification)));
    const first = runAll();
    await expect.poll(() => finish.length).toBe(1);
    await runAll(); // notified again while it runs
    finish[0]?.();
    await first;
    expect(finish.length).toBe(1);
    const second = runAll();
    await expect.poll(() => finish.length).toBe(2);
    finish[1]?.();
    await second;
    await runner.stop();
  });

  test('that fails while Postgres refuses to record it has not crashed its worker', async () => {
    const notification = { id: newId(), accountId: newId() };
    await service.sql.begin((tx) => enqueue(tx, job, notification.id, notification.accountId, {}));
    let held: Promise<unknown> = Promise.resolve();
    const runner = claimingRunner(worker.ctx, job, async () => {
      await new Promise<void>((resolve) => {
        held = service.sql.begin(async (tx) => {
          await tx`SELECT 1 FROM outbox WHERE id = ${notification.id} FOR UPDATE`;
          resolve();
          await sleep(2_500); // a wait for a lock ends after 2 s
        });
      });
      throw new Error('in vain');
    });
    await runner.run(notification);
    await held;
    await runner.stop();
    const [row] =
      await service.sql`SELECT crash_count, due_at > clock_timestamp() AS later FROM outbox WHERE id = ${notification.id}`;
    expect(row).toEqual({ crash_count: 0, later: true });
  });

  test('that got on is tried again soon after a failure, however many turns it has had; later after each failure in a row', async () => {
    const notification = { id: newId(), accountId: newId() };
    await service.sql.begin((tx) => enqueue(tx, job, notification.id, notification.accountId, {}));
    let isFailing = false;
    const runner = claimingRunner(worker.ctx, job, async () => {
      if (isFailing) throw new Error('in vain');
      return { hasMore: true, afterOthers: true };
    });
    const secondsAfter = async () => {
      await runner.run(notification);
      const [row] = await service.sql<[{ seconds: number }]>`
        UPDATE outbox o SET due_at = clock_timestamp() FROM outbox was WHERE o.id = ${notification.id} AND was.id = o.id
        RETURNING extract(epoch FROM was.due_at - clock_timestamp())::float AS seconds`;
      return row.seconds;
    };
    for (let turn = 0; turn < 8; turn++) expect(await secondsAfter()).toBeLessThan(1);
    isFailing = true;
    for (const [least, most] of [
      [3, 7],
      [18, 26],
      [78, 101],
    ] as const) {
      const seconds = await secondsAfter();
      expect(seconds).toBeGreaterThan(least);
      expect(seconds).toBeLessThan(most);
    }
    await runner.stop();
  });

  test('of which workers died three times is dead-lettered by the sweep, and no others are', async () => {
    const [deadly = '', other = ''] = [newId(), newId()];
    for (const id of [deadly, other]) await service.sql.begin((tx) => enqueue(tx, job, id, newId(), {}));
    await service.sql`UPDATE outbox SET crash_count = 3, due_at = clock_timestamp() - interval '1 hour' WHERE id = ${deadly}`;
    await service.sql`UPDATE outbox SET crash_count = 2, due_at = clock_timestamp() - interval '1 hour' WHERE id = ${other}`;
    const scheduler = openFairScheduler({ total: 1, perAccount: 1, atFirst: 1 }, async () => true);
    await outboxSweep(worker.ctx, job, scheduler)();
    const deadLettered = await service.sql`SELECT id FROM outbox WHERE due_at = 'infinity'`;
    expect(deadLettered).toEqual([{ id: deadly }]);
  });
});
