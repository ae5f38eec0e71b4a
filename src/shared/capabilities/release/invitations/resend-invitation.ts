import type { Caller } from '../../../account/api-keys/caller.ts';
import { recordAction } from '../../../account/audit/record-action.ts';
import { inviteUrl } from '../../../list/links/page-urls.ts';
import { AppError } from '../../../platform/errors.ts';
import type { KeepAnswer } from '../../../platform/idempotency/keep-answer.ts';
import { assertId, newId } from '../../../platform/ids.ts';
import { transaction } from '../../../platform/postgres/transaction.ts';
import type { JobNotifier } from '../../../platform/queue/job-notifier.ts';
import { enqueueJobs } from '../../../platform/queue/outbox.ts';
import type { Context } from '../../context.ts';
import { assertInviting } from '../assert-inviting.ts';
import { lockSignupAndInvitation } from './lock-signup-and-invitation.ts';
import { findInvitation, type InvitationRow, insertInviteEmails, renewInvitation } from './queries.ts';
import type { NewInvitation } from './schema.ts';
import { toInvitation } from './to-invitation.ts';
import { hashInviteToken, inviteKeyOf, makeInviteToken } from './token.ts';
import { problemOf } from './verify-invitation.ts';

/** After the first mail, an hour apart: a caller must not flood anybody. */
const mostResends = 3;
const dayInSeconds = 86_400;

/**
 * Sends an invitation again with another token (N5): the old one ends, and the new one is valid as long as
 * the first was.
 * @throws AppError not_found; conflict for one that is not open any more; rate_limited after 3 times, or
 * within an hour after the last one; quota_exceeded for a mail without a route
 */
export async function resendInvitation(
  ctx: Context & { readonly notifier: JobNotifier },
  caller: Caller,
  invitationId: string,
  keepAnswer?: KeepAnswer<NewInvitation>,
): Promise<NewInvitation> {
  assertId(invitationId, 'invitation');
  const { accountId } = caller;
  const key = { accountId, id: invitationId.toLowerCase() };
  const inviteKey = inviteKeyOf(await ctx.linkSigner());
  const { invitation, emails } = await transaction(ctx.sql, async (tx) => {
    const held = await lockSignupAndInvitation(tx, accountId, (tx) => findInvitation(tx, key));
    const { signup_id: signupId, deliver } = held;
    assertResendable(held);
    const pageUrl = await assertInviting({ ...ctx, sql: tx }, caller, held.waitlist_id, deliver);
    const generation = held.generation + 1;
    const token = makeInviteToken(inviteKey, { ...key, generation });
    const emails = deliver === 'email' ? [{ accountId, id: newId(), signupId }] : [];
    if (emails.length > 0) {
      await enqueueJobs(tx, 'send-signup-email', emails);
      await insertInviteEmails(tx, accountId, emails);
    }
    const mailId = emails[0]?.id ?? null;
    await renewInvitation(tx, key, { generation, tokenHash: hashInviteToken(token), mailId });
    await recordAction(tx, caller, 'invitation.resent', { id: key.id, details: { deliver } });
    const row = (await findInvitation(tx, key)) ?? held;
    const url = deliver === 'link' ? inviteUrl(pageUrl, token) : null;
    const invitation: NewInvitation = { ...toInvitation(row), url };
    await keepAnswer?.(tx, invitation);
    return { invitation, emails };
  });
  ctx.notifier.notify('send-signup-email', emails);
  return invitation;
}

function assertResendable(invitation: InvitationRow): void {
  const problem = problemOf(invitation);
  if (problem !== null) throw new AppError('conflict', `The invitation is ${problem}.`);
  const { generation, wait_seconds } = invitation;
  if (generation >= mostResends)
    throw new AppError('rate_limited', `An invitation is sent again ${mostResends} times at most.`, {
      retryAfterSeconds: dayInSeconds,
    });
  if (wait_seconds > 0)
    throw new AppError('rate_limited', 'The last mail is less than an hour old. Try again later.', {
      retryAfterSeconds: wait_seconds,
    });
}
