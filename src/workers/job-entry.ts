import type { OperatorConfig } from '../shared/config.ts';
import type { JobName } from '../shared/platform/queue/jobs.ts';
import type { ClaimedJob } from '../shared/platform/queue/outbox.ts';
import type { ConcurrencyLimits } from './runner/fair-scheduler.ts';
import type { JobRunner } from './runner/job-runner.ts';
import type { JobOutcome } from './runner/processor.ts';
import type { WorkerContext } from './worker-context.ts';

interface Runs<N extends JobName> {
  /** Does one job that is claimed. */
  run(ctx: WorkerContext, job: ClaimedJob<N>): Promise<JobOutcome>;
}

interface Opens {
  /** Opens what runs the jobs, where `run` is not enough. */
  open(ctx: WorkerContext): JobRunner;
}

/** How workers run the jobs of one kind. */
type JobEntry<N extends JobName> = (Runs<N> | Opens) & {
  /** How many of it a worker runs at a time, of all accounts and of one. */
  concurrency(config: OperatorConfig): ConcurrencyLimits;
};

/** Entries by the names of their jobs. */
export type JobEntries<Names extends JobName = JobName> = { readonly [N in Names]: JobEntry<N> };

/** One account has at most a `most`-th of the concurrency, and begins with a `first`-th. */
export function share(total: number, { most, first }: { most: number; first: number }): ConcurrencyLimits {
  return { total, perAccount: Math.ceil(total / most), atFirst: Math.ceil(total / first) };
}
