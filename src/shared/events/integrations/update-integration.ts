import type { Caller } from '../../account/api-keys/caller.ts';
import type { Acting } from '../../account/audit/actor.ts';
import { recordAction } from '../../account/audit/record-action.ts';
import { notFound } from '../../platform/errors.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import { assertIncluded } from '../assert-included.ts';
import type { Context } from '../context.ts';
import type { IntegrationType } from '../names.ts';
import { restartHealth } from './health/queries.ts';
import { toIntegration } from './list-integrations.ts';
import { findIntegration, lockIntegration, setEnabled } from './queries.ts';
import type { Integration, IntegrationPatch } from './schema.ts';

/**
 * Pauses or resumes an integration (§3.2). No attempt starts once the pause is answered; what is fired before
 * the integration is resumed never arrives.
 * @throws AppError quota_exceeded for resuming on a plan without integrations, configured or not (C7.1);
 * not_found
 */
export async function updateIntegration(
  ctx: Context,
  caller: Acting & Pick<Caller, 'plan'>,
  type: IntegrationType,
  { enabled }: IntegrationPatch,
): Promise<Integration> {
  if (enabled) assertIncluded(caller.plan);
  const row = await transaction(ctx.sql, async (tx) => {
    const id = (await lockIntegration(tx, caller.accountId, type)) ?? notFound('integration');
    const before = await findIntegration(tx, caller.accountId, type);
    if (enabled && !before?.enabled) await restartHealth(tx, { accountId: caller.accountId, id });
    await recordAction(tx, caller, 'integration.updated', { id, details: { type, enabled } });
    return setEnabled(tx, caller.accountId, type, enabled);
  });
  return toIntegration(row ?? notFound('integration'));
}
