import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { JobName, Ring } from '../shared/jobs.ts';
import type { Logger } from '../shared/log.ts';
import { keyPrefix } from '../shared/redis.ts';

const farewellMs = 2_000;

/** Answers the rings of one job, up to `concurrency` at a time. */
export interface QueueWorker {
  /** Takes no new ring, waits for what runs, and leaves the rest to others. Does not depend on Redis being there. */
  close(): Promise<void>;
}

export function openQueueWorker(
  { connection, log }: { connection: Redis; log: Logger },
  name: JobName,
  concurrency: number,
  answer: (ring: Ring) => Promise<void>,
): QueueWorker {
  const running = new Set<Promise<void>>();
  const worker = new Worker<Ring>(
    name,
    async ({ data }) => {
      const run = answer(data);
      running.add(run);
      await run.finally(() => running.delete(run));
    },
    { connection, prefix: keyPrefix, concurrency, maxStalledCount: 0 }, // the outbox decides what runs again
  );
  worker.on('error', (err) => log.debug({ err }, 'queue'));
  worker.on('failed', (_, err) =>
    log.error({ err, job: name }, 'a ring was not answered; the sweep will ring again'),
  );
  return {
    async close() {
      const closed = worker.close();
      await Promise.allSettled(running);
      await Promise.race([closed, sleep(farewellMs, undefined, { ref: false })]);
    },
  };
}
