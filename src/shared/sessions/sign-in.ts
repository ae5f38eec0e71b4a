import type { Context } from '../context.ts';
import { toEmailKey } from '../email/address.ts';
import { AppError } from '../errors.ts';
import { transaction } from '../postgres/transaction.ts';
import { hashPassword, isPassword } from '../users/password.ts';
import { findCredentials } from '../users/queries.ts';
import { insertSession } from './queries.ts';
import { hashSessionToken, newSessionToken } from './session-token.ts';

let nobodysHash: Promise<string> | undefined;

/**
 * Opens a session for a user (C11.1). The caller limits how often it is tried.
 * @returns the session's token, for the browser alone
 * @throws AppError unauthorized, the same whether the address or the password is wrong
 */
export async function signIn(
  ctx: Context,
  { email, password }: { email: string; password: string },
): Promise<string> {
  const key = toEmailKey(email.trim());
  const user = key === undefined ? undefined : await findCredentials(ctx.sql, key);
  nobodysHash ??= hashPassword(''); // an unknown address takes as long as a wrong password
  const isRight = await isPassword(password, user?.password_hash ?? (await nobodysHash));
  if (!user || !isRight) throw new AppError('unauthorized', 'The email address or the password is wrong.');
  const token = newSessionToken();
  await transaction(ctx.sql, (tx) => insertSession(tx, hashSessionToken(token), user.id));
  return token;
}
