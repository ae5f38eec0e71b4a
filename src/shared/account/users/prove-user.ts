import type { Tx } from '../../platform/postgres/connection.ts';
import type { Acting } from '../audit/actor.ts';
import { recordAction } from '../audit/record-action.ts';
import { proveUser as markProven, type UserRow, updatePassword } from './queries.ts';
import { deleteTotp } from './two-factor/queries.ts';

/**
 * Sets the password of a user who has shown that the address is theirs, and ends all sessions. The first time
 * that ends all that somebody else may have chosen before: the second factor, too. The caller holds the user.
 */
export async function proveUser(tx: Tx, by: Acting, user: UserRow, passwordHash: string): Promise<void> {
  await updatePassword(tx, user.id, passwordHash);
  if (user.is_proven) return;
  await deleteTotp(tx, user.id);
  await markProven(tx, user.id);
  await recordAction(tx, by, 'user.proven', { id: user.id, details: { email: user.email } });
}
