import { newId } from '../../../platform/ids.ts';
import type { RowKey } from '../../../platform/postgres/by-key.ts';
import type { Tx } from '../../../platform/postgres/connection.ts';
import type { JobNotification } from '../../../platform/queue/jobs.ts';
import { enqueueJobs } from '../../../platform/queue/outbox.ts';
import type { Context } from '../../context.ts';
import { fireInvitationEvents } from '../invitation-events.ts';
import { type InvitationTerms, insertInvitations, insertInviteEmails } from './queries.ts';
import { hashInviteToken, inviteKeyOf, makeInviteToken } from './token.ts';

/** Jobs to notify workers of after the commit. */
export interface InvitationJobs {
  readonly ids: readonly string[];
  readonly emails: readonly RowKey[];
  readonly fired: readonly JobNotification[];
}

/**
 * Invites signups that the caller holds and that may be invited (N5): makes their invitations and, unless the
 * account delivers the links, a mail for each. Fires invitation.sent for links; for mails, that is when they
 * left.
 */
export async function makeInvitations(
  ctx: Pick<Context, 'linkSigner'>,
  tx: Tx,
  accountId: string,
  terms: InvitationTerms,
  signupIds: readonly string[],
): Promise<InvitationJobs> {
  if (signupIds.length === 0) return { ids: [], emails: [], fired: [] };
  const inviteKey = inviteKeyOf(await ctx.linkSigner());
  const isMailed = terms.deliver === 'email';
  const invitations = signupIds.map((signupId) => {
    const key = { accountId, id: newId() };
    const token = makeInviteToken(inviteKey, { ...key, generation: 0 });
    return { ...key, signupId, tokenHash: hashInviteToken(token), mailId: isMailed ? newId() : null };
  });
  const emails = invitations.flatMap(({ mailId, signupId }) =>
    mailId === null ? [] : [{ accountId, id: mailId, signupId }],
  );
  if (emails.length > 0) {
    await enqueueJobs(tx, 'send-signup-email', emails);
    await insertInviteEmails(tx, accountId, emails);
  }
  await insertInvitations(tx, terms, invitations);
  const at = new Date().toISOString();
  const links = isMailed ? [] : invitations;
  const fired = await fireInvitationEvents(
    tx,
    'invitation.sent',
    links.map(({ id, signupId }) => ({ accountId, id, signup_id: signupId, wave_id: terms.waveId, at })),
  );
  return { ids: invitations.map(({ id }) => id), emails, fired };
}
