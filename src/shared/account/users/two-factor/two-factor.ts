import { z } from 'zod';
import { AppError, notFound } from '../../../platform/errors.ts';
import type { Tx } from '../../../platform/postgres/connection.ts';
import { transaction } from '../../../platform/postgres/transaction.ts';
import { boundedText } from '../../../platform/schema/text.ts';
import { recordAction } from '../../audit/record-action.ts';
import type { Context } from '../../context.ts';
import type { Session } from '../../sessions/session.ts';
import { findUser, type UserName } from '../find-user.ts';
import { isPassword } from '../password.ts';
import { findCredentials } from '../queries.ts';
import { toUser, type User } from '../user.ts';
import {
  confirmTotp as confirmRow,
  countRecoveryCodes,
  deleteTotp,
  findTotp,
  insertRecoveryCodes,
  lockUserOfTotp,
  saveTotp,
  sealedTotp,
  type TotpRow,
  useRecoveryCode,
  useStep,
} from './queries.ts';
import { hashRecoveryCode, newRecoveryCodes, newTotpSecret, stepOf, totpUri } from './totp.ts';

const secretOf = (ctx: Context, row: TotpRow) => ctx.vault.open(row.sealed_secret, sealedTotp.boundTo(row));

/** What the second factor of the signed-in user is like. */
export type TwoFactor =
  | { readonly state: 'off' }
  | { readonly state: 'begun'; readonly secret: string; readonly uri: string }
  | { readonly state: 'on'; readonly since: string; readonly recoveryCodes: number };

export async function readTwoFactor(
  ctx: Context,
  { userId, email, accountName }: Session,
): Promise<TwoFactor> {
  const row = await findTotp(ctx.sql, userId);
  if (!row) return { state: 'off' };
  if (row.confirmed_at !== null)
    return { state: 'on', since: row.confirmed_at, recoveryCodes: await countRecoveryCodes(ctx.sql, userId) };
  const secret = secretOf(ctx, row);
  return { state: 'begun', secret, uri: totpUri(secret, email, accountName) };
}

/**
 * Makes a secret for the authenticator app. It is not asked for before it is confirmed. @throws AppError
 * conflict if there is one
 */
export async function beginTwoFactor(ctx: Context, { userId, home }: Session): Promise<void> {
  const owner = { account_id: home.accountId, type: userId };
  const sealed_secret = ctx.vault.seal(newTotpSecret(), sealedTotp.boundTo(owner));
  await transaction(ctx.sql, async (tx) => {
    if (!(await lockUserOfTotp(tx, userId))) notFound('user');
    if ((await findTotp(tx, userId))?.confirmed_at)
      throw new AppError('conflict', 'Two-factor sign-in is on already. Switch it off first.');
    await saveTotp(tx, { user_id: userId, ...owner, sealed_secret });
  });
}

/**
 * Switches the second factor on, with a code that shows that the app has the secret. @returns the recovery
 * codes, which are stored as hashes only @throws AppError invalid_request for a wrong code; conflict if
 * nothing was begun
 */
export async function confirmTwoFactor(
  ctx: Context,
  { userId, home }: Session,
  code: string,
): Promise<string[]> {
  const codes = newRecoveryCodes();
  await transaction(ctx.sql, async (tx) => {
    if (!(await lockUserOfTotp(tx, userId))) notFound('user');
    const row = await findTotp(tx, userId);
    if (!row || row.confirmed_at !== null)
      throw new AppError('conflict', 'Begin to set up two-factor sign-in first.');
    const step = stepOf(secretOf(ctx, row), code);
    if (step === undefined || !(await useStep(tx, userId, step)))
      throw new AppError('invalid_request', 'The code is wrong. Enter the one that the app shows now.', {
        field: 'code',
      });
    await confirmRow(tx, userId);
    await insertRecoveryCodes(tx, userId, codes.map(hashRecoveryCode));
    await recordAction(tx, home, 'user.two_factor_on', { id: userId });
  });
  return codes;
}

export const TwoFactorEnd = z.object({ password: boundedText(200).optional(), code: boundedText(100) });

/**
 * Switches the second factor off, with the password and a code of the app or a recovery code: a session that
 * somebody else has got hold of is not enough. Where there are no passwords, the code alone does it. The
 * caller of this function must limit the attempts.
 * @throws AppError invalid_request if one of them is wrong
 */
export async function endTwoFactor(
  ctx: Context,
  { userId, home }: Session,
  { password = '', code }: z.infer<typeof TwoFactorEnd>,
): Promise<void> {
  if (ctx.config.hasPasswords) {
    const user = await findCredentials(ctx.sql, userId);
    if (!user || !(await isPassword(password, user.password_hash)))
      throw new AppError('invalid_request', 'The password is wrong.', { field: 'password' });
  }
  await transaction(ctx.sql, async (tx) => {
    if (!(await lockUserOfTotp(tx, userId))) notFound('user');
    if (!(await passSecondFactor(ctx, tx, userId, code)))
      throw new AppError('invalid_request', 'The code is wrong, or was used before.', { field: 'code' });
    if (await deleteTotp(tx, userId)) await recordAction(tx, home, 'user.two_factor_off', { id: userId });
  });
}

/**
 * The same for an operator, whose user has lost the app and the codes. @throws AppError not_found; conflict
 */
export async function endTwoFactorByEmail(ctx: Context, name: UserName): Promise<User> {
  const user = await findUser(ctx, name);
  await transaction(ctx.sql, async (tx) => {
    if (!(await lockUserOfTotp(tx, user.id))) notFound('user');
    if (await deleteTotp(tx, user.id))
      await recordAction(tx, { accountId: user.account_id }, 'user.two_factor_off', { id: user.id });
  });
  return toUser(user);
}

/** Uses up a code of the app, or a recovery code. @returns whether it was right, and was not used before */
export async function passSecondFactor(ctx: Context, tx: Tx, userId: string, code: string): Promise<boolean> {
  const row = await findTotp(tx, userId);
  if (!row || row.confirmed_at === null) return true; // switched off meanwhile
  const step = stepOf(secretOf(ctx, row), code);
  if (step !== undefined) return useStep(tx, userId, step);
  return useRecoveryCode(tx, userId, hashRecoveryCode(code));
}
