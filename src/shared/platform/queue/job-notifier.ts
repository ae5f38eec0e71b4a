import { Queue, RedisConnection } from 'bullmq';
import type { ServingConfig } from '../config.ts';
import type { Logger } from '../process/log.ts';
import { withTimeout } from '../process/with-timeout.ts';
import { keyPrefix, openProducerRedis } from '../redis/redis.ts';
import { type JobName, type JobNotification, jobNames, type NotificationGroup } from './jobs.ts';
import { microBatch } from './micro-batch.ts';

const maxPerCall = 500;
const maxPerGroup = 50;
/** A mail may wait so long, so that Redis and the workers have less to do. */
const gatherMs = 15;
/** Nobody waits for a notification, so there is time for a connection to come up. */
const timeoutMs = 5_000;

/**
 * Notifies workers that jobs are due. It stores nothing: the outbox holds what is pending, and the sweep
 * finds the jobs that no worker was notified of. So `notify` never fails, never waits and drops what it
 * cannot send.
 */
export interface JobNotifier {
  notify(job: JobName, notifications: readonly JobNotification[]): void;
  /** The queue of each job in Redis, for the queue pages and metrics. */
  readonly queues: readonly Queue<NotificationGroup>[];
  /** Sends what is left, if Redis is there. */
  close(): Promise<void>;
}

/** Opens a queue per job name on one connection, which `close` ends. */
export function openJobNotifier(
  config: ServingConfig,
  log: Logger,
  connection = openProducerRedis(config, log),
): JobNotifier {
  // The connection itself warns of an older one, once. BullMQ would print it for each queue, past the log.
  RedisConnection.recommendedMinimumVersion = RedisConnection.minimumVersion;
  function openQueue(job: JobName) {
    const queue = new Queue<NotificationGroup>(job, {
      connection,
      prefix: keyPrefix,
      defaultJobOptions: { attempts: 1, removeOnComplete: true, removeOnFail: { age: 3600, count: 1000 } },
    });
    queue.on('error', (err) => log.debug({ err }, 'queue'));
    const send = microBatch<JobNotification, void>({
      run: async (notifications) => {
        await withTimeout(
          timeoutMs,
          'Redis',
          queue.addBulk(grouped(notifications).map((data) => ({ name: job, data }))),
        );
        return notifications.map(() => undefined);
      },
      maxItems: maxPerCall,
      gatherMs,
    });
    return { queue, send, lastSent: Promise.resolve() };
  }
  const queues = Object.fromEntries(jobNames().map((job) => [job, openQueue(job)])) as Record<
    JobName,
    ReturnType<typeof openQueue>
  >;

  return {
    queues: Object.values(queues).map(({ queue }) => queue),
    notify(job, notifications) {
      const queue = queues[job];
      for (const notification of notifications) {
        queue.lastSent = queue
          .send(notification)
          .catch((err: unknown) =>
            log.debug(
              { err, job, id: notification.id },
              'no notification was sent; the sweep will start the job',
            ),
          );
      }
    },
    async close() {
      for (const { queue, lastSent } of Object.values(queues)) {
        if (connection.status === 'ready') await lastSent; // notifications are delivered in their order
        await queue.close();
      }
      connection.disconnect();
    },
  };
}

function grouped(notifications: readonly JobNotification[]): NotificationGroup[] {
  const groups = Math.ceil(notifications.length / maxPerGroup);
  return Array.from({ length: groups }, (_, group) => ({
    notifications: notifications.slice(group * maxPerGroup, (group + 1) * maxPerGroup),
  }));
}
