import type { Caller } from '../../../account/api-keys/caller.ts';
import { recordAction } from '../../../account/audit/record-action.ts';
import { AppError } from '../../../platform/errors.ts';
import { transaction } from '../../../platform/postgres/transaction.ts';
import type { Context } from '../../context.ts';
import { finishSelection, lockSelection, markTold } from './queries.ts';
import { canBeUndone } from './schema.ts';

/**
 * Ends a deletion before it begins, so that all its signups stay. @returns how many
 * @throws AppError conflict once it has begun
 */
export async function undoSelection(
  { sql }: Context,
  caller: Caller,
  waitlistId: string,
  id: string,
): Promise<number> {
  const { accountId } = caller;
  return transaction(sql, async (tx) => {
    const selection = await lockSelection(tx, { accountId, id });
    if (selection?.waitlist_id !== waitlistId || !canBeUndone(selection))
      throw new AppError('conflict', 'It is too late to undo this: the signups were deleted.');
    await finishSelection(tx, { accountId, id });
    await markTold(tx, accountId, [id]); // nobody needs to be told what the user did
    await recordAction(tx, caller, 'signups.kept', {
      id: waitlistId,
      details: { count: selection.total },
    });
    return selection.total;
  });
}
