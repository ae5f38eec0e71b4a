import type { Config } from '../shared/config.ts';
import { openContext } from '../shared/context.ts';
import { tlsAdvice } from '../shared/outbound/tls.ts';
import { endOnSignal } from '../shared/process/end-on-signal.ts';
import { publishMetrics } from '../shared/process/publish-metrics.ts';
import { repeat } from '../shared/process/repeat.ts';
import type { StopSignals } from '../shared/process/stop-signals.ts';
import { openJobNotifier } from '../shared/queue/job-notifier.ts';
import { type JobName, jobNames } from '../shared/queue/jobs.ts';
import { openConsumerRedis, openFailFastRedis } from '../shared/queue/redis.ts';
import { applyEmailEvent } from './jobs/apply-email-event.ts';
import { clearReferralsOf } from './jobs/clear-referrals.ts';
import { deliverEvent } from './jobs/deliver-event.ts';
import { fanOutEvent } from './jobs/fan-out-event.ts';
import { purgeWaitlist } from './jobs/purge-waitlist.ts';
import { sendSignupEmail } from './jobs/send-signup-email.ts';
import { maintainDeliveries } from './maintenance/maintain-deliveries.ts';
import { maintainEmailEvents } from './maintenance/maintain-email-events.ts';
import { freeEmails, maintainEmails } from './maintenance/maintain-emails.ts';
import { maintainStatistics } from './maintenance/maintain-statistics.ts';
import { type ConcurrencyLimits, openFairScheduler } from './runner/fair-scheduler.ts';
import { claimingRunner, type JobRunner, unclaimedRunner } from './runner/job-runner.ts';
import { openLocalDispatch } from './runner/local-dispatch.ts';
import { openQueueWorker } from './runner/queue-worker.ts';
import { outboxSweep, sweepAll } from './runner/sweep-outbox.ts';
import { openWorkerContext } from './worker-context.ts';

const sweepEveryMs = 1_000;
const freeEmailsEveryMs = 250;
const maintainEmailsEveryMs = 5_000;
const maintainDeliveriesEveryMs = 60_000;
const maintainEmailEventsEveryMs = 60_000;
const maintainStatisticsEveryMs = 5_000;

/** Does the jobs until SIGTERM: then nothing new is claimed, what runs is finished, and the process exits 0 (C9.6). */
export function work(config: Config, stopSignals: StopSignals): void {
  const base = openContext(config, 'worker');
  /** What a worker fans out it delivers itself, as far as it has room: half of what is notified for need not travel through Redis. */
  const ownDeliveries = openLocalDispatch(openJobNotifier(config, base.log), {
    job: 'deliver-event',
    mostAtOnce: config.integrations.concurrency,
    log: base.log,
  });
  const ctx = openWorkerContext(base, ownDeliveries.notifier);
  const connection = openConsumerRedis(config, ctx.log);
  const metricsConnection = openFailFastRedis(config, ctx.log);
  const shares: Readonly<Record<JobName, ConcurrencyLimits>> = {
    'send-signup-email': share(config.email.concurrency, 2, 20),
    'apply-email-event': share(200, 2, 20), // the more there are at a time, the fewer transactions
    'fan-out-event': share(50, 2, 20),
    'deliver-event': share(config.integrations.concurrency, 10, 50), // anybody's server may be its receiver
    'purge-waitlist': share(1, 1, 1),
    'clear-referrals': share(1, 1, 1),
  };

  /** A job without a runner does not compile. */
  const runners: Readonly<Record<JobName, JobRunner>> = {
    'send-signup-email': claimingRunner(ctx, 'send-signup-email', sendSignupEmail),
    'apply-email-event': claimingRunner(ctx, 'apply-email-event', applyEmailEvent),
    'fan-out-event': unclaimedRunner(ctx, 'fan-out-event', fanOutEvent),
    'deliver-event': unclaimedRunner(ctx, 'deliver-event', deliverEvent),
    'purge-waitlist': claimingRunner(ctx, 'purge-waitlist', purgeWaitlist),
    'clear-referrals': claimingRunner(ctx, 'clear-referrals', clearReferralsOf),
  };

  function open(name: JobName) {
    const runner = runners[name];
    const scheduler = openFairScheduler(shares[name], runner.run);
    return {
      name,
      scheduler,
      runner,
      sweep: outboxSweep(ctx, name, scheduler),
      worker: openQueueWorker({ connection, log: ctx.log }, name, shares[name].total, scheduler.run),
    };
  }

  const queues = jobNames.map(open);
  for (const { name, scheduler } of queues)
    if (name === 'deliver-event') ownDeliveries.runWith(scheduler.run);
  const timers = [
    publishMetrics(ctx, metricsConnection),
    repeat(sweepEveryMs, () => sweepAll(queues), {
      onFailing: (err) =>
        ctx.log.warn({ err, advice: tlsAdvice(err, 'Postgres') }, 'the outbox cannot be swept'),
      onRecovered: () => ctx.log.info('the outbox is swept again'),
    }),
    repeat(freeEmailsEveryMs, () => freeEmails(ctx), {
      onFailing: (err) => ctx.log.warn({ err }, 'mails behind a throttle cannot be freed'),
      onRecovered: () => ctx.log.info('mails behind a throttle are freed again'),
    }),
    repeat(maintainEmailsEveryMs, () => maintainEmails(ctx), {
      onFailing: (err) => ctx.log.warn({ err }, 'held mails cannot be released'),
      onRecovered: () => ctx.log.info('held mails are released again'),
    }),
    repeat(maintainEmailEventsEveryMs, () => maintainEmailEvents(ctx), {
      onFailing: (err) => ctx.log.warn({ err }, 'old mail events cannot be deleted'),
      onRecovered: () => ctx.log.info('old mail events are deleted again'),
    }),
    repeat(maintainDeliveriesEveryMs, () => maintainDeliveries(ctx), {
      onFailing: (err) => ctx.log.warn({ err }, 'delivery logs cannot be cut'),
      onRecovered: () => ctx.log.info('delivery logs are cut again'),
    }),
    repeat(maintainStatisticsEveryMs, () => maintainStatistics(ctx), {
      onFailing: (err) => ctx.log.warn({ err }, 'tables that have grown cannot be analysed'),
      onRecovered: () => ctx.log.info('tables that have grown are analysed again'),
    }),
  ];
  ctx.log.info({ jobs: jobNames }, 'worker started');

  endOnSignal(ctx.log, stopSignals, async () => {
    ctx.stopping.abort();
    await Promise.all(timers.map((timer) => timer.stop()));
    const schedulersClosed = queues.map(({ scheduler }) => scheduler.close());
    await Promise.all([
      ownDeliveries.close(),
      ...schedulersClosed,
      ...queues.map(({ worker }) => worker.close()),
    ]);
    await Promise.all(queues.map(({ runner }) => runner.stop()));
    await ctx.notifier.close();
    connection.disconnect();
    metricsConnection.disconnect();
    ctx.transports.close();
    await ctx.sql.end({ timeout: 5 });
  });
}

/** One account has at most `slots / most` of a job's slots, and begins with `slots / first`. */
function share(slots: number, most: number, first: number): ConcurrencyLimits {
  return { total: slots, perAccount: Math.ceil(slots / most), atFirst: Math.ceil(slots / first) };
}
