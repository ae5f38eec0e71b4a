import { lockAccount } from '../accounts/queries.ts';
import { AppError, notFound } from '../errors.ts';
import type { Tx } from '../postgres/connection.ts';
import { countOwners, lockUser, type UserRow } from './queries.ts';

/**
 * Locks the account and then a user of it, until commit. So owners who remove or lower each other do it one
 * after the other.
 * @throws AppError not_found
 */
export async function lockMember(tx: Tx, accountId: string, userId: string): Promise<UserRow> {
  await lockAccount(tx, accountId);
  return (await lockUser(tx, accountId, userId)) ?? notFound('user');
}

/** Before an owner is removed or lowered (N8). @throws AppError conflict for the last owner */
export async function assertOtherOwner(tx: Tx, user: UserRow): Promise<void> {
  if (user.role === 'owner' && (await countOwners(tx, user.account_id)) === 1)
    throw new AppError('conflict', 'This is the only owner. Make somebody else an owner first.');
}
