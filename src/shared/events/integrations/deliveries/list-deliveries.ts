import type { Caller } from '../../../account/api-keys/caller.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Context } from '../../context.ts';
import type { IntegrationType } from '../../names.ts';
import { findIntegration } from '../queries.ts';
import { type DeliveryRecord, shownDeliveries } from '../schema.ts';
import { listDeliveries as listRows } from './queries.ts';

/** The newest 50 finished attempts (§4.7). @throws AppError not_found */
export async function listDeliveries(
  ctx: Context,
  { accountId }: Pick<Caller, 'accountId'>,
  type: IntegrationType,
): Promise<DeliveryRecord[]> {
  const integration = (await findIntegration(ctx.sql, accountId, type)) ?? notFound('integration');
  return listRows(ctx.sql, { accountId, id: integration.id }, shownDeliveries);
}
