import { findAccount } from '../accounts/queries.ts';
import type { Acting, Actor } from '../audit/actor.ts';
import { recordAction } from '../audit/record-action.ts';
import type { Context } from '../context.ts';
import { AppError, notFound } from '../errors.ts';
import { assertId, newId } from '../ids.ts';
import { type Tx, uniqueViolation } from '../postgres/connection.ts';
import { transaction } from '../postgres/transaction.ts';
import { hashPassword, unknownPassword } from './password.ts';
import { insertUser } from './queries.ts';
import type { UserInput } from './schema.ts';
import { toUser, toUserKey, type User } from './user.ts';

/** Adds a user to an account (C10). @throws AppError not_found; conflict if the email is in use */
export async function createUser(
  ctx: Context,
  accountId: string,
  input: UserInput,
  actor?: Actor,
): Promise<User> {
  assertId(accountId, 'account');
  const account = (await findAccount(ctx.sql, accountId)) ?? notFound('account');
  return transaction(ctx.sql, (tx) => addUser(tx, { accountId: account.id, ...(actor && { actor }) }, input));
}

/**
 * Like `createUser`, for an account that exists or was created in this transaction. Nobody knows the password
 * of a user who comes without one.
 * @throws AppError conflict
 */
export async function addUser(
  tx: Tx,
  by: Acting,
  { email, password = unknownPassword(), role = 'owner' }: UserInput,
): Promise<User> {
  const user = { id: newId(), account_id: by.accountId, email, role };
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
  await recordAction(tx, by, 'user.created', { id: user.id, details: { email, role } });
  return toUser(user);
}
