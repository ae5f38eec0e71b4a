import { deliveryMs } from '../../../shared/events/integrations/deliveries/attempt-delivery.ts';
import { integrationProviderOf } from '../../../shared/events/integrations/providers/index.ts';
import type { IntegrationConfig } from '../../../shared/events/integrations/providers/provider.ts';
import { findIntegration, sealedIntegration } from '../../../shared/events/integrations/queries.ts';
import { describeNotice } from '../../../shared/owner/notices/notice-text.ts';
import { findChat } from '../../../shared/owner/notices/queries.ts';
import { openConfig } from '../../../shared/platform/connections/sealed-config.ts';
import { withDeadline } from '../../../shared/platform/outbound/http-client.ts';
import type { ClaimedJob } from '../../../shared/platform/queue/outbox.ts';
import type { JobOutcome } from '../../runner/processor.ts';
import type { WorkerContext } from '../../worker-context.ts';

/** Seconds after the first, second, … failed attempt. */
const secondsAfterFailure = [60, 600];

/**
 * Posts a notice to the account's chat (N8), if the account still wants it there. A worker that dies in the
 * attempt may have posted it: the next one posts it again.
 */
export async function postNotice(ctx: WorkerContext, job: ClaimedJob<'post-notice'>): Promise<JobOutcome> {
  const { accountId, payload, attempt } = job;
  const { chat, facts } = payload;
  const integration =
    (await findChat(ctx.sql, accountId)) === chat
      ? await findIntegration(ctx.sql, accountId, chat)
      : undefined;
  const provider = integrationProviderOf(chat);
  if (!integration || !provider.post) return { done: true };
  const config = openConfig<IntegrationConfig>(ctx, sealedIntegration.config, integration);
  const { heading: title, lines, url } = describeNotice(facts, ctx.config.baseUrl);
  const { status, error } = await provider.post(
    config,
    { title, lines, url },
    withDeadline(ctx.httpClient, deliveryMs),
  );
  if (status === 'success') return { done: true };
  ctx.log.warn({ account: accountId, chat, about: facts.about, error }, 'a notice was not posted');
  const seconds = secondsAfterFailure[attempt - 1];
  return seconds === undefined ? { done: true } : { retryAfterSeconds: seconds, attempts: attempt };
}
