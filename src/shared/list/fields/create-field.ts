import type { Caller } from '../../account/api-keys/caller.ts';
import { recordAction } from '../../account/audit/record-action.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import type { KeepAnswer } from '../../platform/idempotency/keep-answer.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import type { Context } from '../context.ts';
import { lockWaitlist } from '../waitlists/queries.ts';
import { countFields, insertField } from './queries.ts';
import { type FieldDefinition, type FieldInput, maxFieldsPerWaitlist } from './schema.ts';

/**
 * Adds a custom field (§4.5), and stores the answer to a request with an idempotency key.
 * @throws AppError not_found; conflict for a key in use; invalid_request over 20 fields
 */
export async function createField(
  ctx: Context,
  caller: Caller,
  waitlistId: string,
  input: FieldInput,
  keepAnswer?: KeepAnswer<FieldDefinition>,
): Promise<FieldDefinition> {
  return transaction(ctx.sql, async (tx) => {
    // The lock serializes the creation of fields, so the count and the next position stay valid.
    (await lockWaitlist(tx, caller.accountId, waitlistId)) ?? notFound('waitlist');
    const { count, nextPosition } = await countFields(tx, caller.accountId, waitlistId);
    const field = await insertField(tx, caller.accountId, waitlistId, {
      ...input,
      position: input.position ?? nextPosition,
    });
    // Checked before the limit: a key in use is a conflict on a full waitlist, too (C2.6a).
    if (!field)
      throw new AppError('conflict', `The waitlist already has a field ${input.key}.`, {
        field: 'key',
      });
    if (count >= maxFieldsPerWaitlist)
      throw new AppError('invalid_request', `A waitlist can have at most ${maxFieldsPerWaitlist} fields.`);
    const details = { key: field.key };
    await recordAction(tx, caller, 'field.created', { id: waitlistId, details });
    await keepAnswer?.(tx, field);
    return field;
  });
}
