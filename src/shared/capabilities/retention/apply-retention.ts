import { findAccount } from '../../account/accounts/queries.ts';
import { removeSignups } from '../../list/signups/removal/remove-signups.ts';
import { isCounterAwaited, lockWaitlistCounter } from '../../list/waitlists/queries.ts';
import { nilId } from '../../platform/ids.ts';
import type { RowKey } from '../../platform/postgres/by-key.ts';
import { statement, transaction } from '../../platform/postgres/transaction.ts';
import type { JobNotifier } from '../../platform/queue/job-notifier.ts';
import { enqueueJobs } from '../../platform/queue/outbox.ts';
import type { Context } from '../context.ts';
import { type ListKey, listExpired, listRetaining } from './queries.ts';

const listsPerPage = 200;
/** What one transaction deletes. The list's counter is held meanwhile, so its signups wait for that long. */
const signupsPerPart = 200;
const first: ListKey = {
  account_id: nilId,
  waitlist_id: nilId,
};

type RetainingContext = Pick<Context, 'sql'> & { readonly notifier: JobNotifier };

/** Enqueues a job for each waitlist with signups that are not kept any longer (N3). */
export async function findExpired({ sql, notifier }: RetainingContext, stopping: AbortSignal): Promise<void> {
  for (let last = first; !stopping.aborted; ) {
    const lists = await listRetaining(sql, last, listsPerPage);
    const due = lists
      .filter(({ is_due }) => is_due)
      .map(({ account_id: accountId, waitlist_id: id }) => ({ accountId, id }));
    if (due.length > 0) {
      await statement(sql, async (tx) => enqueueJobs(tx, 'apply-retention', due));
      notifier.notify('apply-retention', due);
    }
    const end = lists.at(-1);
    if (!end || lists.length < listsPerPage) return;
    last = end;
  }
}

/**
 * Deletes `times` a few signups of a waitlist that are not kept any longer, as a user would (N3). @returns
 * whether there may be more, and whether others waited for the list
 */
export async function deleteExpired(
  ctx: RetainingContext,
  list: RowKey,
  times = 1,
): Promise<{ hasMore: boolean; isAwaited: boolean }> {
  const { accountId, id } = list;
  const { fired, clearing, ...deleted } = await transaction(ctx.sql, async (tx) => {
    const signups = (await lockWaitlistCounter(tx, accountId, id))
      ? await listExpired(tx, list, times * signupsPerPart)
      : [];
    if (signups.length === 0) return { hasMore: false, isAwaited: false, fired: [], clearing: [] };
    const plan = (await findAccount(tx, accountId))?.plan ?? 'free';
    const removal = await removeSignups(tx, { accountId, plan }, id, signups);
    return { ...removal, hasMore: true, isAwaited: await isCounterAwaited(tx) };
  });
  ctx.notifier.notify('fan-out-event', fired);
  ctx.notifier.notify('clear-referrals', clearing);
  return deleted;
}
