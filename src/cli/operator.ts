import { findCallerAccount } from '../shared/account/accounts/queries.ts';
import { type Caller, toCaller } from '../shared/account/api-keys/caller.ts';
import type { Context } from '../shared/context.ts';
import { findAccountOf } from '../shared/list/waitlists/queries.ts';
import { assertId } from '../shared/platform/ids.ts';

/** The operator, for an account. @throws Error without one */
export async function operatorOf(
  { sql }: Context,
  accountId: string | undefined,
  what: string,
): Promise<Caller> {
  const account = accountId === undefined ? undefined : await findCallerAccount(sql, accountId);
  if (!account) throw new Error(`No such ${what}.`);
  return toCaller({ ...account, scopes: [] });
}

/** The operator, for the account of a waitlist. @throws Error without one */
export async function operatorOfList(ctx: Context, waitlistId: string): Promise<Caller> {
  assertId(waitlistId, 'waitlist');
  return operatorOf(ctx, await findAccountOf(ctx.sql, waitlistId), 'waitlist');
}
