import { lockSignups } from '../../list/signups/queries.ts';
import { newId } from '../../platform/ids.ts';
import type { RowKey } from '../../platform/postgres/by-key.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import type { JobNotifier } from '../../platform/queue/job-notifier.ts';
import type { Context } from '../context.ts';
import { findWhyNot, insertConfirmEmails, type LinkLimit, renewLink } from './queries.ts';

/** The first one and three more, an hour apart: a visitor must not flood an address. */
const limit: LinkLimit = { most: 4, minutesApart: 60 };

/** What became of a wish for another link: `sent`, or why it was not. */
export type LinkAgain = 'sent' | 'confirmed' | 'recently' | 'never';

/**
 * Sends an unconfirmed signup its link again (N3). It does nothing where that was done within the hour
 * (`recently`), or where no more are sent at all (`never`): too many were, or the waitlist asks for no
 * confirmation any more.
 */
export async function sendLinkAgain(
  ctx: Pick<Context, 'sql'> & { notifier: JobNotifier },
  signup: RowKey,
): Promise<LinkAgain> {
  const emailId = newId();
  const result = await transaction(ctx.sql, async (tx) => {
    await lockSignups(tx, [signup]);
    const isRenewed = await renewLink(tx, signup, limit);
    if (!isRenewed) return findWhyNot(tx, signup, limit);
    await insertConfirmEmails(tx, signup.accountId, [{ id: emailId, signupId: signup.id }]);
    return 'sent';
  });
  if (result === 'sent')
    ctx.notifier.notify('send-signup-email', [{ accountId: signup.accountId, id: emailId }]);
  return result;
}
