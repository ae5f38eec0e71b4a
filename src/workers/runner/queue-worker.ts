import { setTimeout as sleep } from 'node:timers/promises';
import { createRedisBackend, Worker } from 'bullmq';
import type { Outage } from '../../shared/platform/postgres/server/outage.ts';
import type { Logger } from '../../shared/platform/process/log.ts';
import type { JobName, JobNotification, NotificationGroup } from '../../shared/platform/queue/jobs.ts';
import { keyPrefix, type RedisClient } from '../../shared/platform/redis/redis.ts';
import { logUnstarted } from './log-unstarted.ts';
import type { QueueReader, QueueWatch } from './queue-reader.ts';

/** How long Redis is waited for at the end. */
const closeMs = 2_000;
/** What a worker that died has left in Redis is only cleared away: the outbox has its jobs. */
const stalledMs = 600_000;

/** Takes the notifications of one job from Redis. */
export interface QueueWorker {
  /** Takes no more groups, and waits for those that it has. Does not depend on Redis being there. */
  close(): Promise<void>;
}

export interface QueueConnections {
  /** Shared by all queues. */
  readonly connection: RedisClient;
  readonly reader: QueueReader;
  readonly log: Logger;
  readonly outage: Outage;
}

/**
 * Has up to `mostGroups` groups of notifications at a time, each until all of its jobs have run or wait in
 * the scheduler: what a worker cannot do, others find.
 */
export function openQueueWorker(
  { connection, reader, log, outage }: QueueConnections,
  name: JobName,
  mostGroups: number,
  run: (notification: JobNotification) => Promise<void>,
): QueueWorker {
  const running = new Set<Promise<unknown>>();
  const isFull = () => running.size >= mostGroups;
  let watch: QueueWatch | undefined;
  const start = (notification: JobNotification) =>
    run(notification).catch((err: unknown) => {
      logUnstarted({ log, outage }, name, notification.id, err);
      throw err;
    });
  const worker = new Worker<NotificationGroup>(
    name,
    async ({ data }) => {
      const group = Promise.allSettled(data.notifications.map(start));
      running.add(group);
      if (isFull()) watch?.passOn();
      const results = await group.finally(() => running.delete(group));
      const failed = results.find((result) => result.status === 'rejected');
      if (failed) throw failed.reason;
    },
    // The outbox decides what runs again.
    {
      connection,
      prefix: keyPrefix,
      concurrency: mostGroups,
      maxStalledCount: 0,
      stalledInterval: stalledMs,
    },
    (queue, options) => {
      const backend = createRedisBackend(queue, options);
      const watching = reader.watch(backend.keys.marker ?? '', isFull);
      watch = watching;
      return Object.assign(backend, {
        // Told of a time in the future, BullMQ does not look into the queue: it is closing.
        waitForJob: async () => ((await watching.wait()) ? null : { member: '', score: Infinity }),
        disconnectBlocking: async () => watching.end(),
      });
    },
  );
  worker.on('error', (err) => log.debug({ err }, 'queue'));
  // Logged already, or a group of a worker that Redis has lost: the sweep finds its jobs.
  worker.on('failed', (_, err) => log.debug({ err, job: name }, 'a group of notifications failed'));
  return {
    async close() {
      const closed = worker.close();
      await Promise.allSettled(running);
      await Promise.race([closed, sleep(closeMs, undefined, { ref: false })]);
    },
  };
}
