import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import pLimit from 'p-limit';
import type { JobName, Ring, RingGroup } from '../shared/jobs.ts';
import type { Logger } from '../shared/log.ts';
import { keyPrefix } from '../shared/redis.ts';

const farewellMs = 2_000;

/** Answers the rings of one job. */
export interface QueueWorker {
  /** Ids of the jobs whose rings wait for a slot. */
  waiting(): string[];
  /** Begins with no other ring, waits for what runs, and leaves the rest to others. Does not depend on Redis being there. */
  close(): Promise<void>;
}

/** Up to `slots` rings are answered at a time. As many groups of them are taken, so that rings that come one by one find a slot, too. */
export function openQueueWorker(
  { connection, log }: { connection: Redis; log: Logger },
  name: JobName,
  slots: number,
  answer: (ring: Ring) => Promise<void>,
): QueueWorker {
  const inSlot = pLimit(slots);
  const waiting = new Set<Ring>();
  const running = new Set<Promise<unknown>>();
  let closing = false;

  async function answerOne(ring: Ring): Promise<void> {
    waiting.add(ring);
    await inSlot(async () => {
      waiting.delete(ring);
      if (!closing) await answer(ring);
    });
  }

  const worker = new Worker<RingGroup>(
    name,
    async ({ data }) => {
      const run = Promise.allSettled(data.rings.map(answerOne));
      running.add(run);
      const answers = await run.finally(() => running.delete(run));
      const failed = answers.find((each) => each.status === 'rejected');
      if (failed) throw failed.reason;
    },
    { connection, prefix: keyPrefix, concurrency: slots, maxStalledCount: 0 }, // the outbox decides what runs again
  );
  worker.on('error', (err) => log.debug({ err }, 'queue'));
  worker.on('failed', (_, err) =>
    log.error({ err, job: name }, 'a ring was not answered; the sweep will ring again'),
  );
  return {
    waiting: () => [...waiting].map(({ id }) => id),
    async close() {
      closing = true;
      const closed = worker.close();
      await Promise.allSettled(running);
      await Promise.race([closed, sleep(farewellMs, undefined, { ref: false })]);
    },
  };
}
