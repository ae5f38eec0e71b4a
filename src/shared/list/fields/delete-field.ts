import type { Caller } from '../../account/api-keys/caller.ts';
import { recordAction } from '../../account/audit/record-action.ts';
import { notFound } from '../../platform/errors.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import type { Context } from '../context.ts';
import { findWaitlist } from '../waitlists/queries.ts';
import { deleteField as deleteRow } from './queries.ts';

/** Deletes a custom field. Existing signups keep their values (§4.5). @throws AppError not_found */
export async function deleteField(
  ctx: Context,
  caller: Caller,
  waitlistId: string,
  key: string,
): Promise<void> {
  (await findWaitlist(ctx.sql, caller.accountId, waitlistId)) ?? notFound('waitlist');
  await transaction(ctx.sql, async (tx) => {
    if (!(await deleteRow(tx, caller.accountId, waitlistId, key))) notFound('field');
    await recordAction(tx, caller, 'field.deleted', { id: waitlistId, details: { key } });
  });
}
