import { nilId } from '../../../platform/ids.ts';
import type { Sql } from '../../../platform/postgres/connection.ts';
import { transaction } from '../../../platform/postgres/transaction.ts';
import type { JobNotifier } from '../../../platform/queue/job-notifier.ts';
import type { JobNotification } from '../../../platform/queue/jobs.ts';
import type { Context } from '../../context.ts';
import { insertMails } from '../queries.ts';
import { type DigestUser, listDigestUsers, markDigest } from './queries.ts';

const usersPerPage = 200;

/**
 * Enqueues the digest of the last week for users who asked for it, once each (N8). @throws the first failure,
 * after all other users
 */
export async function sendDigests(
  { config, sql, notifier }: Pick<Context, 'config' | 'sql'> & { readonly notifier: JobNotifier },
  stopping: AbortSignal,
): Promise<void> {
  if (!config.email.managed) return;
  const failures: unknown[] = [];
  for (let last = nilId; !stopping.aborted; ) {
    const users = await listDigestUsers(sql, last, usersPerPage);
    for (const user of users.filter(({ is_due }) => is_due)) {
      try {
        notifier.notify('send-notice', await enqueueDigest(sql, user));
      } catch (error) {
        failures.push(error); // the other users get theirs
      }
    }
    const end = users.at(-1);
    if (!end || users.length < usersPerPage) break;
    last = end.id;
  }
  if (failures.length > 0) throw failures[0];
}

function enqueueDigest(sql: Sql, user: DigestUser): Promise<JobNotification[]> {
  return transaction(sql, async (tx) => {
    const upTo = await markDigest(tx, user);
    const payload = { user_id: user.id, about: 'digest', up_to: upTo };
    return upTo === undefined ? [] : insertMails(tx, user.account_id, [payload]);
  });
}
