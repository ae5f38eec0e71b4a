import { type JobName, jobNames } from '../shared/jobs.ts';
import { countDueJobs, listOverdueJobs } from '../shared/outbox.ts';
import type { WorkerContext } from './worker-context.ts';

const overdueSeconds = 5;
const maxRings = 1_000;
const roundMs = 5_000;

/** What a sweep remembers of its last rings for a job. */
interface LastRound {
  readonly at: number;
  readonly ids: readonly string[];
}

/**
 * Rings again for jobs that are due and that nobody took: Redis was away or was emptied, a worker died, a retry has come of age.
 * It is what makes Redis dispensable, so it runs on a timer of this process and not on a schedule kept in Redis. Each job is looked at
 * every 5 s; while there are more than 1,000 to ring for, also as soon as half of those are taken.
 * @returns what to call every half second
 */
export function outboxSweep({ doorbell, ...ctx }: WorkerContext): () => Promise<void> {
  const last = new Map<JobName, LastRound>();

  async function isTimeFor(job: JobName): Promise<boolean> {
    const { at, ids } = last.get(job) ?? { at: Number.NEGATIVE_INFINITY, ids: [] };
    if (performance.now() - at >= roundMs) return true;
    return ids.length === maxRings && (await countDueJobs(ctx.sql, job, ids)) < maxRings / 2;
  }

  return async () => {
    for (const job of jobNames) {
      if (!(await isTimeFor(job))) continue;
      last.set(job, { at: performance.now(), ids: [] }); // also where Redis does not answer
      // Rings that wait will be answered; more of them would only pile up.
      const waiting = await doorbell.countWaiting(job);
      const overdue = waiting < maxRings ? await listOverdueJobs(ctx.sql, job, overdueSeconds, maxRings) : [];
      last.set(job, { at: performance.now(), ids: overdue.map(({ id }) => id) });
      if (overdue.length === 0) continue;
      ctx.log.info({ job, count: overdue.length }, 'ringing again for overdue jobs');
      doorbell.ring(job, overdue);
    }
  };
}
