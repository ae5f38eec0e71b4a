import { openConfig } from '../../connections/sealed-config.ts';
import type { Context } from '../../context.ts';
import { withDeadline } from '../../outbound/http-client.ts';
import { sealedColumns } from '../../secrets/sealed-columns.ts';
import { integrationProviderOf } from '../providers/index.ts';
import type { Delivery, IntegrationConfig } from '../providers/provider.ts';
import type { IntegrationRow } from '../queries.ts';
import type { DeliveryOutcome } from './queries.ts';

/** For all requests of one attempt (C7.4). */
export const deliveryMs = 10_000;

/**
 * Makes the one attempt at a delivery whose record is written. Never rejects: an error of ours is a failed
 * attempt too.
 */
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
    for (const warning of warnings) log.warn({ ...of, warning }, 'a part of a delivery failed');
    return { account_id: integration.account_id, id: delivery.id, ...attempt };
  } catch (err) {
    log.error({ err, ...of }, 'a delivery failed before it was sent');
    return {
      account_id: integration.account_id,
      id: delivery.id,
      status: 'failed',
      response_status: null,
      error: 'Something went wrong on our side.',
    };
  }
}
