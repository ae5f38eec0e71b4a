import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { hashPassword } from './password.ts';
import { updatePassword } from './queries.ts';
import type { Credentials } from './schema.ts';
import { toUser, toUserKey, type User } from './user.ts';

/** Gives a user another password (C10). @throws AppError not_found */
export async function setPassword(ctx: Context, { email, password }: Credentials): Promise<User> {
  const hash = await hashPassword(password);
  return toUser((await updatePassword(ctx.sql, toUserKey(email), hash)) ?? notFound('user'));
}
