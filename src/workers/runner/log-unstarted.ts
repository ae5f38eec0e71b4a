import type { Outage } from '../../shared/platform/postgres/server/outage.ts';
import type { Logger } from '../../shared/platform/process/log.ts';
import { logTogether } from '../../shared/platform/process/log-together.ts';
import type { JobName } from '../../shared/platform/queue/jobs.ts';
import { levelOf } from './retry-write.ts';

/** Logs that a job could not be claimed, with the others of its kind that could not be either. */
export function logUnstarted(
  ctx: { readonly log: Logger; readonly outage: Outage },
  job: JobName,
  id: string,
  err: unknown,
): void {
  const level = levelOf(ctx, err, job);
  logTogether(ctx.log, level, id, { err, job }, 'jobs were not started; the sweep will find them');
}
