import { z } from 'zod';
import { AppError, notFound } from '../../../platform/errors.ts';
import { assertId, newId } from '../../../platform/ids.ts';
import { transaction } from '../../../platform/postgres/transaction.ts';
import type { JobNotifier } from '../../../platform/queue/job-notifier.ts';
import { enqueue } from '../../../platform/queue/outbox.ts';
import { lockAccount } from '../../accounts/queries.ts';
import type { Acting } from '../../audit/actor.ts';
import { recordAction } from '../../audit/record-action.ts';
import type { Context } from '../../context.ts';
import { userExists } from '../create-user.ts';
import { lockUserAt } from '../queries.ts';
import { Credentials, UserRole } from '../schema.ts';
import { toUserKey } from '../user.ts';
import { countInvites, deleteInvite, insertLink } from './queries.ts';

/** Each one is a mail to an address that somebody entered. */
const mostInvites = 50;

export const UserInvite = z.object({ email: Credentials.shape.email, role: UserRole.default('editor') });
export type UserInvite = z.infer<typeof UserInvite>;

/**
 * Mails an invitation to become a user of the account (N8). It can be accepted once within seven days;
 * another one to the same address takes its place. A user who has not proven the address can be invited, too.
 * @throws AppError conflict for the proven address of a user of the account; invalid_request without a mail
 * server, or over 50 open ones
 */
export async function inviteUser(
  ctx: Context & { readonly notifier: JobNotifier },
  by: Acting,
  { email, role }: UserInvite,
): Promise<void> {
  if (!ctx.config.email.managed)
    throw new AppError('invalid_request', 'This service sends no mails of its own. Add the user yourself.');
  const id = newId();
  const { accountId } = by;
  const emailKey = toUserKey(email);
  await transaction(ctx.sql, async (tx) => {
    (await lockAccount(tx, accountId)) ?? notFound('account');
    if ((await lockUserAt(tx, { account_id: accountId, email_key: emailKey }))?.is_proven) throw userExists();
    if ((await countInvites(tx, accountId)) >= mostInvites)
      throw new AppError('invalid_request', `At most ${mostInvites} invitations can be open. Revoke some.`);
    await insertLink(tx, { id, account_id: accountId, kind: 'invite', email, email_key: emailKey, role });
    await enqueue(tx, 'send-user-link', id, accountId, {});
    await recordAction(tx, by, 'user.invited', { id, details: { email, role } });
  });
  ctx.notifier.notify('send-user-link', [{ id, accountId }]);
}

/** Takes an invitation back. @throws AppError not_found */
export async function revokeInvite(ctx: Context, by: Acting, inviteId: string): Promise<void> {
  assertId(inviteId, 'invitation');
  await transaction(ctx.sql, async (tx) => {
    const email =
      (await deleteInvite(tx, { accountId: by.accountId, id: inviteId })) ?? notFound('invitation');
    await recordAction(tx, by, 'user.invite_revoked', { id: inviteId, details: { email } });
  });
}
