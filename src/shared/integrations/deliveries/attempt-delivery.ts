import { openConfig } from '../../connections/sealed-config.ts';
import type { Context } from '../../context.ts';
import { withDeadline } from '../../outbound/http-client.ts';
import { sealedColumns } from '../../secrets/sealed-columns.ts';
import { integrationProviderOf } from '../providers/index.ts';
import type { Delivery, IntegrationConfig } from '../providers/provider.ts';
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
    const client = withDeadline(httpClient, deliveryMs);
    const config = openConfig<IntegrationConfig>({ vault }, sealedColumns.integrationConfig, integration);
    const provider = integrationProviderOf(integration.type);
    const { warnings = [], ...attempt } = await provider.deliver(config, delivery, client);
    for (const warning of warnings) log.warn({ ...of, warning }, 'a delivery was made in part');
    return { account_id: integration.account_id, id: delivery.id, ...attempt };
  } catch (err) {
    log.error({ err, ...of }, 'a delivery could not be attempted');
    return {
      account_id: integration.account_id,
      id: delivery.id,
      status: 'failed',
      response_status: null,
      error: 'Something went wrong on our side.',
    };
  }
}
