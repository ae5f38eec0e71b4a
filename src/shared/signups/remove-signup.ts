import type { Caller } from '../accounts/caller.ts';
import type { Context } from '../context.ts';
import type { Doorbell } from '../doorbell.ts';
import { notFound } from '../errors.ts';
import { fireEvent } from '../integrations/fire-event.ts';
import { lockWaitlistCounter, subtractFromCounts } from '../waitlists/queries.ts';
import { deleteSignup, type RemovedSignup, undoReferrals } from './queries.ts';

/**
 * Deletes a signup and gives back the referral credit that it earned its referrer (§3.4, §4.3). Nobody's position moves.
 * Fires signup.removed with what was known of it.
 * @throws AppError not_found
 */
export async function removeSignup(
  ctx: Context & { doorbell: Doorbell },
  caller: Caller,
  waitlistId: string,
  signupId: string,
): Promise<void> {
  const ring = await ctx.sql.begin(async (tx) => {
    // The counter first, as when signups are stored: the two cannot deadlock.
    (await lockWaitlistCounter(tx, caller.accountId, waitlistId)) ?? notFound('waitlist');
    const removed = (await deleteSignup(tx, waitlistId, signupId)) ?? notFound('signup');
    const orphans = await undoReferrals(tx, removed);
    const referred = orphans + (removed.referred_by === null ? 0 : 1);
    await subtractFromCounts(tx, waitlistId, { ...removed, referred });
    return fireEvent(tx, caller, { type: 'signup.removed', data: toRemovedData(removed) });
  });
  if (ring) ctx.doorbell.ring('fan-out-event', [ring]);
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
