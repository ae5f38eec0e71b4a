import type { Context } from '../../context.ts';
import { fetchWithTimeout } from '../../outbound/safe-fetch.ts';
import { openConfig } from '../integration-config.ts';
import { integrationProviderOf } from '../providers/index.ts';
import type { Delivery } from '../providers/provider.ts';
import type { IntegrationRow } from '../queries.ts';
import type { DeliveryOutcome } from './queries.ts';

/** One attempt, whatever it takes (C7.4). */
export const deliveryMs = 10_000;

/** Makes the one attempt at a delivery whose record is written. Never rejects: what goes wrong here too is a failed attempt. */
export async function attemptDelivery(
  { log, vault, httpClient }: Pick<Context, 'log' | 'vault' | 'httpClient'>,
  integration: IntegrationRow,
  delivery: Delivery,
): Promise<DeliveryOutcome> {
  const of = { delivery: delivery.id, integration: integration.id, type: integration.type };
  try {
    const fetch = fetchWithTimeout(httpClient.fetch, deliveryMs);
    const config = openConfig(vault, integration);
    const { warnings = [], ...attempt } = await integrationProviderOf(integration.type).deliver(
      config,
      delivery,
      { ...httpClient, fetch },
    );
    for (const warning of warnings) log.warn({ ...of, warning }, 'a delivery was made in part');
    return { id: delivery.id, ...attempt };
  } catch (err) {
    log.error({ err, ...of }, 'a delivery could not be attempted');
    return {
      id: delivery.id,
      status: 'failed',
      response_status: null,
      error: 'Something went wrong on our side.',
    };
  }
}
