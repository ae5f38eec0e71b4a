import { lookAfterFailing } from '../../shared/integrations/health/look-after.ts';
import { type FailingIntegration, listFailing } from '../../shared/integrations/health/queries.ts';
import type { WorkerContext } from '../worker-context.ts';

const perRun = 100;

/** Disables integrations that have failed for too long, and tells the users of those that fail (N2). */
export async function maintainIntegrations(ctx: WorkerContext): Promise<void> {
  for (;;) {
    const failing = await listFailing(ctx.sql, perRun);
    for (const integration of failing) await lookAfter(ctx, integration);
    if (failing.length < perRun || ctx.stopping.aborted) return;
  }
}

/** Does what is due for one integration, and notifies workers. */
export async function lookAfter(ctx: WorkerContext, integration: FailingIntegration): Promise<void> {
  const { fired, told, isDisabled } = await lookAfterFailing(ctx, integration);
  ctx.notifier.notify('fan-out-event', fired);
  ctx.notifier.notify('send-notice', told.mails);
  ctx.notifier.notify('post-notice', told.messages);
  if (!isDisabled) return;
  const { accountId: account, id, type } = integration;
  ctx.log.warn({ account, integration: id, type }, 'disabled an integration that has failed for too long');
}
