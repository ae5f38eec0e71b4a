import type { Acting } from '../../../account/audit/actor.ts';
import { recordAction } from '../../../account/audit/record-action.ts';
import { notFound } from '../../../platform/errors.ts';
import type { KeepAnswer } from '../../../platform/idempotency/keep-answer.ts';
import { transaction } from '../../../platform/postgres/transaction.ts';
import type { Context } from '../../context.ts';
import type { IntegrationType } from '../../names.ts';
import { findIntegration, lockIntegrationById } from '../queries.ts';
import { dismissMissed as dismiss } from './queries.ts';

/**
 * Forgets which events have not arrived until now, because nobody needs them (N2). They can still be
 * replayed. Stores the answer to a request with an idempotency key. @throws AppError not_found
 */
export async function dismissMissed(
  ctx: Context,
  caller: Acting,
  type: IntegrationType,
  keepAnswer?: KeepAnswer<undefined>,
): Promise<void> {
  const { accountId } = caller;
  const { id } = (await findIntegration(ctx.sql, accountId, type)) ?? notFound('integration');
  await transaction(ctx.sql, async (tx) => {
    if (!(await lockIntegrationById(tx, { accountId, id }))) notFound('integration');
    await dismiss(tx, { accountId, id });
    await recordAction(tx, caller, 'integration.missed_dismissed', { id, details: { type } });
    await keepAnswer?.(tx, undefined);
  });
}
