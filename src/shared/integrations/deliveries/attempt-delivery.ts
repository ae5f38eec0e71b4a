import { fetchWithTimeout } from '../../outbound/safe-fetch.ts';
import type { Logger } from '../../process/log.ts';
import type { Vault } from '../../secrets/sealed.ts';
import { openConfig } from '../integration-config.ts';
import { integrationProviderOf } from '../providers/index.ts';
import type { Delivery, ProviderHttp } from '../providers/provider.ts';
import type { IntegrationRow } from '../queries.ts';
import type { DeliveryOutcome } from './queries.ts';

/** One attempt, whatever it takes (C7.4). */
export const deliveryMs = 10_000;

/** Makes the one attempt at a delivery whose record is written. Never rejects: what goes wrong here too is a failed attempt. */
export async function attemptDelivery(
  ctx: { log: Logger; vault: Vault; httpClient: ProviderHttp },
  integration: IntegrationRow,
  delivery: Delivery,
): Promise<DeliveryOutcome> {
  const of = { delivery: delivery.id, integration: integration.id, type: integration.type };
  try {
    const httpClient = { ...ctx.httpClient, fetch: fetchWithTimeout(ctx.httpClient.fetch, deliveryMs) };
    const config = openConfig(ctx.vault, integration);
    const { warnings = [], ...attempt } = await integrationProviderOf(integration.type).deliver(
      config,
      delivery,
      httpClient,
    );
    for (const warning of warnings) ctx.log.warn({ ...of, warning }, 'a delivery was made in part');
    return { id: delivery.id, ...attempt };
  } catch (err) {
    ctx.log.error({ err, ...of }, 'a delivery could not be attempted');
    return {
      id: delivery.id,
      status: 'failed',
      response_status: null,
      error: 'Something went wrong on our side.',
    };
  }
}
