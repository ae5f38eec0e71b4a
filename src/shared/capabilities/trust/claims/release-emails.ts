import { newId } from '../../../platform/ids.ts';
import type { RowKey } from '../../../platform/postgres/by-key.ts';
import type { Tx } from '../../../platform/postgres/connection.ts';
import { insertConfirmEmails, insertSignupEmail, renewLink } from '../../confirmations/index.ts';
import type { HeldClaim } from './queries.ts';

/**
 * Enqueues the mails of held signups that were approved: the one that asks for the confirmation, if the list
 * still asks for it, else the signup email. The caller holds the signups. @returns the mails
 */
export async function releaseEmails(
  tx: Tx,
  accountId: string,
  claims: readonly Pick<HeldClaim, 'signup_id' | 'is_asked' | 'is_confirmed'>[],
): Promise<RowKey[]> {
  const mails: RowKey[] = [];
  for (const { signup_id: id, is_asked, is_confirmed } of claims) {
    const signup = { accountId, id };
    // Nobody is asked any more where the list has stopped to ask since.
    if (is_asked && !is_confirmed && (await renewLink(tx, signup, { most: 1, minutesApart: 0 }))) {
      const emailId = newId();
      await insertConfirmEmails(tx, accountId, [{ id: emailId, signupId: id }]);
      mails.push({ accountId, id: emailId });
    } else if (await insertSignupEmail(tx, signup)) mails.push(signup);
  }
  return mails;
}
