import type { JobName, JobNotification } from '../../shared/queue/jobs.ts';
import type { ClaimedJob } from '../../shared/queue/outbox.ts';
import type { WorkerContext } from '../worker-context.ts';

/**
 * Does one job and strikes it off the outbox in the transaction that records its effect. A rejection means
 * that nothing is known to have happened: the job is tried again later.
 */
export type Processor<N extends JobName> = (ctx: WorkerContext, job: ClaimedJob<N>) => Promise<void>;

/**
 * Does one job whose first statement strikes it off, so that whoever comes first has it and no claim is needed. A rejection means
 * that it is still owed. @returns whether there was anything to do
 */
export type UnclaimedProcessor = (ctx: WorkerContext, notification: JobNotification) => Promise<boolean>;

/** Seconds until the next try after `attempt` tries: 5, 20, 80, 320 and so on to an hour, each up to a quarter longer so that failures do not come back in step. */
export function backoffSeconds(attempt: number): number {
  return Math.min(5 * 4 ** (attempt - 1), 3_600) * (1 + Math.random() / 4);
}
