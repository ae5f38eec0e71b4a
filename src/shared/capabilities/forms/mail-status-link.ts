import { lockSignups } from '../../list/signups/queries.ts';
import { newId } from '../../platform/ids.ts';
import type { RowKey } from '../../platform/postgres/by-key.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import type { JobNotifier } from '../../platform/queue/job-notifier.ts';
import type { Context } from '../context.ts';
import { insertStatusEmail, stampStatusMail } from './queries.ts';

/** Mails a person who uses the form again the link to the own place, once in 24 hours at most (N6). */
export async function mailStatusLink(
  { sql, notifier }: Pick<Context, 'sql'> & { notifier: JobNotifier },
  signup: RowKey,
): Promise<void> {
  const id = newId();
  const isMailed = await transaction(sql, async (tx) => {
    await lockSignups(tx, [signup]);
    const isDue = await stampStatusMail(tx, signup);
    if (isDue) await insertStatusEmail(tx, signup.accountId, id, signup.id);
    return isDue;
  });
  if (isMailed) notifier.notify('send-signup-email', [{ accountId: signup.accountId, id }]);
}
