import { readConfig } from '../../../src/shared/config.ts';
import { type StartedEmail, startEmails } from '../../../src/shared/mail/sending/start-emails.ts';
import { type JobName, type JobNotification, jobNames } from '../../../src/shared/platform/queue/jobs.ts';
import type { ClaimedJob } from '../../../src/shared/platform/queue/outbox.ts';
import { listOverdueJobs } from '../../../src/shared/platform/queue/overdue-jobs.ts';
import { openRunner } from '../../../src/workers/job-table.ts';
import { maintainEmails } from '../../../src/workers/maintenance/maintain-emails.ts';
import { maintainStatistics } from '../../../src/workers/maintenance/maintain-statistics.ts';
import { pruneDeliveries, pruneEmailEvents } from '../../../src/workers/maintenance/prune-tables.ts';
import type { JobRunner } from '../../../src/workers/runner/job-runner.ts';
import { openWorkerContext, type WorkerContext } from '../../../src/workers/worker-context.ts';
import { claimByIds } from '../keys.ts';
import type { Service } from './service.ts';

/** A worker that runs jobs on a test's database when it is asked to, one by one. */
export interface TestWorker {
  readonly ctx: WorkerContext;
  /** Runs a job as a notified worker does. @returns whether there was anything to do */
  run(name: JobName, job: JobNotification): Promise<boolean>;
  /** Runs all jobs of that name that are due, side by side. */
  runAll(name: JobName): Promise<void>;
  /** Sends a signup's email. */
  send(signupId: string): Promise<void>;
  /** Sends all that is due, side by side. */
  sendAll(): Promise<void>;
  /** Starts a signup's email, as a worker does that dies then. */
  start(signupId: string): Promise<{ job: ClaimedJob<'send-signup-email'>; mail: StartedEmail }>;
  /** Applies all events that are due. */
  applyEvents(): Promise<void>;
  /** Makes the deliveries of all events that are due. @returns their ids */
  fanOut(): Promise<string[]>;
  /** Attempts all deliveries that are due. */
  deliver(): Promise<void>;
  /** Both, one after the other. */
  fanOutAndDeliver(): Promise<void>;
  /** Looks after held mails, delivery logs and the planner's statistics. */
  maintain(): Promise<void>;
  /** Asks what takes long to end. */
  stop(): void;
  close(): Promise<void>;
}

export function openTestWorker(service: Service, env: NodeJS.ProcessEnv = {}): TestWorker {
  const stopping = new AbortController();
  const ctx: WorkerContext = {
    ...openWorkerContext(readConfig({ ...service.env, ...env }), stopping.signal),
    turnMs: Number.POSITIVE_INFINITY, // a slow machine does not end a turn
  };
  const runners = Object.fromEntries(
    jobNames().map((name) => [name, openRunner(ctx, name)] as const),
  ) as Record<JobName, JobRunner>;

  const run = (name: JobName, job: JobNotification) => runners[name].run(job);
  const due = async (name: JobName) => {
    const { jobs } = await listOverdueJobs(ctx.sql, name, { overdueSeconds: 0, mostJobs: 1_000 });
    return jobs.sort((a, b) => (a.id < b.id ? -1 : 1));
  };
  const runAll = async (name: JobName) => {
    await Promise.all((await due(name)).map((job) => run(name, job)));
  };
  /** Undefined where nothing is pending of it. */
  async function sendJobOf(id: string): Promise<JobNotification | undefined> {
    const [job] = await ctx.sql<JobNotification[]>`
      SELECT id, account_id AS "accountId" FROM outbox WHERE job = 'send-signup-email' AND id = ${id}`;
    return job;
  }

  return {
    ctx,
    run,
    runAll,
    async send(signupId) {
      const job = await sendJobOf(signupId);
      if (job) await run('send-signup-email', job);
    },
    async start(signupId) {
      const job = (await claimByIds(ctx.sql, 'send-signup-email', [signupId])).get(signupId);
      const mail = job && (await startEmails(ctx, [job])).get(signupId);
      if (!mail) throw new Error('The mail is not to be sent');
      return { job, mail };
    },
    sendAll: () => runAll('send-signup-email'),
    applyEvents: () => runAll('apply-email-event'),
    async fanOut() {
      await runAll('fan-out-event');
      return (await due('deliver-event')).map(({ id }) => id);
    },
    deliver: () => runAll('deliver-event'),
    async fanOutAndDeliver() {
      await runAll('fan-out-event');
      await runAll('deliver-event');
    },
    async maintain() {
      await maintainEmails(ctx);
      await pruneEmailEvents(ctx);
      await pruneDeliveries(ctx);
      await maintainStatistics(ctx);
    },
    stop: () => stopping.abort(),
    async close() {
      await Promise.all(Object.values(runners).map((runner) => runner.stop()));
      await ctx.close();
    },
  };
}
