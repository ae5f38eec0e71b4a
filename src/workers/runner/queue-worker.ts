import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'bullmq';
import type { Logger } from '../../shared/platform/process/log.ts';
import type { JobName, JobNotification, NotificationGroup } from '../../shared/platform/queue/jobs.ts';
import { keyPrefix, type RedisClient } from '../../shared/platform/queue/redis.ts';

/** How long Redis is waited for at the end. */
const closeMs = 2_000;

/** Takes the notifications of one job from Redis. */
export interface QueueWorker {
  /** Takes no more groups, and waits for those that it has. Does not depend on Redis being there. */
  close(): Promise<void>;
}

/**
 * Has up to `mostGroups` groups of notifications at a time, each until all of its jobs have run or wait in
 * the scheduler: what a worker cannot do, others find.
 */
export function openQueueWorker(
  { connection, log }: { connection: RedisClient; log: Logger },
  name: JobName,
  mostGroups: number,
  run: (notification: JobNotification) => Promise<void>,
): QueueWorker {
  const running = new Set<Promise<unknown>>();
  const worker = new Worker<NotificationGroup>(
    name,
    async ({ data }) => {
      const group = Promise.allSettled(data.notifications.map(run));
      running.add(group);
      const results = await group.finally(() => running.delete(group));
      const failed = results.find((result) => result.status === 'rejected');
      if (failed) throw failed.reason;
    },
    // The outbox decides what runs again.
    { connection, prefix: keyPrefix, concurrency: mostGroups, maxStalledCount: 0 },
  );
  worker.on('error', (err) => log.debug({ err }, 'queue'));
  worker.on('failed', (_, err) =>
    log.error({ err, job: name }, 'a job was not started; the sweep will find it'),
  );
  return {
    async close() {
      const closed = worker.close();
      await Promise.allSettled(running);
      await Promise.race([closed, sleep(closeMs, undefined, { ref: false })]);
    },
  };
}
