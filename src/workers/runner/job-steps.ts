import { logTogether } from '../../shared/platform/process/log-together.ts';
import type { WorkerContext } from '../worker-context.ts';
import { batchJobs } from './batch-jobs.ts';
import type { Postponed, Processor, Settled } from './processor.ts';
import { levelOf, retryWrite } from './retry-write.ts';

/** A job in three steps. Jobs that run side by side share a transaction in the first and in the last one. */
export interface JobSteps<Job, Started, Result, Retry extends Postponed = never> {
  /** Marks jobs as started. @returns those to run, by id; the others it has completed or postponed */
  start(ctx: WorkerContext, jobs: readonly Job[]): Promise<ReadonlyMap<string, Started>>;
  /** Does what the job is for, outside of any transaction. */
  run(ctx: WorkerContext, started: Started, job: Job): Promise<{ readonly result: Result } | Retry>;
  /** Records results, and completes their jobs where `start` did not. May run twice for the same results. */
  record(ctx: WorkerContext, results: readonly Result[]): Promise<void>;
}

/** Does jobs in steps. Logs the ids where results cannot be recorded: a result may hold an address. */
export function inSteps<
  Job extends { readonly id: string; readonly isLate?: boolean },
  Started,
  Result,
  Retry extends Postponed = never,
>(ctx: WorkerContext, steps: JobSteps<Job, Started, Result, Retry>): Processor<Job, Settled | Retry> {
  const start = batchJobs<Job, Started | undefined>(async (jobs) => {
    const started = await steps.start(ctx, jobs);
    return jobs.map(({ id }) => started.get(id));
  });
  const record = batchJobs<{ id: string; isLate: boolean; result: Result }, undefined>(async (results) => {
    const all = results.map(({ result }) => result);
    await retryWrite(() => steps.record(ctx, all), ctx.stopping);
    return results.map(() => undefined);
  });

  return async (job) => {
    const started = await start(job);
    if (started === undefined) return { settled: true, hadWork: false };
    const outcome = await steps.run(ctx, started, job);
    if ('retryAfterSeconds' in outcome) return outcome;
    const { result } = outcome;
    await record({ id: job.id, isLate: job.isLate === true, result }).catch((err: unknown) => {
      logTogether(ctx.log, levelOf(ctx, err), job.id, { err }, 'the results of jobs were not recorded');
      throw err;
    });
    return { settled: true, hadWork: true };
  };
}

/** Does jobs that are due side by side together, in a transaction of `run` that completes them. */
export function inBatches<Job extends { readonly id: string }>(
  ctx: WorkerContext,
  run: (ctx: WorkerContext, jobs: readonly Job[]) => Promise<void>,
): Processor<Job, Settled> {
  return batchJobs(async (jobs) => {
    await run(ctx, jobs);
    return jobs.map((): Settled => ({ settled: true, hadWork: true }));
  });
}
