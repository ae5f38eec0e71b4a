import type { Config } from '../shared/config.ts';
import { publishMetrics } from '../shared/platform/monitoring/publish-metrics.ts';
import { pendingMigrations } from '../shared/platform/postgres/migrate.ts';
import { awaitDatabase } from '../shared/platform/postgres/server/await-database.ts';
import { endOnSignal } from '../shared/platform/process/end-on-signal.ts';
import type { StopSignals } from '../shared/platform/process/stop-signals.ts';
import { withTimeout } from '../shared/platform/process/with-timeout.ts';
import { type JobName, jobNames } from '../shared/platform/queue/jobs.ts';
import { openConsumerRedis } from '../shared/platform/redis/redis.ts';
import { jobTable, openRunner } from './job-table.ts';
import { startMaintenance } from './maintenance/timers.ts';
import { type FairScheduler, openFairScheduler } from './runner/fair-scheduler.ts';
import { openLocalDispatch } from './runner/local-dispatch.ts';
import { openQueueReader } from './runner/queue-reader.ts';
import { openQueueWorker, type QueueConnections } from './runner/queue-worker.ts';
import { outboxSweep, startSweeping } from './runner/sweep-outbox.ts';
import { openWorkerContext, type WorkerContext } from './worker-context.ts';

const lookTimeoutMs = 4_000;

/**
 * Runs jobs until SIGTERM: then it claims nothing more, finishes what runs, and exits with 0 (C9.6). It
 * begins once the database has its migrations: a job that failed before would count as tried.
 */
export function work(config: Config, stopSignals: StopSignals): void {
  const stopping = new AbortController();
  const ctx = openWorkerContext(config, stopping.signal);
  const publication = publishMetrics(ctx, ctx.redis);
  const starting = awaitDatabase(() => withTimeout(lookTimeoutMs, 'Postgres', pendingMigrations(ctx.sql)), {
    log: ctx.log,
    outage: ctx.outage,
    over: stopping.signal,
    meanwhile: 'no jobs are run',
  }).then(() => (stopping.signal.aborted ? undefined : runJobs(ctx, config)));

  endOnSignal(ctx.log, stopSignals, async () => {
    stopping.abort();
    await publication.stop();
    await (await starting)?.stop();
    await ctx.close();
  });
}

/** Runs jobs, and looks after the tables. `stop` waits for what runs. */
function runJobs(ctx: WorkerContext, config: Config): { stop(): Promise<void> } {
  const connection = openConsumerRedis(config, ctx.log);
  const reader = openQueueReader(config, ctx.log, connection);
  const connections = { connection, reader, log: ctx.log, outage: ctx.outage };

  const deliveries = openQueue(ctx, connections, 'deliver-event');
  // This worker makes the deliveries of what it fans out itself, as far as it has room.
  const dispatch = openLocalDispatch(
    ctx,
    'deliver-event',
    deliveries.scheduler.run,
    config.integrations.concurrency,
  );
  const retried = openQueue({ ...ctx, notifier: dispatch.notifier }, connections, 'deliver-with-retries');
  const dispatchRetried = openLocalDispatch(
    { ...ctx, notifier: dispatch.notifier },
    'deliver-with-retries',
    retried.scheduler.run,
    config.integrations.concurrency,
  );
  const dispatching = { ...ctx, notifier: dispatchRetried.notifier };
  const own: readonly JobName[] = ['deliver-event', 'deliver-with-retries'];
  const others = jobNames().filter((name) => !own.includes(name));
  const queues = [deliveries, retried, ...others.map((name) => openQueue(dispatching, connections, name))];
  const timers = [startSweeping(ctx, queues), startMaintenance(ctx)];
  ctx.log.info({ jobs: jobNames() }, 'worker started');

  return {
    async stop() {
      await Promise.all(timers.map((timer) => timer.stop()));
      await Promise.all([...queues, dispatch, dispatchRetried].map((each) => each.close()));
      connections.reader.close();
      connection.disconnect();
    },
  };
}

/** What a worker has of one job. */
interface JobQueue {
  readonly job: JobName;
  readonly scheduler: FairScheduler;
  /** Starts overdue jobs. */
  sweep(): Promise<void>;
  /** Starts no more, and waits for those that run. */
  close(): Promise<void>;
}

/** Runs the jobs of one kind from now on: those that Redis notifies of, and those that are swept. */
function openQueue(ctx: WorkerContext, connections: QueueConnections, name: JobName): JobQueue {
  const limits = jobTable[name].concurrency(ctx.config);
  const runner = openRunner(ctx, name);
  const scheduler = openFairScheduler(limits, runner.run);
  const worker = openQueueWorker(connections, name, limits.total, scheduler.run);
  return {
    job: name,
    scheduler,
    sweep: outboxSweep(ctx, name, scheduler),
    async close() {
      await Promise.all([scheduler.close(), worker.close()]);
      await runner.stop();
    },
  };
}
