import { handleFailing } from '../../shared/integrations/health/handle-failing.ts';
import { type FailingIntegration, listFailing } from '../../shared/integrations/health/queries.ts';
import type { WorkerContext } from '../worker-context.ts';

const perRun = 100;

/** Disables integrations that have failed for too long, and tells the users of those that fail (N2). */
export async function maintainIntegrations(ctx: WorkerContext): Promise<void> {
  for (;;) {
    const failing = await listFailing(ctx.sql, perRun);
    for (const integration of failing) await handleFailingAndNotify(ctx, integration);
    if (failing.length < perRun || ctx.stopping.aborted) return;
  }
}

/** Does what is due for one integration, and notifies workers. */
export async function handleFailingAndNotify(
  ctx: WorkerContext,
  integration: FailingIntegration,
): Promise<void> {
  const { fired, notices, isDisabled } = await handleFailing(ctx, integration);
  ctx.notifier.notify('fan-out-event', fired);
  ctx.notifier.notify('send-notice', notices.mails);
  ctx.notifier.notify('post-notice', notices.messages);
  if (!isDisabled) return;
  const { accountId: account, id, type } = integration;
  ctx.log.warn({ account, integration: id, type }, 'disabled an integration that has failed for too long');
}
