import type { Caller } from '../../account/api-keys/caller.ts';
import { recordAction } from '../../account/audit/record-action.ts';
import { notFound } from '../../platform/errors.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import type { Context } from '../context.ts';
import { findWaitlist } from '../waitlists/queries.ts';
import { updateField as updateRow } from './queries.ts';
import type { FieldDefinition, FieldPatch } from './schema.ts';

/**
 * Changes the label, position or required flag of a field (§4.5). Takes effect with the next signup (C2.9).
 * @throws AppError not_found
 */
export async function updateField(
  ctx: Context,
  caller: Caller,
  waitlistId: string,
  key: string,
  patch: FieldPatch,
): Promise<FieldDefinition> {
  (await findWaitlist(ctx.sql, caller.accountId, waitlistId)) ?? notFound('waitlist');
  const change = {
    label: patch.label ?? null,
    required: patch.required ?? null,
    position: patch.position ?? null,
  };
  return transaction(ctx.sql, async (tx) => {
    const field = (await updateRow(tx, caller.accountId, waitlistId, key, change)) ?? notFound('field');
    await recordAction(tx, caller, 'field.updated', { id: waitlistId, details: { key } });
    return field;
  });
}
