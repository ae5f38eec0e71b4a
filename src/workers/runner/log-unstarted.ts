import type { Logger } from '../../shared/platform/process/log.ts';
import { logTogether } from '../../shared/platform/process/log-together.ts';
import type { JobName } from '../../shared/platform/queue/jobs.ts';
import { levelOf } from './retry-write.ts';

/** Logs that a job could not be claimed, with the others of its kind that could not be either. */
export function logUnstarted(log: Logger, job: JobName, id: string, err: unknown): void {
  logTogether(log, levelOf(err), id, { err, job }, 'jobs were not started; the sweep will find them');
}
