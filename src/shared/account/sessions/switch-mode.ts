import { transaction } from '../../platform/postgres/transaction.ts';
import { lockTestAccount } from '../accounts/test-account.ts';
import type { Context } from '../context.ts';
import { setTestMode } from './queries.ts';
import type { Session } from './session.ts';
import { hashSessionToken } from './session-token.ts';

/**
 * Has the pages of a session show the account's test mode, which is made if it is the first time, or the live
 * account (N8).
 */
export async function switchMode(
  ctx: Context,
  { home, token }: Pick<Session, 'home' | 'token'>,
  mode: 'test' | 'live',
): Promise<void> {
  await transaction(ctx.sql, async (tx) => {
    if (mode === 'test') await lockTestAccount(tx, home.accountId);
    await setTestMode(tx, hashSessionToken(token), mode === 'test');
  });
}
