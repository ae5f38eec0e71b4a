import { recordAction } from '../audit/record-action.ts';
import type { Context } from '../context.ts';
import { toEmailKey } from '../email/address.ts';
import { AppError } from '../errors.ts';
import type { Tx } from '../postgres/connection.ts';
import { statement, transaction } from '../postgres/transaction.ts';
import { assertPasswords, hashPassword, isPassword } from '../users/password.ts';
import { findCredentials, findCredentialsById, type UserRow } from '../users/queries.ts';
import { lockUserOfTotp } from '../users/two-factor/queries.ts';
import { passSecondFactor } from '../users/two-factor/two-factor.ts';
import { insertSession } from './queries.ts';
import { hashSessionToken, newSessionToken } from './session-token.ts';
import { isTicketOf, makeTicket, subjectOf } from './ticket.ts';

let dummyHash: Promise<string> | undefined;

/** A session has begun, or a second factor is asked for. */
export type SignIn = { readonly token: string } | { readonly ticket: string };

/**
 * Opens a session for a user (C11.1), or begins to, if the user has a second factor (N8). The caller of this
 * function must limit the attempts.
 * @returns the session token, which must be sent only to the browser; or a ticket for `passCode`
 * @throws AppError unauthorized, with the same message for an unknown email and a wrong password; forbidden
 * where there are no passwords
 */
export async function signIn(
  ctx: Context,
  { email, password }: { email: string; password: string },
  device: string | null = null,
): Promise<SignIn> {
  assertPasswords(ctx);
  const key = toEmailKey(email.trim());
  const user = key === undefined ? undefined : await findCredentials(ctx.sql, key);
  dummyHash ??= hashPassword(''); // an unknown email must take as long as a wrong password
  const isCorrect = await isPassword(password, user?.password_hash ?? (await dummyHash));
  if (!user || !isCorrect) {
    // Not waited for: the time of an answer must not tell that there is such a user.
    if (user)
      recordRefusal(ctx, user, 'password').catch((err: unknown) =>
        ctx.log.warn({ err, user: user.id }, 'a refused sign-in was not recorded'),
      );
    return refuse();
  }
  if (user.has_totp) return { ticket: await makeTicket(ctx, user) };
  return transaction(ctx.sql, (tx) => openSession(tx, user, device));
}

/**
 * Opens the session of a ticket with a code of the authenticator app or a recovery code (N8), each once. The
 * caller of this function must limit the attempts.
 * @throws AppError unauthorized for a wrong code, and for a ticket that is too old
 */
export async function passCode(
  ctx: Context,
  { ticket, code }: { ticket: string; code: string },
  device: string | null = null,
): Promise<{ token: string }> {
  const id = subjectOf(ticket);
  const user = id === undefined ? undefined : await findCredentialsById(ctx.sql, id);
  if (!user || !(await isTicketOf(ctx, user, ticket)))
    throw new AppError('unauthorized', 'This took too long. Go back to the sign-in and begin again.');
  const opened = await transaction(ctx.sql, async (tx) => {
    if (!(await lockUserOfTotp(tx, user.id))) return refuse();
    return (await passSecondFactor(ctx, tx, user.id, code)) ? openSession(tx, user, device) : undefined;
  });
  if (opened) return opened;
  await recordRefusal(ctx, user, 'code');
  throw new AppError('unauthorized', 'The code is wrong, or was used before.', { field: 'code' });
}

/**
 * Opens a session for a user who has shown who they are. @throws AppError unauthorized if the user was
 * removed meanwhile
 */
export async function openSession(tx: Tx, user: UserRow, device: string | null): Promise<{ token: string }> {
  const token = newSessionToken();
  if (!(await insertSession(tx, hashSessionToken(token), user.id, device))) refuse();
  const actor = { type: 'user', id: user.id, name: user.email } as const;
  await recordAction(tx, { accountId: user.account_id, actor }, 'session.started', { id: user.id });
  return { token };
}

/**
 * A wrong password or code. The log names the user whom somebody wanted to be, but not who it was: nobody
 * knows.
 */
async function recordRefusal(
  ctx: Context,
  { id, account_id: accountId, email }: UserRow,
  wrong: 'password' | 'code',
): Promise<void> {
  const actor = { type: 'visitor', id: null, name: null } as const;
  const details = { email, ...(wrong === 'code' && { wrong }) };
  await statement(ctx.sql, (tx) =>
    recordAction(tx, { accountId, actor }, 'session.refused', { id, details }),
  );
}

function refuse(): never {
  throw new AppError('unauthorized', 'The email address or the password is wrong.');
}
