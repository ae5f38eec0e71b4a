import { monthlyAllowance } from '../../account/accounts/allowance.ts';
import { isTestAccount } from '../../account/accounts/test-account.ts';
import type { Tx } from '../../platform/postgres/connection.ts';
import { findRoom } from './allowance-queries.ts';
import type { ManagedEmail } from './managed.ts';

/**
 * How many more mails that yield would find a route now: any number on the account's own provider, else what
 * this month's allowance has left, and none while others wait for it. It is no promise: nothing is reserved.
 */
export async function roomForMore(tx: Tx, accountId: string, managed: ManagedEmail | null): Promise<number> {
  const account = await findRoom(tx, accountId);
  if (!account) return 0;
  if (isTestAccount(accountId) || account.has_own) return Number.POSITIVE_INFINITY;
  if (!managed || account.has_held) return 0;
  return Math.max(0, monthlyAllowance(account) - account.reserved);
}
