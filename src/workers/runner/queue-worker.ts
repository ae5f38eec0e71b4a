import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Logger } from '../../shared/process/log.ts';
import type { JobName, JobNotification, NotificationGroup } from '../../shared/queue/jobs.ts';
import { keyPrefix } from '../../shared/queue/redis.ts';

const farewellMs = 2_000;

/** Hears the notifications of one job. */
export interface QueueWorker {
  /** Takes no more groups, and waits for those that it has. Does not depend on Redis being there. */
  close(): Promise<void>;
}

/** Has up to `mostGroups` groups of notifications at a time, each until all of its notifications are answered: what a worker cannot do, others find. */
export function openQueueWorker(
  { connection, log }: { connection: Redis; log: Logger },
  name: JobName,
  mostGroups: number,
  answer: (notification: JobNotification) => Promise<void>,
): QueueWorker {
  const running = new Set<Promise<unknown>>();
  const worker = new Worker<NotificationGroup>(
    name,
    async ({ data }) => {
      const run = Promise.allSettled(data.notifications.map(answer));
      running.add(run);
      const answers = await run.finally(() => running.delete(run));
      const failed = answers.find((each) => each.status === 'rejected');
      if (failed) throw failed.reason;
    },
    { connection, prefix: keyPrefix, concurrency: mostGroups, maxStalledCount: 0 }, // the outbox decides what runs again
  );
  worker.on('error', (err) => log.debug({ err }, 'queue'));
  worker.on('failed', (_, err) =>
    log.error({ err, job: name }, 'a notification was not answered; the sweep will find its job'),
  );
  return {
    async close() {
      const closed = worker.close();
      await Promise.allSettled(running);
      await Promise.race([closed, sleep(farewellMs, undefined, { ref: false })]);
    },
  };
}
