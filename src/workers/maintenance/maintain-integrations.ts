import { type FailingIntegration, listFailing } from '../../shared/events/integrations/health/queries.ts';
import { forgetPreviousSecrets } from '../../shared/events/integrations/queries.ts';
import { handleFailing } from '../../shared/owner/notices/handle-failing.ts';
import { statement } from '../../shared/platform/postgres/transaction.ts';
import { logTogether } from '../../shared/platform/process/log-together.ts';
import type { WorkerContext } from '../worker-context.ts';

const perRun = 100;

/**
 * Disables integrations that have failed for too long, enqueues notices about those that fail, and deletes
 * signing secrets that sign no more (N2).
 */
export async function maintainIntegrations(ctx: WorkerContext): Promise<void> {
  await statement(ctx.sql, forgetPreviousSecrets);
  for (;;) {
    const failing = await listFailing(ctx.sql, perRun);
    const areDone = await handleAllFailing(ctx, failing);
    if (!areDone || failing.length < perRun || ctx.stopping.aborted) return;
  }
}

/**
 * Does what is due for each of these integrations. An error with one stops no other. @returns whether all
 * were
 */
export async function handleAllFailing(
  ctx: WorkerContext,
  integrations: readonly FailingIntegration[],
): Promise<boolean> {
  let areDone = true;
  for (const integration of integrations)
    await handleFailingAndNotify(ctx, integration).catch((err: unknown) => {
      areDone = false;
      logTogether(ctx.log, 'warn', integration.id, { err }, 'failing integrations could not be handled');
    });
  return areDone;
}

/** Does what is due for one integration, and notifies workers. */
async function handleFailingAndNotify(ctx: WorkerContext, integration: FailingIntegration): Promise<void> {
  const { fired, notices, isDisabled } = await handleFailing(ctx, integration);
  ctx.notifier.notify('fan-out-event', fired);
  ctx.notifier.notify('send-notice', notices.mails);
  ctx.notifier.notify('post-notice', notices.messages);
  if (!isDisabled) return;
  const { accountId: account, id, type } = integration;
  ctx.log.warn({ account, integration: id, type }, 'disabled an integration that has failed for too long');
}
