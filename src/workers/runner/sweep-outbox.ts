import { describeDatabaseProblem, isAway } from '../../shared/platform/postgres/server/database-problem.ts';
import { tellOf } from '../../shared/platform/postgres/server/tell-of.ts';
import { logTogether } from '../../shared/platform/process/log-together.ts';
import { repeat } from '../../shared/platform/process/repeat.ts';
import { deadLetterJobs } from '../../shared/platform/queue/dead-letters.ts';
import { type JobName, type JobNotification, jobNames } from '../../shared/platform/queue/jobs.ts';
import { listOverdueJobs, listPendingKinds } from '../../shared/platform/queue/overdue-jobs.ts';
import type { WorkerContext } from '../worker-context.ts';
import type { FairScheduler } from './fair-scheduler.ts';
import { logUnstarted } from './log-unstarted.ts';

const everyMs = 1_000;
const overdueSeconds = 5;
const mostJobs = 5_000;

/**
 * A sweep of one job's outbox. It hands overdue jobs to this worker's own scheduler: Redis was away or was
 * emptied, a worker died, a retry is due. So Redis is dispensable, and only makes things faster. Accounts
 * that have enough to do here are left out. Workers may find the same jobs: the outbox gives each to one of
 * them. A job that workers keep dying of is dead-lettered.
 */
export function outboxSweep(
  ctx: Pick<WorkerContext, 'sql' | 'log' | 'outage'>,
  job: JobName,
  scheduler: Pick<FairScheduler, 'accepts' | 'run' | 'supplied'>,
): () => Promise<void> {
  let after: string | undefined;

  const start = (notification: JobNotification) =>
    scheduler.run(notification).catch((err: unknown) => logUnstarted(ctx, job, notification.id, err));

  return async () => {
    const found = await listOverdueJobs(ctx.sql, job, {
      overdueSeconds,
      mostJobs,
      except: scheduler.supplied(),
      after,
    });
    after = found.after;
    const deadly = found.jobs.filter(({ isDeadly }) => isDeadly);
    const others = found.jobs.filter((each) => !each.isDeadly && scheduler.accepts(each));
    if (others.length > 0) ctx.log.info({ job, count: others.length }, 'starting overdue jobs');
    for (const { isDeadly: _, ...notification } of others) void start(notification);
    if (deadly.length > 0) {
      for (const id of await deadLetterJobs(ctx.sql, job, deadly))
        logTogether(
          ctx.log,
          'error',
          id,
          { job },
          'dead-lettered: a worker died each time these jobs were started',
        );
    }
  };
}

interface Swept {
  readonly job: JobName;
  sweep(): Promise<void>;
}

/**
 * Sweeps for each job that any is pending of in turn, on one connection: one that fails keeps no other from
 * it. Where nothing is pending, that is one statement.
 * @throws the first error, once all are through
 */
export async function sweepAll({ sql }: Pick<WorkerContext, 'sql'>, queues: readonly Swept[]): Promise<void> {
  const errors: unknown[] = [];
  const pending = await listPendingKinds(sql).catch(() => jobNames()); // unknown: each is looked at
  const toSweep = queues.filter(({ job }) => pending.includes(job));
  for (const { sweep } of toSweep) await sweep().catch((err: unknown) => errors.push(err));
  if (errors.length > 0) throw errors[0];
}

/** Sweeps for all jobs every second, until stopped. */
export function startSweeping(
  { sql, log, outage }: Pick<WorkerContext, 'sql' | 'log' | 'outage'>,
  queues: readonly Swept[],
): { stop(): Promise<void> } {
  const loop = tellOf({ log, outage }, 'the outbox cannot be swept', 'the outbox is swept again');
  return repeat(everyMs, () => sweepAll({ sql }, queues), {
    ...loop,
    onFailing(err) {
      const { advice } = describeDatabaseProblem(err);
      if (advice === undefined || isAway(err)) return loop.onFailing(err);
      return log.error({ err, advice }, 'the outbox cannot be swept'); // it does not pass by itself
    },
  });
}
