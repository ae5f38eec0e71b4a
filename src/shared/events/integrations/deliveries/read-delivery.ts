import type { Caller } from '../../../account/api-keys/caller.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Context } from '../../context.ts';
import type { IntegrationType } from '../../names.ts';
import { findIntegration } from '../queries.ts';
import type { DeliveryDetails } from '../schema.ts';
import { findDeliveryDetails } from './queries.ts';

/** A finished attempt, with what was sent and answered for 7 days (N2). @throws AppError not_found */
export async function readDelivery(
  { sql }: Context,
  { accountId }: Pick<Caller, 'accountId'>,
  type: IntegrationType,
  deliveryId: string,
): Promise<DeliveryDetails> {
  const integration = (await findIntegration(sql, accountId, type)) ?? notFound('integration');
  const found = await findDeliveryDetails(sql, { accountId, id: integration.id }, deliveryId);
  return found ?? notFound('delivery');
}
