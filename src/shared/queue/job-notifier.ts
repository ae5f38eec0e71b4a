import { Queue } from 'bullmq';
import type { Config } from '../config.ts';
import type { Logger } from '../process/log.ts';
import { within } from '../process/with-timeout.ts';
import { type JobName, jobNames, type Ring, type RingGroup } from './jobs.ts';
import { microBatch } from './micro-batch.ts';
import { keyPrefix, openProducerRedis } from './redis.ts';

const maxPerCall = 500;
const maxRingsPerGroup = 50;
/** A mail may wait so long, for Redis and the workers to have less to do. */
const gatherMs = 15;
/** Nobody waits for a ring, so there is time for a connection to come up. */
const deadlineMs = 5_000;

/**
 * Tells workers that jobs are due. A bell, not a store: the outbox holds what is owed, and what is not heard
 * here is found by the sweep. So ringing never fails, never waits and forgets what it cannot deliver.
 */
export interface Doorbell {
  ring(job: JobName, rings: readonly Ring[]): void;
  /** The rings of each job, for those who watch them. */
  readonly queues: readonly Queue<RingGroup>[];
  /** Delivers what was rung, if that can be done. */
  close(): Promise<void>;
}

/** Opens a queue per job name on one connection. */
export function openDoorbell(config: Config, log: Logger): Doorbell {
  const connection = openProducerRedis(config, log);

  function openBell(job: JobName) {
    const queue = new Queue<RingGroup>(job, {
      connection,
      prefix: keyPrefix,
      defaultJobOptions: { attempts: 1, removeOnComplete: true, removeOnFail: { age: 3600, count: 1000 } },
    });
    queue.on('error', (err) => log.debug({ err }, 'queue'));
    const ringOne = microBatch<Ring, void>({
      run: async (rings) => {
        await within(deadlineMs, 'Redis', queue.addBulk(grouped(rings).map((data) => ({ name: job, data }))));
        return rings.map(() => undefined);
      },
      maxItems: maxPerCall,
      gatherMs,
    });
    return { queue, ringOne, lastRung: Promise.resolve() };
  }
  const bells = Object.fromEntries(jobNames.map((job) => [job, openBell(job)])) as Record<
    JobName,
    ReturnType<typeof openBell>
  >;

  return {
    queues: Object.values(bells).map(({ queue }) => queue),
    ring(job, rings) {
      const bell = bells[job];
      for (const ring of rings) {
        bell.lastRung = bell
          .ringOne(ring)
          .catch((err: unknown) => log.debug({ err, job, id: ring.id }, 'not rung; the sweep will'));
      }
    },
    async close() {
      for (const { queue, lastRung } of Object.values(bells)) {
        if (connection.status === 'ready') await lastRung; // rings are delivered in their order
        await queue.close();
      }
      connection.disconnect();
    },
  };
}

function grouped(rings: readonly Ring[]): RingGroup[] {
  const groups = Math.ceil(rings.length / maxRingsPerGroup);
  return Array.from({ length: groups }, (_, group) => ({
    rings: rings.slice(group * maxRingsPerGroup, (group + 1) * maxRingsPerGroup),
  }));
}
