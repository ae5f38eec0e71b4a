import type { Context } from '../context.ts';
import { newId } from '../ids.ts';
import type { RowKey } from '../postgres/by-key.ts';
import { transaction } from '../postgres/transaction.ts';
import type { JobNotifier } from '../queue/job-notifier.ts';
import { lockSignups } from '../signups/queries.ts';
import { insertConfirmEmails, type LinkLimit, renewLink } from './queries.ts';

/** The first one and three more, an hour apart: a visitor must not flood an address. */
const limit: LinkLimit = { most: 4, minutesApart: 60 };

/** Sends an unconfirmed signup its link again (N3), or does nothing where that was done often or lately. @returns whether it did */
export async function sendLinkAgain(
  ctx: Context & { notifier: JobNotifier },
  signup: RowKey,
): Promise<boolean> {
  const emailId = newId();
  const isSent = await transaction(ctx.sql, async (tx) => {
    await lockSignups(tx, [signup]);
    const isRenewed = await renewLink(tx, signup, limit);
    if (isRenewed) await insertConfirmEmails(tx, signup.accountId, [{ id: emailId, signupId: signup.id }]);
    return isRenewed;
  });
  if (isSent) ctx.notifier.notify('send-signup-email', [{ accountId: signup.accountId, id: emailId }]);
  return isSent;
}
