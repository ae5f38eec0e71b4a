import { newId, nilId } from '../../platform/ids.ts';
import type { RowKey } from '../../platform/postgres/by-key.ts';
import type { Tx } from '../../platform/postgres/connection.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import { logTogether } from '../../platform/process/log-together.ts';
import type { MaintenanceContext } from '../context.ts';
import { insertConfirmEmails, listReminding, renewUnreminded } from './queries.ts';

const listsPerPage = 200;
/** Of one waitlist in one run: each gets its turn. */
const remindersPerList = 500;
const first = {
  account_id: nilId,
  waitlist_id: nilId,
};

/**
 * Reminds people who have not confirmed, once, on waitlists that ask for it (N3). A waitlist whose people
 * cannot be reminded stops no other.
 */
export async function remindUnconfirmed({
  sql,
  log,
  notifier,
  stopping,
}: Pick<MaintenanceContext, 'sql' | 'log' | 'notifier' | 'stopping'>): Promise<void> {
  for (let last = first; !stopping.aborted; ) {
    const lists = await listReminding(sql, last, listsPerPage);
    for (const list of lists) {
      if (stopping.aborted) return;
      try {
        const emails = await transaction(sql, (tx) => remindOne(tx, list));
        if (emails.length > 0) notifier.notify('send-signup-email', emails);
      } catch (err) {
        logTogether(log, 'warn', list.waitlist_id, { err }, 'the people of waitlists were not reminded');
      }
    }
    const end = lists.at(-1);
    if (!end || lists.length < listsPerPage) return;
    last = end;
  }
}

async function remindOne(tx: Tx, list: { account_id: string; waitlist_id: string }): Promise<RowKey[]> {
  const { account_id: accountId } = list;
  const signups = await renewUnreminded(tx, list, remindersPerList);
  const emails = signups.map((signupId) => ({ id: newId(), signupId }));
  if (emails.length > 0) await insertConfirmEmails(tx, accountId, emails);
  return emails.map(({ id }) => ({ accountId, id }));
}
