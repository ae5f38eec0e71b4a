import type { Actor } from '../audit/actor.ts';
import { recordAction } from '../audit/record-action.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { transaction } from '../postgres/transaction.ts';
import { assertPasswords, hashPassword } from './password.ts';
import { updatePassword } from './queries.ts';
import type { Credentials } from './schema.ts';
import { toUser, toUserKey, type User } from './user.ts';

/**
 * Changes the password of a user and ends their sessions (C10). @throws AppError not_found; forbidden where
 * there are no passwords
 */
export async function setPassword(
  ctx: Context,
  { email, password }: Credentials,
  actor?: Actor,
): Promise<User> {
  assertPasswords(ctx);
  const hash = await hashPassword(password);
  return transaction(ctx.sql, async (tx) => {
    const user = (await updatePassword(tx, toUserKey(email), hash)) ?? notFound('user');
    const by = { accountId: user.account_id, ...(actor && { actor }) };
    await recordAction(tx, by, 'user.password_changed', { id: user.id });
    return toUser(user);
  });
}
