import type { Caller } from '../api-keys/caller.ts';
import type { Context } from '../context.ts';
import { AppError, notFound } from '../errors.ts';
import { transaction } from '../postgres/transaction.ts';
import { lockWaitlist } from '../waitlists/queries.ts';
import { countFields, insertField } from './queries.ts';
import { type FieldDefinition, type FieldInput, maxFieldsPerWaitlist } from './schema.ts';

/** Declares a custom field (§4.5). @throws AppError not_found; conflict for a key in use; invalid_request for the 21st */
export async function createField(
  ctx: Context,
  caller: Caller,
  waitlistId: string,
  input: FieldInput,
): Promise<FieldDefinition> {
  return transaction(ctx.sql, async (tx) => {
    // The limit holds and positions differ because only one field is added to a waitlist at a time.
    (await lockWaitlist(tx, caller.accountId, waitlistId)) ?? notFound('waitlist');
    const { count, nextPosition } = await countFields(tx, caller.accountId, waitlistId);
    const field = await insertField(tx, caller.accountId, waitlistId, {
      ...input,
      position: input.position ?? nextPosition,
    });
    if (!field) throw new AppError('conflict', `The waitlist has a field ${input.key} already.`); // also on a full one (C2.6a)
    if (count >= maxFieldsPerWaitlist)
      throw new AppError('invalid_request', `A waitlist has room for ${maxFieldsPerWaitlist} fields.`);
    return field;
  });
}
