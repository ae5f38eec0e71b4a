import { AppError, notFound } from '../../platform/errors.ts';
import { assertId, newId } from '../../platform/ids.ts';
import { type Tx, uniqueViolation } from '../../platform/postgres/connection.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import { findAccount } from '../accounts/queries.ts';
import type { Acting, Actor } from '../audit/actor.ts';
import { recordAction } from '../audit/record-action.ts';
import type { Context } from '../context.ts';
import { hashPasswordOf, unknownPassword } from './password.ts';
import { insertUser } from './queries.ts';
import type { UserInput } from './schema.ts';
import { toUser, toUserKey, type User } from './user.ts';

/**
 * Adds a user to an account (C10). The word of an operator proves the address; that of a user who adds
 * another does not.
 * @throws AppError not_found; conflict if the account has a user with this email
 */
export async function createUser(
  ctx: Context,
  accountId: string,
  input: UserInput,
  actor?: Actor,
): Promise<User> {
  assertId(accountId, 'account');
  const account = (await findAccount(ctx.sql, accountId)) ?? notFound('account');
  const isProven = actor === undefined;
  return transaction(ctx.sql, (tx) =>
    addUser(tx, { accountId: account.id, ...(actor && { actor }) }, { ...input, isProven }),
  );
}

/**
 * Like `createUser`, for an account that exists or was created in this transaction. Nobody knows the password
 * of a user who comes without one.
 * @throws AppError conflict
 */
export async function addUser(
  tx: Tx,
  by: Acting,
  { email, password = unknownPassword(), role = 'owner', isProven }: UserInput & { isProven: boolean },
): Promise<User> {
  const email_key = toUserKey(email);
  const user = { id: newId(), account_id: by.accountId, email, email_key, role, is_proven: isProven };
  try {
    await insertUser(tx, { ...user, password_hash: await hashPasswordOf(tx, email_key, password) });
  } catch (error) {
    if (uniqueViolation(error) !== 'users_email') throw error;
    throw userExists(error);
  }
  await recordAction(tx, by, 'user.created', { id: user.id, details: { email, role } });
  return toUser(user);
}

/** The refusal of an address that a user of the account has. Other accounts are nobody's business. */
export function userExists(cause?: unknown): AppError {
  return new AppError('conflict', 'This account already has a user with this email.', {
    cause,
    field: 'email',
  });
}
