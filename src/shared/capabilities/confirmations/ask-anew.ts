import type { CorrectSignup } from '../../list/parts.ts';
import { newId } from '../../platform/ids.ts';
import { askToConfirm, insertConfirmEmails } from './queries.ts';

/**
 * Asks a signup to confirm its new address, as a new one is asked (N3, N9). The mail waits with all others of
 * a signup that is held for a review.
 */
export const askAnew: CorrectSignup = async (_, tx, { accountId, id: signupId, waitlistId, isMailed }) => {
  const isAsked = await askToConfirm(tx, { accountId, id: signupId }, waitlistId, isMailed);
  if (!isAsked) return {};
  const email = { id: newId(), signupId };
  await insertConfirmEmails(tx, accountId, [email]);
  return { 'send-signup-email': [{ accountId, id: email.id }] };
};
