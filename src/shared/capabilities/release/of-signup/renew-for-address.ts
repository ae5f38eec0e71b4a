import type { CorrectSignup } from '../../../list/parts.ts';
import { newId } from '../../../platform/ids.ts';
import { enqueueJobs } from '../../../platform/queue/outbox.ts';
import {
  findOpenInvitation,
  hasLostMail,
  insertInviteEmails,
  lockInvitation,
  renewInvitation,
  replaceToken,
} from '../invitations/queries.ts';
import { hashInviteToken, inviteKeyOf, makeInviteToken } from '../invitations/token.ts';

/**
 * Gives the open invitation of a signup another token, because whoever reads the earlier address has the one
 * before (N5, N9). One that goes by mail is sent again, if the new address is mailed at once. A mail that was
 * still waiting is made anew in any case.
 */
export const renewForAddress: CorrectSignup = async (ctx, tx, { accountId, id: signupId, isMailed }) => {
  const signup = { accountId, id: signupId };
  const found = await findOpenInvitation(tx, signup);
  if (found?.state !== 'invited') return {};
  const key = { accountId, id: found.id };
  await lockInvitation(tx, key);
  const invitation = await findOpenInvitation(tx, signup);
  if (invitation?.state !== 'invited') return {};
  const wasTakenBack = await hasLostMail(tx, key);
  if (invitation.is_expired && !wasTakenBack) return {};
  const generation = invitation.generation + 1;
  const token = makeInviteToken(inviteKeyOf(await ctx.linkSigner()), { ...key, generation });
  const tokenHash = hashInviteToken(token);
  if (invitation.deliver !== 'email' || !(isMailed || wasTakenBack)) {
    await replaceToken(tx, key, { generation, tokenHash });
    return {};
  }
  const email = { accountId, id: newId(), signupId };
  await enqueueJobs(tx, 'send-signup-email', [email]);
  await insertInviteEmails(tx, accountId, [email]);
  await renewInvitation(tx, key, { generation, tokenHash, mailId: email.id });
  return { 'send-signup-email': [{ accountId, id: email.id }] };
};
