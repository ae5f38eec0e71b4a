import type { Caller } from '../../../account/api-keys/caller.ts';
import { recordAction } from '../../../account/audit/record-action.ts';
import { inviteUrl } from '../../../list/links/page-urls.ts';
import { findSignup, lockSignups } from '../../../list/signups/queries.ts';
import { findWaitlist } from '../../../list/waitlists/queries.ts';
import { findReasons } from '../../../mail/suppressions/find-suppressed.ts';
import { AppError, notFound } from '../../../platform/errors.ts';
import type { KeepAnswer } from '../../../platform/idempotency/keep-answer.ts';
import type { Tx } from '../../../platform/postgres/connection.ts';
import { transaction } from '../../../platform/postgres/transaction.ts';
import type { JobNotifier } from '../../../platform/queue/job-notifier.ts';
import { addressKeyOf } from '../../../platform/secrets/email-mac.ts';
import type { Context } from '../../context.ts';
import { assertInviting } from '../assert-inviting.ts';
import { listCandidates } from '../waves/queries.ts';
import { makeInvitations } from './make-invitations.ts';
import { findInvitation } from './queries.ts';
import type { InviteInput, NewInvitation } from './schema.ts';
import { toInvitation } from './to-invitation.ts';
import { inviteKeyOf, makeInviteToken } from './token.ts';

/**
 * Invites one person, whatever the order of the list (N5). @throws AppError not_found; conflict for somebody
 * who is invited, a user or unsubscribed, and without `invitations.url` in the settings; quota_exceeded for a
 * mail without a route
 */
export async function inviteSignup(
  ctx: Context & { readonly notifier: JobNotifier },
  caller: Caller,
  waitlistId: string,
  signupId: string,
  { deliver, expires_in_days: validDays }: InviteInput,
  keepAnswer?: KeepAnswer<NewInvitation>,
): Promise<NewInvitation> {
  const { accountId } = caller;
  const list = (await findWaitlist(ctx.sql, accountId, waitlistId)) ?? notFound('waitlist');
  const inviteKey = inviteKeyOf(await ctx.linkSigner());
  const { invitation, jobs } = await transaction(ctx.sql, async (tx) => {
    await lockSignups(tx, [{ accountId, id: signupId }]);
    const { id } = (await findSignup(tx, accountId, list.id, signupId)) ?? notFound('signup');
    await assertInvitable(ctx, tx, accountId, list.id, id);
    const pageUrl = await assertInviting({ ...ctx, sql: tx }, caller, list.id, deliver);
    const terms = { waitlistId: list.id, waveId: null, deliver, validDays };
    const jobs = await makeInvitations(ctx, tx, accountId, terms, [id]);
    const key = { accountId, id: jobs.ids[0] ?? '' };
    const row = (await findInvitation(tx, key)) ?? notFound('waitlist');
    await recordAction(tx, caller, 'invitation.created', { id: key.id, details: { deliver } });
    const token = makeInviteToken(inviteKey, { ...key, generation: 0 });
    const url = deliver === 'link' ? inviteUrl(pageUrl, token) : null;
    const invitation: NewInvitation = { ...toInvitation(row), url };
    await keepAnswer?.(tx, invitation);
    return { invitation, jobs };
  });
  ctx.notifier.notify('send-signup-email', jobs.emails);
  ctx.notifier.notify('fan-out-event', jobs.fired);
  return invitation;
}

/** The caller holds the signup. @throws AppError conflict */
async function assertInvitable(
  ctx: Pick<Context, 'linkSigner'>,
  tx: Tx,
  accountId: string,
  waitlistId: string,
  signupId: string,
): Promise<void> {
  const [candidate] = await listCandidates(tx, accountId, waitlistId, [signupId]);
  const is = candidate ?? notFound('signup');
  if (is.invited) throw new AppError('conflict', 'This person has an invitation that is open.');
  if (is.converted) throw new AppError('conflict', 'This person is a user already.');
  const addressKey = addressKeyOf(await ctx.linkSigner());
  const suppressed = await findReasons(tx, addressKey, { accountId, id: waitlistId }, [is]);
  if (is.unsubscribed || suppressed.size > 0)
    throw new AppError('conflict', 'This person gets no mails of this waitlist.');
}
