import type { Caller } from '../../../account/api-keys/caller.ts';
import type { Acting } from '../../../account/audit/actor.ts';
import { recordAction } from '../../../account/audit/record-action.ts';
import { AppError } from '../../../platform/errors.ts';
import type { KeepAnswer } from '../../../platform/idempotency/keep-answer.ts';
import { assertId } from '../../../platform/ids.ts';
import type { Tx } from '../../../platform/postgres/connection.ts';
import { transaction } from '../../../platform/postgres/transaction.ts';
import type { JobNotifier } from '../../../platform/queue/job-notifier.ts';
import type { Context } from '../../context.ts';
import { fireInvitationEvents } from '../invitation-events.ts';
import { lockSignupAndInvitation } from './lock-signup-and-invitation.ts';
import {
  endInvitation,
  expireInvitations,
  findByToken,
  findInvitation,
  type InvitationRow,
} from './queries.ts';
import type { Invitation } from './schema.ts';
import { toInvitation } from './to-invitation.ts';
import { hashInviteToken } from './token.ts';
import { problemOf } from './verify-invitation.ts';

type EndingContext = Context & { readonly notifier: JobNotifier };

/**
 * Revokes an invitation (N5): its link ends, and a mail that waits is not sent. The same again is the same
 * answer.
 * @throws AppError not_found; conflict for one that was converted, declined or expired
 */
export async function revokeInvitation(
  ctx: EndingContext,
  by: Acting,
  invitationId: string,
  keepAnswer?: KeepAnswer<Invitation>,
): Promise<Invitation> {
  assertId(invitationId, 'invitation');
  const { accountId } = by;
  const revokeIn = async (tx: Tx) => {
    const key = { accountId, id: invitationId };
    const held = await lockSignupAndInvitation(tx, accountId, (tx) => findInvitation(tx, key));
    if (held.state === 'revoked') return toInvitation(held);
    if (held.state !== 'invited') throw notOpen(held);
    const ended_at = await endInvitation(tx, { accountId, id: held.id }, 'revoked');
    await recordAction(tx, by, 'invitation.revoked', { id: held.id });
    return toInvitation({ ...held, state: 'revoked', ended_at });
  };
  return transaction(ctx.sql, async (tx) => {
    const revoked = await revokeIn(tx);
    await keepAnswer?.(tx, revoked);
    return revoked;
  });
}

/**
 * Declines the invitation of a token (N5). The same again is the same answer. @throws AppError not_found;
 * conflict for one that is not open any more
 */
export async function declineInvitation(
  ctx: EndingContext,
  { accountId }: Pick<Caller, 'accountId'>,
  token: string,
  keepAnswer?: KeepAnswer<Invitation>,
): Promise<Invitation> {
  const hash = hashInviteToken(token);
  const declineIn = async (tx: Tx) => {
    const held = await lockSignupAndInvitation(tx, accountId, (tx) => findByToken(tx, accountId, hash));
    if (held.state === 'declined') return { invitation: toInvitation(held), fired: [] };
    if (problemOf(held) !== null) throw notOpen(held);
    const { id, signup_id, wave_id } = held;
    const at = await endInvitation(tx, { accountId, id }, 'declined');
    const subjects = [{ accountId, id, signup_id, wave_id, at }];
    const fired = await fireInvitationEvents(tx, 'invitation.declined', subjects);
    return { invitation: toInvitation({ ...held, state: 'declined', ended_at: at }), fired };
  };
  const { invitation, fired } = await transaction(ctx.sql, async (tx) => {
    const declined = await declineIn(tx);
    await keepAnswer?.(tx, declined.invitation);
    return declined;
  });
  ctx.notifier.notify('fan-out-event', fired);
  return invitation;
}

const notOpen = (invitation: InvitationRow) =>
  new AppError('conflict', `The invitation is ${problemOf(invitation) ?? invitation.state}.`);

/** What one transaction marks. */
const perPart = 500;

/** Marks invitations whose time is over and fires invitation.expired (N5), until none is left. */
export async function expireDue(
  { sql, notifier }: Pick<Context, 'sql'> & { readonly notifier: JobNotifier },
  stopping: AbortSignal,
): Promise<void> {
  for (let count = perPart; count === perPart && !stopping.aborted; ) {
    const part = await transaction(sql, async (tx) => {
      const { expired, count } = await expireInvitations(tx, perPart);
      return { count, fired: await fireInvitationEvents(tx, 'invitation.expired', expired) };
    });
    notifier.notify('fan-out-event', part.fired);
    count = part.count;
  }
}
