import { applyEmailEvents } from '../../shared/mail/inbound/apply-email-events.ts';
import { transaction } from '../../shared/platform/postgres/transaction.ts';
import type { Lease } from '../../shared/platform/queue/outbox.ts';
import { addressKeyOf } from '../../shared/platform/secrets/email-mac.ts';
import { type JobEntries, share } from '../job-entry.ts';
import { claimingRunner } from '../runner/job-runner.ts';
import { inBatches, inSteps } from '../runner/job-steps.ts';
import type { WorkerContext } from '../worker-context.ts';
import { sendSignupEmail } from './mail/send-signup-email.ts';

/** Applies what providers reported of mails (§6.2), in the transaction that completes the jobs. */
async function applyEmailEvent(ctx: WorkerContext, jobs: readonly Lease[]): Promise<void> {
  const addressKey = addressKeyOf(await ctx.linkSigner());
  const { outcomes, fired } = await transaction(ctx.sql, (tx) => applyEmailEvents(tx, jobs, addressKey));
  for (const outcome of outcomes) ctx.metrics.emailEvents.inc(outcome);
  ctx.notifier.notify('fan-out-event', fired);
}

export const mailJobs: JobEntries<'send-signup-email' | 'apply-email-event'> = {
  'send-signup-email': {
    open: (ctx) => claimingRunner(ctx, 'send-signup-email', inSteps(ctx, sendSignupEmail)),
    concurrency: ({ email }) => share(email.concurrency, { most: 2, first: 20 }),
  },
  'apply-email-event': {
    open: (ctx) => claimingRunner(ctx, 'apply-email-event', inBatches(ctx, applyEmailEvent)),
    // The more there are at a time, the fewer transactions.
    concurrency: () => share(200, { most: 2, first: 20 }),
  },
};
