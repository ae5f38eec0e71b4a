import { AppError, notFound } from '../../platform/errors.ts';
import type { Tx } from '../../platform/postgres/connection.ts';
import { lockAccount } from '../accounts/queries.ts';
import { listProvenOwners, lockUser, type UserRow } from './queries.ts';

/**
 * Locks the account and then a user of it, until commit. So owners who remove or lower each other do it one
 * after the other.
 * @throws AppError not_found
 */
export async function lockMember(tx: Tx, accountId: string, userId: string): Promise<UserRow> {
  await lockAccount(tx, accountId);
  return (await lockUser(tx, accountId, userId)) ?? notFound('user');
}

/**
 * Before an owner is removed or lowered (N8). An owner counts once the address is proven: others may be
 * somebody who cannot get in. @throws AppError conflict for the last one
 */
export async function assertOtherOwner(tx: Tx, user: UserRow): Promise<void> {
  if (user.role !== 'owner') return;
  const owners = await listProvenOwners(tx, user.account_id);
  if (owners.some((id) => id !== user.id)) return;
  throw new AppError(
    'conflict',
    'This is the only owner with a proven address. Make somebody else an owner first.',
  );
}
