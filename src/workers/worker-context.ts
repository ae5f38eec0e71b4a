import type { Context } from '../shared/context.ts';
import { applyEmailEvents } from '../shared/email/inbound/apply-email-events.ts';
import { type EmailOutcome, finishSignupEmails } from '../shared/email/sending/outcome-queries.ts';
import { type StartedEmail, startSignupEmails } from '../shared/email/sending/start-signup-emails.ts';
import {
  type DeliveryOutcome,
  fanOutEvents,
  finishDeliveries,
  type StartedDelivery,
  startDeliveries,
} from '../shared/integrations/deliveries/queries.ts';
import { statement, transaction } from '../shared/postgres/transaction.ts';
import type { JobNotifier } from '../shared/queue/job-notifier.ts';
import type { Lease } from '../shared/queue/outbox.ts';
import { openPendingCounts } from './jobs/pending-counts.ts';
import { openTransportCache, type TransportCache } from './jobs/transport-cache.ts';
import { batchJobs } from './runner/batch-jobs.ts';
import { retryWrite } from './runner/retry-write.ts';

/** What the processors of jobs work with. Statements of jobs that run side by side are folded into one. */
export interface WorkerContext extends Context {
  readonly notifier: JobNotifier;
  readonly transports: TransportCache;
  /** Takes a signup email on; `waits` where its job is postponed, undefined where there is nothing to send: gone, sent or held. */
  startEmail(job: Lease): Promise<StartedEmail | 'waits' | undefined>;
  /** Records how it ended. @returns whether it was still this worker's to record */
  finishEmail(outcome: EmailOutcome, accountId: string): Promise<boolean>;
  /** Stamps what a provider reported of a mail. */
  applyEvent(job: Lease): Promise<void>;
  /** Makes the deliveries of an event, by its job's id, and notifications for them. */
  fanOut(id: string): Promise<void>;
  /** Takes a delivery on; undefined where there is nothing to do, not even to record. */
  startDelivery(id: string): Promise<StartedDelivery | undefined>;
  /** Completes a delivery's record. */
  finishDelivery(outcome: DeliveryOutcome): Promise<void>;
  /** Writes down what has happened outside, as `record` does. */
  retryWrite<T>(write: () => Promise<T>): Promise<T>;
  /** Aborted when the process was asked to end: what is long is handed back. */
  readonly stopping: AbortController;
}

export function openWorkerContext(ctx: Context, notifier: JobNotifier): WorkerContext {
  const { managed } = ctx.config.email;
  const stopping = new AbortController();
  const recordUntilStopped = <T>(write: () => Promise<T>) => retryWrite(write, stopping.signal);
  const finish = batchJobs<EmailOutcome & { accountId: string }, boolean>(
    async (outcomes) => {
      const { finished, events } = await recordUntilStopped(() =>
        transaction(ctx.sql, (tx) => finishSignupEmails(tx, outcomes)),
      );
      for (const { id, accountId } of events) notifier.notify('apply-email-event', [{ id, accountId }]);
      return outcomes.map(({ signup_id }) => finished.has(signup_id));
    },
    ({ signup_id }) => signup_id,
  );
  const pendingCounts = openPendingCounts();
  /** Those that are not to be attempted are done with it. */
  async function start(ids: readonly string[]): Promise<Map<string, StartedDelivery>> {
    const started = await transaction(ctx.sql, (tx) => startDeliveries(tx, ids));
    for (const { integration, error } of started.values())
      if (error !== null) ctx.metrics.deliveries.inc({ type: integration.type, result: 'failed' });
    return started;
  }
  return {
    ...ctx,
    notifier: notifier,
    transports: openTransportCache(ctx),
    startEmail: batchJobs(
      (jobs) => startSignupEmails(ctx, managed, jobs),
      ({ id }) => id,
    ),
    finishEmail: (outcome, accountId) => finish({ ...outcome, accountId }),
    applyEvent: batchJobs(
      async (jobs) => {
        const { outcomes, fired } = await transaction(ctx.sql, (tx) => applyEmailEvents(tx, jobs));
        for (const outcome of outcomes) ctx.metrics.emailEvents.inc(outcome);
        notifier.notify('fan-out-event', fired);
        return jobs.map(() => undefined);
      },
      ({ id }) => id,
    ),
    fanOut: batchJobs(async (ids) => {
      const deliveries = await statement(ctx.sql, (tx) => fanOutEvents(tx, ids, pendingCounts.recent()));
      pendingCounts.note(deliveries);
      const due = deliveries.filter(({ isSurplus }) => !isSurplus);
      notifier.notify(
        'deliver-event',
        due.map(({ id, accountId }) => ({ id, accountId })),
      );
      const surplus = deliveries.filter(({ isSurplus }) => isSurplus);
      if (surplus.length > 0) await start(surplus.map(({ id }) => id)); // which ends them; what is not reached the sweep finds
      return ids.map(() => undefined);
    }),
    startDelivery: batchJobs(
      async (ids) => {
        const started = await start(ids);
        return ids.map((id) => started.get(id));
      },
      (id) => id,
    ),
    finishDelivery: batchJobs(async (outcomes) => {
      await recordUntilStopped(() => transaction(ctx.sql, (tx) => finishDeliveries(tx, outcomes)));
      return outcomes.map(() => undefined);
    }),
    retryWrite: recordUntilStopped,
    stopping,
  };
}
