import { Queue } from 'bullmq';
import type { Config } from './config.ts';
import { type JobName, jobNames, type Ring } from './jobs.ts';
import type { Logger } from './log.ts';
import { keyPrefix, openProducerRedis } from './redis.ts';

const maxWaiting = 50_000;
const maxPerCall = 500;
const deadlineMs = 2_000;

/**
 * Tells workers that jobs are due. A bell, not a store: the outbox holds what is owed, and what is not heard
 * here is rung again by the sweep. So ringing never fails, never waits and forgets what it cannot deliver.
 */
export interface Doorbell {
  ring(job: JobName, ids: readonly string[]): void;
  /** How many rings of a job no worker has answered yet. @throws when Redis does not answer */
  countWaiting(job: JobName): Promise<number>;
  close(): Promise<void>;
}

/** Opens a queue per job name on one connection. */
export function openDoorbell(config: Config, log: Logger): Doorbell {
  const connection = openProducerRedis(config, log);
  const queues = new Map(jobNames.map((job) => [job, openQueue(job)]));
  const waiting = new Map<JobName, string[]>(jobNames.map((job) => [job, []]));
  let pumping: Promise<void> | undefined;

  function openQueue(job: JobName): Queue<Ring> {
    const queue = new Queue<Ring>(job, {
      connection,
      prefix: keyPrefix,
      defaultJobOptions: { attempts: 1, removeOnComplete: true, removeOnFail: { age: 3600, count: 1000 } },
    });
    queue.on('error', (err) => log.debug({ err }, 'queue'));
    return queue;
  }

  const queueOf = (job: JobName): Queue<Ring> => {
    const queue = queues.get(job);
    if (!queue) throw new Error(`No queue for ${job}`);
    return queue;
  };

  async function pump(): Promise<void> {
    for (const [job, ids] of waiting) {
      while (ids.length > 0) {
        const some = ids.splice(0, maxPerCall);
        try {
          await within(deadlineMs, queueOf(job).addBulk(some.map((id) => ({ name: job, data: { id } }))));
        } catch (err) {
          log.debug({ err, job, rings: some.length + ids.length }, 'not rung; the sweep will');
          ids.length = 0;
        }
      }
    }
  }

  async function pumpAll(): Promise<void> {
    while ([...waiting.values()].some((ids) => ids.length > 0)) await pump();
    pumping = undefined;
  }

  return {
    ring(job, ids) {
      const list = waiting.get(job) ?? [];
      for (const id of ids) if (list.length < maxWaiting) list.push(id);
      if (connection.status !== 'ready') list.length = 0;
      pumping ??= pumpAll();
    },
    countWaiting: (job) => within(deadlineMs, queueOf(job).getWaitingCount()),
    async close() {
      await pumping;
      await Promise.all([...queues.values()].map((queue) => queue.close()));
      connection.disconnect();
    },
  };
}

/** The promise's result, or a rejection after `ms`. */
async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  promise.catch(() => {}); // late failures were already answered by the deadline
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Redis did not answer within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([promise, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
