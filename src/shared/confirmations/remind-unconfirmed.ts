import type { Context } from '../context.ts';
import { newId, nilId } from '../ids.ts';
import type { RowKey } from '../postgres/by-key.ts';
import { transaction } from '../postgres/transaction.ts';
import { insertConfirmEmails, listReminding, renewUnreminded } from './queries.ts';

const listsPerPage = 200;
/** Of one waitlist in one run: each gets its turn. */
const remindersPerList = 500;
const first = {
  account_id: nilId,
  waitlist_id: nilId,
};

/**
 * Reminds people who have not confirmed, once, on waitlists that ask for it (N3). `onEnqueued` gets the mails of a
 * waitlist after their commit.
 */
export async function remindUnconfirmed(
  { sql }: Pick<Context, 'sql'>,
  stopping: AbortSignal,
  onEnqueued: (emails: RowKey[]) => void,
): Promise<void> {
  for (let last = first; !stopping.aborted; ) {
    const lists = await listReminding(sql, last, listsPerPage);
    for (const list of lists) {
      if (stopping.aborted) return;
      const emails = await transaction(sql, async (tx) => {
        const signups = await renewUnreminded(tx, list, remindersPerList);
        const emails = signups.map((signupId) => ({ id: newId(), signupId }));
        if (emails.length > 0) await insertConfirmEmails(tx, list.account_id, emails);
        return emails;
      });
      if (emails.length > 0) onEnqueued(emails.map(({ id }) => ({ accountId: list.account_id, id })));
    }
    const end = lists.at(-1);
    if (!end || lists.length < listsPerPage) return;
    last = end;
  }
}
