import { AppError, notFound } from '../../platform/errors.ts';
import type { Context } from '../context.ts';
import { listUsersAt, type UserRow } from './queries.ts';
import { toUserKey } from './user.ts';

/** The user whom an operator means: by the address, and by the account where several have such a user. */
export interface UserName {
  readonly email: string;
  readonly account?: string | undefined;
}

/** @throws AppError not_found; conflict if several accounts have such a user and none is named */
export async function findUser(ctx: Context, { email, account }: UserName): Promise<UserRow> {
  const all = await listUsersAt(ctx.sql, toUserKey(email));
  const [user, another] = account === undefined ? all : all.filter((row) => row.account_id === account);
  if (!user) notFound('user');
  if (another)
    throw new AppError('conflict', 'Several accounts have a user with this email. Name the account, too.');
  return user;
}
