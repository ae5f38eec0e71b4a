import type { Context } from '../../shared/context.ts';
import { measureOutbox } from '../../shared/platform/queue/overdue-jobs.ts';
import { type Check, ok, warning } from './check.ts';

/** What waits longer is late. */
const lateSeconds = 60;

/** Checks what workers have left undone. */
export async function checkJobs({ sql }: Context): Promise<Check[]> {
  const backlogs = await measureOutbox(sql);
  const dead = backlogs.filter(({ deadLettered }) => deadLettered > 0);
  const late = backlogs.filter(({ overdueSeconds }) => overdueSeconds > lateSeconds);
  const checks = [];
  if (dead.length > 0)
    checks.push(
      warning(
        'jobs',
        `${dead.map(({ job, deadLettered }) => `${deadLettered} of ${job}`).join(', ')} are started no more: a worker died each time.`,
        'Find out why, then run `job retry`. See docs/operations.md, WaitlistJobsDeadLettered.',
      ),
    );
  if (late.length > 0)
    checks.push(
      warning(
        'jobs',
        `Jobs wait although they are due: ${late.map(({ job, overdueSeconds }) => `${job} for ${Math.round(overdueSeconds)} s`).join(', ')}.`,
        'Start a worker, or look at its log. See docs/operations.md, WaitlistJobsOverdue.',
      ),
    );
  return checks.length > 0 ? checks : [ok('jobs', 'No job is late.')];
}
