import { findAccount } from '../accounts/queries.ts';
import type { Context } from '../context.ts';
import { AppError, notFound } from '../errors.ts';
import { assertId, newId } from '../ids.ts';
import { type Tx, uniqueViolation } from '../postgres/connection.ts';
import { statement } from '../postgres/transaction.ts';
import { hashPassword } from './password.ts';
import { insertUser } from './queries.ts';
import type { Credentials } from './schema.ts';
import { toUser, toUserKey, type User } from './user.ts';

/** Adds a user to an account (C10). @throws AppError not_found; conflict if the email is in use */
export async function createUser(ctx: Context, accountId: string, credentials: Credentials): Promise<User> {
  assertId(accountId, 'account');
  const account = (await findAccount(ctx.sql, accountId)) ?? notFound('account');
  return statement(ctx.sql, (tx) => addUser(tx, account.id, credentials));
}

/**
 * Like `createUser`, for an account that exists or was created in this transaction.
 * @throws AppError conflict
 */
export async function addUser(tx: Tx, accountId: string, { email, password }: Credentials): Promise<User> {
  const user = { id: newId(), account_id: accountId, email };
  try {
    await insertUser(tx, {
      ...user,
      email_key: toUserKey(email),
      password_hash: await hashPassword(password),
    });
  } catch (error) {
    if (uniqueViolation(error) !== 'users_email') throw error;
    throw new AppError('conflict', 'A user with this email already exists.', {
      cause: error,
      field: 'email',
    });
  }
  return toUser(user);
}
