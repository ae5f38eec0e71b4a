import { statement } from '../../shared/postgres/transaction.ts';
import { repeat } from '../../shared/process/repeat.ts';
import type { JobName } from '../../shared/queue/jobs.ts';
import {
  type ClaimedJob,
  claimJobs,
  leaseSeconds,
  postponeJob,
  renewClaims,
} from '../../shared/queue/outbox.ts';
import type { WorkerContext } from '../worker-context.ts';
import { batchJobs } from './batch-jobs.ts';
import type { RunJob } from './fair-scheduler.ts';
import { backoffSeconds, type Processor, type UnclaimedProcessor } from './processor.ts';

/** Does the jobs of one kind. */
export interface JobRunner {
  /** Answers a notification: does the job, if it is there to be had. A second notification for the same job finds nothing. */
  readonly run: RunJob;
  /** Renews no claim any more; to be called once no job runs. */
  stop(): Promise<void>;
}

/**
 * Claims a job in the outbox before it is done. One whose processor fails is due again later; one whose worker dies, when the claim is
 * no longer renewed.
 */
export function claimingRunner<N extends JobName>(
  ctx: WorkerContext,
  name: N,
  processor: Processor<N>,
): JobRunner {
  /** The one job here that is at its last start. */
  let suspect: ClaimedJob<N> | undefined;
  const claim = batchJobs<string, ClaimedJob<N> | undefined>(
    async (ids) => {
      const claimed = await claimJobs(ctx.sql, name, ids, suspect ? 0 : 1);
      suspect ??= [...claimed.values()].find(({ isLastAttempt }) => isLastAttempt);
      return ids.map((id) => claimed.get(id));
    },
    (id) => id,
  );

  const running = new Set<ClaimedJob<N>>();
  const renewal = repeat(
    (leaseSeconds * 1_000) / 3,
    async () => {
      if (running.size > 0) await renewClaims(ctx.sql, name, [...running]);
    },
    {
      onFailing: (err) => ctx.log.warn({ err, job: name }, 'claims cannot be renewed'),
      onRecovered: () => ctx.log.info({ job: name }, 'claims are renewed again'),
    },
  );

  return {
    async run({ id }) {
      const job = await claim(id);
      if (!job) return false;
      running.add(job);
      const timed = ctx.metrics.jobDuration.startTimer({ job: name });
      try {
        await processor(ctx, job);
        timed({ result: 'done' });
      } catch (err) {
        timed({ result: 'failed' });
        ctx.log.error(
          { err, job: name, id: job.id, attempt: job.attempt },
          'a job failed and will be tried again',
        );
        await ctx.retryWrite(() =>
          statement(ctx.sql, (tx) => postponeJob(tx, name, job, backoffSeconds(job.attempt))),
        );
      } finally {
        running.delete(job);
        if (suspect === job) suspect = undefined;
      }
      return true;
    },
    stop: () => renewal.stop(),
  };
}

/** Leaves it to the processor to strike the job off. One that fails is found again by the sweep. */
export function unclaimedRunner(ctx: WorkerContext, name: JobName, processor: UnclaimedProcessor): JobRunner {
  return {
    async run(notification) {
      const timed = ctx.metrics.jobDuration.startTimer({ job: name });
      try {
        const hadWork = await processor(ctx, notification);
        timed({ result: 'done' });
        return hadWork;
      } catch (err) {
        timed({ result: 'failed' });
        ctx.log.error({ err, job: name, id: notification.id }, 'a job failed and will be tried again');
        return false;
      }
    },
    async stop() {},
  };
}
