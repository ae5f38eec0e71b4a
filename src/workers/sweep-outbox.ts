import { jobNames } from '../shared/jobs.ts';
import { listOverdueJobs } from '../shared/outbox.ts';
import type { WorkerContext } from './worker-context.ts';

const overdueSeconds = 5;
const maxRings = 1_000;

/**
 * Rings again for jobs that are due and that nobody took: Redis was away or was emptied, a worker died, a retry has come of age.
 * It is what makes Redis dispensable, so it runs on a timer of this process and not on a schedule kept in Redis.
 */
export async function sweepOutbox({ doorbell, ...ctx }: WorkerContext): Promise<void> {
  for (const job of jobNames) {
    // Rings that wait will be answered; more of them would only pile up.
    if ((await doorbell.countWaiting(job)) >= maxRings) continue;
    const overdue = await listOverdueJobs(ctx.sql, job, overdueSeconds, maxRings);
    if (overdue.length === 0) continue;
    ctx.log.info({ job, count: overdue.length }, 'ringing again for overdue jobs');
    doorbell.ring(job, overdue);
  }
}
