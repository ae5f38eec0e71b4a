import { createHmac } from 'node:crypto';
import type { z } from 'zod';
import type { AccountConfig } from '../../config.ts';
import type { Context } from '../../context.ts';
import { AppError } from '../../../platform/errors.ts';
import { transaction } from '../../../platform/postgres/transaction.ts';
import { boundedText } from '../../../platform/schema/text.ts';
import { isSameText } from '../../../platform/secrets/same-text.ts';
import { newCredentials } from '../../users/schema.ts';
import { addAccount } from '../create-account.ts';
import { hasAccount, lockAccounts } from '../../accounts/queries.ts';
import { AccountName } from '../schema.ts';

export const firstStart = (config: Pick<AccountConfig, 'hasPasswords'>) =>
  newCredentials(config).extend({ token: boundedText(100), name: AccountName });
export type FirstStart = z.infer<ReturnType<typeof firstStart>>;

/**
 * The token that makes the first account (N8). It is derived from the stored link key, so every process
 * prints the same one, and nothing is stored for it.
 */
async function firstStartToken(ctx: Context): Promise<string> {
  const { key } = await ctx.linkSigner();
  return createHmac('sha256', key).update('first-start').digest('base64url');
}

/**
 * Tells the operator how to make the first account, while there is none. Only this line of the log ever has
 * the token.
 */
export async function announceFirstStart(ctx: Context): Promise<void> {
  if (await hasAccount(ctx.sql)) return;
  const token = await firstStartToken(ctx);
  const url = `${ctx.config.baseUrl}/dashboard/first-start`;
  ctx.log.warn(
    { url, token },
    'there is no account yet: make the first one at this address, with this token',
  );
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
  if (!isSameText(token.trim(), await firstStartToken(ctx)))
    throw new AppError(
      'forbidden',
      'The token is wrong. It is in the log of the web process, at its start.',
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
