import type { Caller } from '../api-keys/caller.ts';
import type { Context } from '../context.ts';
import { deleteEmailsOf } from '../email/sending/removal-queries.ts';
import { notFound } from '../errors.ts';
import { fireEvents } from '../integrations/deliveries/fire-event.ts';
import { transaction } from '../postgres/transaction.ts';
import type { JobNotifier } from '../queue/job-notifier.ts';
import { enqueue } from '../queue/outbox.ts';
import { lockWaitlistCounter, subtractFromCounts } from '../waitlists/queries.ts';
import { deleteSignup, leavesReferrals, lockForRemoval, type RemovedSignup } from './removal-queries.ts';

/**
 * Deletes a signup and takes its referral from the count of its referrer (§3.4, §4.3).
 * Other positions do not change. Fires signup.removed.
 * Enqueues clear-referrals if the signup referred many others.
 * @throws AppError not_found
 */
export async function removeSignup(
  ctx: Context & { notifier: JobNotifier },
  caller: Caller,
  waitlistId: string,
  signupId: string,
): Promise<void> {
  const { removed, fired } = await transaction(ctx.sql, async (tx) => {
    (await lockWaitlistCounter(tx, caller.accountId, waitlistId)) ?? notFound('waitlist');
    const lockedKeys =
      (await lockForRemoval(tx, caller.accountId, waitlistId, signupId)) ?? notFound('signup');
    const key = { accountId: caller.accountId, id: signupId };
    await deleteEmailsOf(tx, [key]);
    const removed = await deleteSignup(tx, key, lockedKeys);
    const referred = removed.referral_count + (removed.referred_by === null ? 0 : 1);
    await subtractFromCounts(tx, caller.accountId, waitlistId, { ...removed, referred });
    if (leavesReferrals(removed))
      await enqueue(tx, 'clear-referrals', removed.id, caller.accountId, {
        waitlist_id: removed.waitlist_id,
      });
    const fired = await fireEvents(tx, [
      { ...caller, event: { type: 'signup.removed', data: toRemovedData(removed) } },
    ]);
    return { removed, fired };
  });
  ctx.notifier.notify('fan-out-event', fired);
  if (leavesReferrals(removed))
    ctx.notifier.notify('clear-referrals', [{ id: removed.id, accountId: caller.accountId }]);
}

function toRemovedData({
  id,
  waitlist_id,
  waitlist_name,
  email,
  position,
  metadata,
  created_at,
  removed_at,
}: RemovedSignup) {
  return { id, waitlist_id, waitlist_name, email, position, metadata, created_at, removed_at };
}
