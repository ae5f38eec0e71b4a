import type { Context } from '../context.ts';
import { toEmailKey } from '../email/address.ts';
import { AppError } from '../errors.ts';
import { transaction } from '../postgres/transaction.ts';
import { hashPassword, isPassword } from '../users/password.ts';
import { findCredentials } from '../users/queries.ts';
import { insertSession } from './queries.ts';
import { hashSessionToken, newSessionToken } from './session-token.ts';

let dummyHash: Promise<string> | undefined;

/**
 * Opens a session for a user (C11.1). The caller of this function must limit the attempts.
 * @returns the session token, which must be sent only to the browser
 * @throws AppError unauthorized, with the same message for an unknown email and a wrong password
 */
export async function signIn(
  ctx: Context,
  { email, password }: { email: string; password: string },
): Promise<string> {
  const key = toEmailKey(email.trim());
  const user = key === undefined ? undefined : await findCredentials(ctx.sql, key);
  dummyHash ??= hashPassword(''); // an unknown email must take as long as a wrong password
  const isCorrect = await isPassword(password, user?.password_hash ?? (await dummyHash));
  if (!user || !isCorrect) throw new AppError('unauthorized', 'The email address or the password is wrong.');
  const token = newSessionToken();
  await transaction(ctx.sql, (tx) => insertSession(tx, hashSessionToken(token), user.id));
  return token;
}
