import type { Acting } from '../../account/audit/actor.ts';
import { recordAction } from '../../account/audit/record-action.ts';
import { notFound } from '../../platform/errors.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import type { Context } from '../context.ts';
import type { IntegrationType } from '../names.ts';
import { clearDeliveries } from './deliveries/queries.ts';
import { clearHealth } from './health/queries.ts';
import { deleteIntegration as deleteRow, lockIntegration } from './queries.ts';

/** Deletes an integration with its secrets and its delivery log (§3.2). @throws AppError not_found */
export async function deleteIntegration(ctx: Context, caller: Acting, type: IntegrationType): Promise<void> {
  await transaction(ctx.sql, async (tx) => {
    const id = (await lockIntegration(tx, caller.accountId, type)) ?? notFound('integration');
    const integration = { accountId: caller.accountId, id };
    await clearDeliveries(tx, integration);
    await clearHealth(tx, integration);
    await deleteRow(tx, integration);
    await recordAction(tx, caller, 'integration.removed', { id, details: { type } });
  });
}
