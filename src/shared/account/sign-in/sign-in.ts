import { AppError } from '../../platform/errors.ts';
import type { Tx } from '../../platform/postgres/connection.ts';
import { statement, transaction } from '../../platform/postgres/transaction.ts';
import type { JobNotifier } from '../../platform/queue/job-notifier.ts';
import { toEmailKey } from '../../platform/schema/email-address.ts';
import { recordAction } from '../audit/record-action.ts';
import type { Context } from '../context.ts';
import { accountPlace } from '../parts.ts';
import { insertSession } from '../sessions/queries.ts';
import { hashSessionToken, newSessionToken } from '../sessions/session-token.ts';
import { assertPasswords, whosePassword } from '../users/password.ts';
import { type CredentialsRow, findCredentials, listCredentials, type UserRow } from '../users/queries.ts';
import { hasEndedTickets, noteFailure } from '../users/two-factor/failures.ts';
import { lockUserOfTotp } from '../users/two-factor/queries.ts';
import { passSecondFactor } from '../users/two-factor/two-factor.ts';
import { expiryOf, isTicketOf, makeTicket, subjectOf, ticketMs } from './ticket.ts';

/** A session that has begun. */
export interface OpenedSession {
  /** Must be sent only to the browser. */
  readonly token: string;
  /** The key of the user's address, if it is proven: the browser is the owner's. */
  readonly provenAddress: string | undefined;
}

/** One of the accounts that somebody gets into, with the ticket that leads there. */
export interface AccountChoice {
  readonly account: string;
  /** Whether choosing it accepts an invitation. */
  readonly isInvitation: boolean;
  readonly ticket: string;
}

/** A session has begun, a second factor is asked for, or which account it shall be. */
export type SignIn =
  | OpenedSession
  | { readonly ticket: string }
  | { readonly choices: readonly AccountChoice[] };

/**
 * Opens a session for a user (C11.1), or begins to, if the user has a second factor, or if it is the password
 * of users of several accounts (N8). The caller of this function must limit the attempts.
 * @returns a session; a ticket for `passCode`; or choices with tickets for `chooseAccount`
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
  const users = key === undefined ? [] : await listCredentials(ctx.sql, key);
  const [user, ...others] = await whosePassword(password, users);
  if (!user) {
    // Not waited for: the time of an answer must not tell that there is such a user. Nor must the log of an
    // account tell what the owner of an address does who is none of its users.
    for (const tried of users.filter((row) => row.is_proven))
      recordRefusal(ctx, tried, 'password').catch((err: unknown) =>
        ctx.log.warn({ err, user: tried.id }, 'a refused sign-in was not recorded'),
      );
    return refuse();
  }
  if (others.length === 0) return beginSession(ctx, user, device);
  const choices = [user, ...others].map(async (one) => ({
    account: one.account_name,
    isInvitation: false,
    ticket: await makeTicket(ctx, one),
  }));
  return { choices: await Promise.all(choices) };
}

/**
 * Opens the session of a ticket with a code of the authenticator app or a recovery code (N8), each once. The
 * caller of this function must limit the attempts. Ten wrong codes in an hour end the sign-in, and those of
 * others that have begun, and tell the user by mail.
 * @param user whose ticket it is, by `userOfTicket`
 * @throws AppError unauthorized for a wrong code, and for a ticket that was ended
 */
export async function passCode(
  ctx: Context & { readonly notifier: JobNotifier },
  user: CredentialsRow,
  { ticket, code, isKnownBrowser }: { ticket: string; code: string; isKnownBrowser: boolean },
  device: string | null = null,
): Promise<OpenedSession> {
  const source = { userId: user.id, isKnownBrowser };
  const begunAt = new Date(expiryOf(ticket) - ticketMs);
  const result = await transaction(ctx.sql, async (tx) => {
    if (!(await lockUserOfTotp(tx, user.id))) return refuse();
    if (await hasEndedTickets(tx, source, begunAt)) return 'ended';
    if (await passSecondFactor(ctx, tx, user.id, code)) return openSession(tx, user, device);
    const isToBeTold = (await noteFailure(tx, source, new Date())) && ctx.config.email.managed !== null;
    if (!isToBeTold) return [];
    const told = accountPlace.parts().map(({ tellOfWrongCodes }) => tellOfWrongCodes(tx, user));
    return (await Promise.all(told)).flat();
  });
  if (result === 'ended')
    throw new AppError('unauthorized', 'Too many codes were wrong. Go back to the sign-in and begin again.');
  if ('token' in result) return result;
  ctx.notifier.notify('send-notice', result);
  await recordRefusal(ctx, user, 'code');
  throw new AppError('unauthorized', 'The code is wrong, or was used before.', { field: 'code' });
}

/** @throws AppError unauthorized for a ticket that is forged or too old */
export async function userOfTicket(ctx: Context, ticket: string): Promise<CredentialsRow> {
  const id = subjectOf(ticket);
  const user = id === undefined ? undefined : await findCredentials(ctx.sql, id);
  if (!user || !(await isTicketOf(ctx, user, ticket))) tookTooLong();
  return user;
}

export function tookTooLong(): never {
  throw new AppError('unauthorized', 'This took too long. Go back to the sign-in and begin again.');
}

/** Opens a session for a user who has shown who they are, unless a second factor is to follow. */
export async function beginSession(
  ctx: Context,
  user: CredentialsRow,
  device: string | null,
  until?: number,
): Promise<SignIn> {
  if (user.has_totp) return { ticket: await makeTicket(ctx, user, until) };
  return transaction(ctx.sql, (tx) => openSession(tx, user, device));
}

/** @throws AppError unauthorized if the user was removed or got another password meanwhile */
async function openSession(tx: Tx, user: CredentialsRow, device: string | null): Promise<OpenedSession> {
  const token = newSessionToken();
  if (!(await insertSession(tx, hashSessionToken(token), user, device))) refuse();
  const actor = { type: 'user', id: user.id, name: user.email } as const;
  await recordAction(tx, { accountId: user.account_id, actor }, 'session.started', { id: user.id });
  return { token, provenAddress: user.is_proven ? user.email_key : undefined };
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
