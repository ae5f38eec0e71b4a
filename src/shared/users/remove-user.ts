import type { Context } from '../context.ts';
import { AppError, notFound } from '../errors.ts';
import { assertId } from '../ids.ts';
import { transaction } from '../postgres/transaction.ts';
import { deleteUser } from './queries.ts';

/**
 * Takes a user of one's own account the right to sign in; what they have open ends (C11.3). Nobody removes themselves, so
 * that somebody is always left.
 * @throws AppError not_found; conflict for oneself
 */
export async function removeUser(
  ctx: Context,
  remover: { readonly accountId: string; readonly userId: string },
  userId: string,
): Promise<void> {
  assertId(userId, 'user');
  if (userId.toLowerCase() === remover.userId) throw new AppError('conflict', 'You cannot remove yourself.');
  const removed = await transaction(ctx.sql, (tx) => deleteUser(tx, remover.accountId, userId));
  if (!removed) notFound('user');
}
