import { readConfig } from '../../../src/shared/config.ts';
import { openContext } from '../../../src/shared/context.ts';
import { openJobNotifier } from '../../../src/shared/queue/job-notifier.ts';
import type { JobName } from '../../../src/shared/queue/jobs.ts';
import { claimJobs, listOverdueJobs } from '../../../src/shared/queue/outbox.ts';
import { applyEmailEvent } from '../../../src/workers/jobs/apply-email-event.ts';
import { deliverEvent } from '../../../src/workers/jobs/deliver-event.ts';
import { fanOutEvent } from '../../../src/workers/jobs/fan-out-event.ts';
import { sendSignupEmail } from '../../../src/workers/jobs/send-signup-email.ts';
import { maintainDeliveries } from '../../../src/workers/maintenance/maintain-deliveries.ts';
import { maintainEmailEvents } from '../../../src/workers/maintenance/maintain-email-events.ts';
import { maintainEmails } from '../../../src/workers/maintenance/maintain-emails.ts';
import { maintainStatistics } from '../../../src/workers/maintenance/maintain-statistics.ts';
import type { Processor, UnclaimedProcessor } from '../../../src/workers/runner/processor.ts';
import { openWorkerContext, type WorkerContext } from '../../../src/workers/worker-context.ts';
import type { Service } from './service.ts';

/** A worker that does what it is told, job by job, on a test's database. */
export interface TestWorker {
  readonly ctx: WorkerContext;
  /** Claims a signup's email as a notified worker does, and sends it. */
  send(signupId: string): Promise<void>;
  /** Sends all that is due, side by side. */
  sendAll(): Promise<void>;
  /** Applies all events that are due. */
  applyEvents(): Promise<void>;
  /** Makes the deliveries of all events that are due. @returns their ids */
  fanOut(): Promise<string[]>;
  /** Attempts all deliveries that are due. */
  deliver(): Promise<void>;
  /** Both, one after the other. */
  tell(): Promise<void>;
  /** Looks after held mails, delivery logs and the planner's statistics. */
  maintain(): Promise<void>;
  close(): Promise<void>;
}

export function openTestWorker(service: Service, env: NodeJS.ProcessEnv = {}): TestWorker {
  const config = readConfig({ ...service.env, ...env });
  const base = openContext(config, 'worker');
  const ctx = openWorkerContext(base, openJobNotifier(config, base.log));

  async function send(signupId: string): Promise<void> {
    const job = (await claimJobs(ctx.sql, 'send-signup-email', [signupId])).get(signupId);
    if (job) await sendSignupEmail(ctx, job);
  }
  const due = async (job: JobName) => {
    const { jobs } = await listOverdueJobs(ctx.sql, job, { overdueSeconds: 0, mostJobs: 1_000 });
    return jobs.sort((a, b) => (a.id < b.id ? -1 : 1));
  };
  /** Claims all jobs of a kind that are due, and does them side by side. */
  async function doAll<N extends JobName>(name: N, processor: Processor<N>): Promise<void> {
    const ids = (await due(name)).map(({ id }) => id);
    const jobs = await claimJobs(ctx.sql, name, ids);
    await Promise.all([...jobs.values()].map((job) => processor(ctx, job)));
  }
  /** The same for jobs that need no claim. */
  async function notifyAll(name: JobName, processor: UnclaimedProcessor): Promise<void> {
    await Promise.all((await due(name)).map(({ id }) => processor(ctx, { id, accountId: '' })));
  }
  async function fanOut(): Promise<string[]> {
    await notifyAll('fan-out-event', fanOutEvent);
    return (await due('deliver-event')).map(({ id }) => id);
  }
  const deliver = () => notifyAll('deliver-event', deliverEvent);

  return {
    ctx,
    send,
    async sendAll() {
      await Promise.all((await due('send-signup-email')).map(({ id }) => send(id)));
    },
    applyEvents: () => doAll('apply-email-event', applyEmailEvent),
    fanOut,
    deliver,
    async tell() {
      await fanOut();
      await deliver();
    },
    async maintain() {
      await maintainEmails(ctx);
      await maintainEmailEvents(ctx);
      await maintainDeliveries(ctx);
      await maintainStatistics(ctx);
    },
    async close() {
      ctx.transports.close();
      await ctx.notifier.close();
      await ctx.sql.end();
    },
  };
}
