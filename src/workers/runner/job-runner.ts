import { tellOf } from '../../shared/platform/postgres/server/tell-of.ts';
import { statement, transaction } from '../../shared/platform/postgres/transaction.ts';
import { logTogether } from '../../shared/platform/process/log-together.ts';
import { repeat } from '../../shared/platform/process/repeat.ts';
import type { JobName, JobNotification } from '../../shared/platform/queue/jobs.ts';
import {
  type ClaimedJob,
  claimJobs,
  completeJob,
  leaseSeconds,
  postponeJob,
  renewClaims,
} from '../../shared/platform/queue/outbox.ts';
import type { WorkerContext } from '../worker-context.ts';
import { batchJobs } from './batch-jobs.ts';
import type { RunJob } from './fair-scheduler.ts';
import {
  backoffSeconds,
  type Completed,
  type JobOutcome,
  type Postponed,
  type Processor,
  type Settled,
} from './processor.ts';
import { levelOf, retryWrite } from './retry-write.ts';

/** Runs the jobs of one kind. */
export interface JobRunner {
  /** Runs the job of a notification if it is free. A second notification of the same job finds nothing. */
  readonly run: RunJob;
  /** Renews claims no more; to be called once no job runs. */
  stop(): Promise<void>;
}

/**
 * Claims each job before it is run, and then does what its processor returns. One whose processor fails is
 * due again later; one whose worker dies, when the claim is no longer renewed.
 */
export function claimingRunner<N extends JobName>(
  ctx: WorkerContext,
  name: N,
  processor: Processor<ClaimedJob<N>, JobOutcome>,
): JobRunner {
  /** The one job here that would be dead-lettered if this worker died, too. */
  let suspect: ClaimedJob<N> | undefined;
  const claim = batchJobs<JobNotification, ClaimedJob<N> | undefined>(async (notifications) => {
    const claimed = await claimJobs(ctx.sql, name, notifications, suspect ? 0 : 1);
    suspect ??= [...claimed.values()].find(({ isLastAttempt }) => isLastAttempt);
    return notifications.map(({ id }) => claimed.get(id));
  });

  const running = new Set<ClaimedJob<N>>();
  const renewal = repeat(
    (leaseSeconds * 1_000) / 3,
    async () => {
      if (running.size > 0) await renewClaims(ctx.sql, name, [...running]);
    },
    tellOf(ctx, 'claims cannot be renewed', 'claims are renewed again', { job: name }),
  );

  async function runToEnd(job: ClaimedJob<N>, gotOn: () => void): Promise<void> {
    let outcome = await processor(job);
    while ('hasMore' in outcome) {
      gotOn();
      const isStopping = ctx.stopping.aborted;
      const isHandedBack = isStopping || outcome.afterOthers === true;
      const isOurs = await postpone(job, isHandedBack ? 0 : leaseSeconds);
      if (isOurs && isHandedBack && !isStopping)
        ctx.notifier.notify(name, [{ id: job.id, accountId: job.accountId }]);
      if (isHandedBack || !isOurs) return;
      outcome = await processor(job);
    }
    if ('done' in outcome || 'retryAfterSeconds' in outcome) await finish(job, outcome);
  }

  /** Retried: what a worker does not record is done again by the next one. */
  function finish(job: ClaimedJob<N>, outcome: Completed | Postponed): Promise<void> {
    const finishOnce = () =>
      transaction(ctx.sql, async (tx) => {
        const isOurs =
          'done' in outcome
            ? await completeJob(tx, name, job)
            : await postponeJob(tx, name, job, outcome.retryAfterSeconds, outcome.attempts);
        if (isOurs) await outcome.record?.(tx);
      });
    return retryWrite(finishOnce, ctx.stopping);
  }

  const postpone = (job: ClaimedJob<N>, seconds: number, attempts = 0) =>
    statement(ctx.sql, (tx) => postponeJob(tx, name, job, seconds, attempts));

  return {
    async run(notification) {
      const job = await claim(notification);
      if (!job) return false;
      running.add(job);
      let { attempt } = job;
      const stopTimer = ctx.metrics.jobDuration.startTimer({ task: name });
      try {
        await runToEnd(job, () => {
          attempt = 1;
        });
        stopTimer({ result: 'done' });
      } catch (err) {
        stopTimer({ result: 'failed' });
        const level = levelOf(ctx, err, name);
        logTogether(ctx.log, level, job.id, { err, job: name }, 'jobs failed and will be tried again');
        await retryWrite(() => postpone(job, backoffSeconds(attempt), attempt), ctx.stopping);
      } finally {
        running.delete(job);
        if (suspect === job) suspect = undefined;
      }
      return true;
    },
    stop: () => renewal.stop(),
  };
}

/**
 * For jobs whose processor completes them in its first statement: the first worker has them, without a claim.
 */
export function unclaimedRunner(
  ctx: WorkerContext,
  name: JobName,
  processor: Processor<JobNotification, Settled>,
): JobRunner {
  return {
    async run(notification) {
      const stopTimer = ctx.metrics.jobDuration.startTimer({ task: name });
      try {
        const { hadWork } = await processor(notification);
        stopTimer({ result: 'done' });
        return hadWork;
      } catch (err) {
        stopTimer({ result: 'failed' });
        logTogether(
          ctx.log,
          levelOf(ctx, err, name),
          notification.id,
          { err, job: name },
          'jobs failed and will be tried again if they are still pending',
        );
        return false;
      }
    },
    async stop() {},
  };
}
