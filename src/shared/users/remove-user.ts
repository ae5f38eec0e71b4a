import type { Context } from '../context.ts';
import { AppError, notFound } from '../errors.ts';
import { assertId } from '../ids.ts';
import { transaction } from '../postgres/transaction.ts';
import { deleteUser } from './queries.ts';

/**
 * Removes a user of the caller's account and ends their sessions (C11.3).
 * Users cannot remove themselves, so an account always keeps one user.
 * @throws AppError not_found; conflict for the caller's own user
 */
export async function removeUser(
  ctx: Context,
  remover: { readonly accountId: string; readonly userId: string },
  userId: string,
): Promise<void> {
  assertId(userId, 'user');
  if (userId.toLowerCase() === remover.userId)
    throw new AppError('conflict', 'You cannot remove yourself. Ask another user of the account.');
  const removed = await transaction(ctx.sql, (tx) => deleteUser(tx, remover.accountId, userId));
  if (!removed) notFound('user');
}
