import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { transaction } from '../postgres/transaction.ts';
import { hashPassword } from './password.ts';
import { updatePassword } from './queries.ts';
import type { Credentials } from './schema.ts';
import { toUser, toUserKey, type User } from './user.ts';

/** Changes the password of a user and ends their sessions (C10). @throws AppError not_found */
export async function setPassword(ctx: Context, { email, password }: Credentials): Promise<User> {
  const hash = await hashPassword(password);
  const user = await transaction(ctx.sql, (tx) => updatePassword(tx, toUserKey(email), hash));
  return toUser(user ?? notFound('user'));
}
