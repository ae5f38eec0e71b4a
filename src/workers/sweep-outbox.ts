import type { JobName } from '../shared/jobs.ts';
import { listOverdueJobs, parkJobs } from '../shared/outbox.ts';
import type { WorkerContext } from './worker-context.ts';

const overdueSeconds = 5;
const maxRings = 1_000;
/** Groups of rings, of one ring or of many. */
const maxWaiting = 100;

/**
 * Rings again for jobs of a kind that are due and that nobody took: Redis was away or was emptied, a worker died, a retry has come of age.
 * It is what makes Redis dispensable, so it runs on a timer of this process and not on a schedule kept in Redis. Jobs whose
 * rings wait in this process are passed over: another ring would add nothing, and a long backlog would hide what lies behind it.
 * What workers keep dying of is parked.
 */
export async function sweepOutbox(
  { doorbell, ...ctx }: WorkerContext,
  job: JobName,
  waitingHere: readonly string[],
): Promise<void> {
  // Rings that wait will be answered; more of them would only pile up.
  if ((await doorbell.countWaiting(job)) >= maxWaiting) return;
  const overdue = await listOverdueJobs(ctx.sql, job, overdueSeconds, maxRings, waitingHere);
  const [deadly, others] = [
    overdue.filter(({ isDeadly }) => isDeadly),
    overdue.filter(({ isDeadly }) => !isDeadly),
  ];
  if (others.length > 0) {
    ctx.log.info({ job, count: others.length }, 'ringing again for overdue jobs');
    doorbell.ring(
      job,
      others.map(({ id, accountId }) => ({ id, accountId })),
    );
  }
  if (deadly.length > 0) {
    const ids = deadly.map(({ id }) => id);
    for (const id of await parkJobs(ctx.sql, job, ids))
      ctx.log.error({ job, id }, 'parked: workers died each time that this job was begun');
  }
}
