import { lockWaitlistCounter } from '../../list/waitlists/queries.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import type { JobNotifier } from '../../platform/queue/job-notifier.ts';
import { completeJob, enqueueJobs, type Lease } from '../../platform/queue/outbox.ts';
import type { Context } from '../context.ts';
import { grantReached, notifyOfRewards } from './grant-rewards.ts';
import { deletePass, listNextOfPass, lockPass, movePass } from './pass-queries.ts';

/** What one transaction looks at. Credits of these signups wait for it, other signups do not. */
const signupsPerPart = 100;

/**
 * Grants some of the signups of a list what they had reached before the list had the reward (N5). A credit
 * that lifts a signup past the pass meanwhile enqueues its grant; a signup that loses referrals is met later.
 * @returns whether there may be more
 */
export async function catchUpPart(
  ctx: Context & { notifier: JobNotifier },
  list: Lease,
): Promise<{ hasMore: boolean }> {
  const { accountId } = list;
  const jobs = await transaction(ctx.sql, async (tx) => {
    const place = await lockPass(tx, list);
    const next = place ? await listNextOfPass(tx, list, place, signupsPerPart) : [];
    const last = next.at(-1);
    if (!last) return undefined;
    const jobs = await grantReached(
      ctx,
      tx,
      next.map(({ id }) => ({ accountId, id })),
    );
    await enqueueJobs(tx, 'grant-rewards', jobs.again);
    await movePass(tx, list, { after_count: last.referral_count, after_position: last.position });
    return jobs;
  });
  if (jobs) notifyOfRewards(ctx, jobs);
  return { hasMore: jobs !== undefined || !(await endPass(ctx, list)) };
}

/**
 * Ends a pass that has come to its end, with its job. Under the counter nobody is credited, and no reward is
 * added.
 */
function endPass({ sql }: Pick<Context, 'sql'>, list: Lease): Promise<boolean> {
  return transaction(sql, async (tx) => {
    await lockWaitlistCounter(tx, list.accountId, list.id);
    const place = await lockPass(tx, list);
    const hasMore = place !== undefined && (await listNextOfPass(tx, list, place, 1)).length > 0;
    if (hasMore) return false;
    await deletePass(tx, list);
    await completeJob(tx, 'catch-up-rewards', list);
    return true;
  });
}
