import { recordAction } from '../../audit/record-action.ts';
import type { Context } from '../../context.ts';
import { toEmailKey } from '../../email/address.ts';
import { newId } from '../../ids.ts';
import { transaction } from '../../postgres/transaction.ts';
import type { JobNotifier } from '../../queue/job-notifier.ts';
import { enqueue } from '../../queue/outbox.ts';
import { assertPasswords, hashPassword } from '../password.ts';
import { findUser, lockUser, updatePassword } from '../queries.ts';
import { findOpenLink, linkEnded } from './accept-invite.ts';
import { deleteResets, hasEnoughResets, insertLink, useLink } from './queries.ts';
import { hashLinkToken } from './token.ts';

/**
 * Mails a link to set a new password, if the address is that of a user (N8); at most one a minute, and three
 * of an hour. The ones before stay good: nobody can end somebody else's. It says nothing about the address,
 * and the caller of this function must limit how often it is asked and answer all alike.
 * @throws AppError forbidden where there are no passwords
 */
export async function requestReset(
  ctx: Context & { readonly notifier: JobNotifier },
  email: string,
): Promise<void> {
  assertPasswords(ctx);
  const emailKey = toEmailKey(email.trim());
  const user = emailKey === undefined ? undefined : await findUser(ctx.sql, emailKey);
  if (!user || emailKey === undefined || !ctx.config.email.managed) return;
  const id = newId();
  const accountId = user.account_id;
  const isMailed = await transaction(ctx.sql, async (tx) => {
    // The lock serializes requests of one user.
    if (!(await lockUser(tx, accountId, user.id))) return false;
    const link = { account_id: accountId, email_key: emailKey };
    if (await hasEnoughResets(tx, link)) return false;
    await insertLink(tx, { ...link, id, kind: 'reset', email: user.email, role: null });
    await enqueue(tx, 'send-user-link', id, accountId, {});
    const actor = { type: 'visitor', id: null, name: null } as const;
    await recordAction(tx, { accountId, actor }, 'user.reset_requested', {
      id: user.id,
      details: { email: user.email },
    });
    return true;
  });
  if (isMailed) ctx.notifier.notify('send-user-link', [{ id, accountId }]);
}

/**
 * Sets a new password with a mailed link, once, and ends all sessions and other such links of the user.
 * @throws AppError invalid_request; forbidden where there are no passwords
 */
export async function resetPassword(
  ctx: Context,
  { token, password }: { readonly token: string; readonly password: string },
): Promise<void> {
  assertPasswords(ctx);
  const { account_id: accountId, email_key: emailKey } =
    (await findOpenLink(ctx, 'reset', token)) ?? linkEnded();
  const tokenHash = hashLinkToken(token) ?? linkEnded();
  const passwordHash = await hashPassword(password);
  await transaction(ctx.sql, async (tx) => {
    const user = (await updatePassword(tx, emailKey, passwordHash)) ?? linkEnded();
    if (user.account_id !== accountId || !(await useLink(tx, 'reset', tokenHash))) linkEnded();
    await deleteResets(tx, { account_id: accountId, email_key: emailKey });
    const actor = { type: 'user', id: user.id, name: user.email } as const;
    await recordAction(tx, { accountId, actor }, 'user.password_changed', {
      id: user.id,
      details: { by: 'mailed link' },
    });
  });
}
