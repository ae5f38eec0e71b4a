import { notFound } from '../../platform/errors.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import type { Acting } from '../audit/actor.ts';
import { recordAction } from '../audit/record-action.ts';
import type { Context } from '../context.ts';
import { findUser, type UserName } from './find-user.ts';
import { assertPasswords, hashPasswordOf } from './password.ts';
import { lockUser, updatePassword } from './queries.ts';
import { toUser, type User } from './user.ts';

/**
 * Changes the password of a user for an operator, and ends the user's sessions (C10).
 * @throws AppError not_found; conflict; forbidden where there are no passwords
 */
export async function setPassword(
  ctx: Context,
  { password, ...name }: UserName & { readonly password: string },
): Promise<User> {
  assertPasswords(ctx);
  const { id, account_id: accountId } = await findUser(ctx, name);
  return setPasswordOf(ctx, { accountId }, id, password);
}

/** The same for a user of the account who is known. @throws AppError not_found */
export async function setPasswordOf(
  ctx: Context,
  by: Acting,
  userId: string,
  password: string,
): Promise<User> {
  return transaction(ctx.sql, async (tx) => {
    const user = (await lockUser(tx, by.accountId, userId)) ?? notFound('user');
    await updatePassword(tx, user.id, await hashPasswordOf(tx, user.email_key, password));
    await recordAction(tx, by, 'user.password_changed', { id: user.id });
    return toUser(user);
  });
}
