import { applyEmailEvents } from '../../shared/mail/inbound/apply-email-events.ts';
import { transaction } from '../../shared/platform/postgres/transaction.ts';
import type { Lease } from '../../shared/platform/queue/outbox.ts';
import { addressKeyOf } from '../../shared/platform/secrets/email-mac.ts';
import type { WorkerContext } from '../worker-context.ts';

/** Applies what providers reported of mails (§6.2), in the transaction that completes the jobs. */
export async function applyEmailEvent(ctx: WorkerContext, jobs: readonly Lease[]): Promise<void> {
  const addressKey = addressKeyOf(await ctx.linkSigner());
  const { outcomes, fired } = await transaction(ctx.sql, (tx) => applyEmailEvents(tx, jobs, addressKey));
  for (const outcome of outcomes) ctx.metrics.emailEvents.inc(outcome);
  ctx.notifier.notify('fan-out-event', fired);
}
