import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/shared/ids.ts';
import { enqueue } from '../../src/shared/outbox.ts';
import { claimingRunner } from '../../src/workers/run-job.ts';
import { useService } from '../support/service.ts';
import { openTestWorker, type TestWorker } from '../support/worker.ts';

const job = 'purge-waitlist';

describe('a job that a worker runs', () => {
  const service = useService();
  let worker: TestWorker;
  beforeAll(() => {
    worker = openTestWorker(service);
  });
  afterAll(() => worker.close());

  test('is its own for as long as it takes: the claim is renewed every 10 s', async () => {
    const ring = { id: newId(), accountId: newId() };
    await service.sql.begin((tx) => enqueue(tx, job, ring.id, ring.accountId, {}));
    const dueInSeconds = async () => {
      const [row] = await service.sql`
        SELECT attempts, extract(epoch FROM due_at - clock_timestamp())::float AS seconds FROM outbox WHERE id = ${ring.id}`;
      return row?.attempts === 1 ? row.seconds : 0;
    };
    let finish = () => {};
    const processor = () =>
      new Promise<void>((resolve) => {
        finish = resolve;
      });
    const runner = claimingRunner(worker.ctx, job, processor);
    const answered = runner.answer(ring);
    await expect.poll(dueInSeconds).toBeGreaterThan(25);
    await service.sql`UPDATE outbox SET due_at = clock_timestamp() + interval '20 seconds' WHERE id = ${ring.id}`;
    await expect.poll(dueInSeconds, { timeout: 12_000 }).toBeGreaterThan(25);
    finish();
    await answered;
    await runner.stop();
  });
});
