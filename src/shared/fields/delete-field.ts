import type { Caller } from '../api-keys/caller.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { statement } from '../postgres/transaction.ts';
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
  const deleted = await statement(ctx.sql, (tx) => deleteRow(tx, caller.accountId, waitlistId, key));
  if (!deleted) notFound('field');
}
