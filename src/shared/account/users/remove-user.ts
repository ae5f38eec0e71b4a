import { AppError } from '../../platform/errors.ts';
import { assertId } from '../../platform/ids.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import type { Acting } from '../audit/actor.ts';
import { recordAction } from '../audit/record-action.ts';
import type { Context } from '../context.ts';
import { assertOtherOwner, lockMember } from './last-owner.ts';
import { deleteUser } from './queries.ts';

/**
 * Removes a user of the caller's account and ends their sessions (C11.3).
 * Users cannot remove themselves, nor each other at the same time, so an account always keeps an owner (N8).
 * @throws AppError not_found; conflict for the caller's own user and for the last owner
 */
export async function removeUser(
  ctx: Context,
  remover: Acting & { readonly userId: string },
  userId: string,
): Promise<void> {
  assertId(userId, 'user');
  if (userId.toLowerCase() === remover.userId)
    throw new AppError('conflict', 'You cannot remove yourself. Ask another user of the account.');
  await transaction(ctx.sql, async (tx) => {
    const user = await lockMember(tx, remover.accountId, userId);
    await assertOtherOwner(tx, user);
    await deleteUser(tx, user.id);
    await recordAction(tx, remover, 'user.removed', { id: user.id, details: { email: user.email } });
  });
}
