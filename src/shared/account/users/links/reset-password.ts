import { newId } from '../../../platform/ids.ts';
import { transaction } from '../../../platform/postgres/transaction.ts';
import type { JobNotifier } from '../../../platform/queue/job-notifier.ts';
import { enqueue } from '../../../platform/queue/outbox.ts';
import { toEmailKey } from '../../../platform/schema/email-address.ts';
import { recordAction } from '../../audit/record-action.ts';
import type { Context } from '../../context.ts';
import { assertPasswords, hashPasswordOf } from '../password.ts';
import { proveUser } from '../prove-user.ts';
import { listCredentials, lockUser, lockUserAt, type UserRow } from '../queries.ts';
import { findOpenLink, linkEnded } from './accept-invite.ts';
import { deleteResets, hasEnoughResets, insertLink, useLink } from './queries.ts';
import { hashLinkToken } from './token.ts';

type WebContext = Context & { readonly notifier: JobNotifier };

/** Mails go to so many accounts of one address, to proven users first: accounts must not fill a mailbox. */
const mostAccounts = 10;

/**
 * Mails a link to set a new password to each user with the address, one in each account (N8); at most one a
 * minute, and three of an hour. The ones before stay good: nobody can end somebody else's. It says nothing
 * about the address, and the caller of this function must limit how often it is asked and answer all alike.
 * @throws AppError forbidden where there are no passwords
 */
export async function requestReset(ctx: WebContext, email: string): Promise<void> {
  assertPasswords(ctx);
  const emailKey = toEmailKey(email.trim());
  if (emailKey === undefined || !ctx.config.email.managed) return;
  const users = await listCredentials(ctx.sql, emailKey);
  for (const user of users.slice(0, mostAccounts)) await mailReset(ctx, user);
}

async function mailReset(ctx: WebContext, { id: userId, ...user }: UserRow): Promise<void> {
  const { account_id: accountId, email_key, email } = user;
  const id = newId();
  const isMailed = await transaction(ctx.sql, async (tx) => {
    // The lock serializes requests of one user.
    if (!(await lockUser(tx, accountId, userId))) return false;
    const link = { account_id: accountId, email_key };
    if (await hasEnoughResets(tx, link)) return false;
    await insertLink(tx, { ...link, id, kind: 'reset', email, role: null });
    await enqueue(tx, 'send-user-link', id, accountId, {});
    // An account must not learn what the owner of an address does who is none of its users.
    if (user.is_proven) {
      const actor = { type: 'visitor', id: null, name: null } as const;
      const object = { id: userId, details: { email } };
      await recordAction(tx, { accountId, actor }, 'user.reset_requested', object);
    }
    return true;
  });
  if (isMailed) ctx.notifier.notify('send-user-link', [{ id, accountId }]);
}

/**
 * Sets a new password with a mailed link, once, and ends all sessions and other such links of the user. Who
 * has the link has proven the address.
 * @returns the key of the address
 * @throws AppError invalid_request; forbidden where there are no passwords
 */
export async function resetPassword(
  ctx: Context,
  { token, password }: { readonly token: string; readonly password: string },
): Promise<string> {
  assertPasswords(ctx);
  const link = (await findOpenLink(ctx, 'reset', token)) ?? linkEnded();
  const tokenHash = hashLinkToken(token) ?? linkEnded();
  const passwordHash = await hashPasswordOf(ctx.sql, link.email_key, password);
  await transaction(ctx.sql, async (tx) => {
    const user = (await lockUserAt(tx, link)) ?? linkEnded();
    const actor = { type: 'user', id: user.id, name: user.email } as const;
    const by = { accountId: user.account_id, actor };
    await proveUser(tx, by, user, passwordHash);
    if (!(await useLink(tx, 'reset', tokenHash))) linkEnded();
    await deleteResets(tx, link);
    await recordAction(tx, by, 'user.password_changed', { id: user.id, details: { by: 'mailed link' } });
  });
  return link.email_key;
}
