import { hash, randomBytes } from 'node:crypto';
import type { z } from 'zod';
import { AppError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { statement, transaction } from '../../../platform/postgres/transaction.ts';
import { boundedText } from '../../../platform/schema/text.ts';
import { hasAccount, lockAccounts } from '../../accounts/queries.ts';
import type { AccountConfig } from '../../config.ts';
import type { Context } from '../../context.ts';
import { newCredentials } from '../../users/schema.ts';
import { addAccount } from '../create-account.ts';
import { AccountName } from '../schema.ts';
import { isFirstToken, saveFirstToken } from './queries.ts';

export const firstStart = (config: Pick<AccountConfig, 'hasPasswords'>) =>
  newCredentials(config).extend({ token: boundedText(100), name: AccountName });
export type FirstStart = z.infer<ReturnType<typeof firstStart>>;

const validHours = 24;

/** Unlike that of a mailed link, so that the token opens nothing else. */
const hashOf = (token: string) => hash('sha256', `first-start ${token.trim()}`, 'buffer');

/**
 * Tells the operator how to make the first account, while there is none. Of all processes and starts within a
 * day, one prints the token: only this line of the log ever has it.
 */
export async function announceFirstStart(ctx: Context): Promise<void> {
  if (await hasAccount(ctx.sql)) return;
  const token = randomBytes(32).toString('base64url');
  const row = { id: newId(), token_hash: hashOf(token), hours: validHours };
  const url = `${ctx.config.baseUrl}/dashboard/first-start`;
  if (await statement(ctx.sql, (tx) => saveFirstToken(tx, row)))
    ctx.log.warn(
      { url, token },
      `there is no account yet: make the first one at this address, with this token, within ${validHours} hours`,
    );
  else ctx.log.info({ url }, 'there is no account yet; the token for it is in an earlier log');
}

/** Whether the first account is still to be made. */
export async function isFirstStart(ctx: Context): Promise<boolean> {
  return !(await hasAccount(ctx.sql));
}

/**
 * Makes the first account with its owner, once (N8). The caller of this function must limit the attempts.
 * @throws AppError forbidden for a wrong token; conflict if there is an account by now
 */
export async function makeFirstAccount(
  ctx: Context,
  { token, name, email, password }: FirstStart,
): Promise<void> {
  if (!(await isFirstToken(ctx.sql, hashOf(token))))
    throw new AppError(
      'forbidden',
      'The token is wrong or too old. It is in the log of the web process that started first.',
      {
        field: 'token',
      },
    );
  await transaction(ctx.sql, async (tx) => {
    await lockAccounts(tx);
    if (await hasAccount(tx)) throw new AppError('conflict', 'There is an account already. Sign in.');
    await addAccount(tx, { name, plan: 'scale', owner: { email, password } });
  });
}
