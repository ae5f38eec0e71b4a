import type { Caller } from '../accounts/caller.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { lockWaitlistCounter, subtractFromCounts } from '../waitlists/queries.ts';
import { deleteSignup, undoReferrals } from './queries.ts';

/**
 * Deletes a signup and gives back the referral credit that it earned its referrer (§3.4, §4.3). Nobody's position moves.
 * @throws AppError not_found
 */
export async function removeSignup(
  ctx: Context,
  caller: Caller,
  waitlistId: string,
  signupId: string,
): Promise<void> {
  await ctx.sql.begin(async (tx) => {
    // The counter first, as when signups are stored: the two cannot deadlock.
    (await lockWaitlistCounter(tx, caller.accountId, waitlistId)) ?? notFound('waitlist');
    const removed = (await deleteSignup(tx, waitlistId, signupId)) ?? notFound('signup');
    const orphans = await undoReferrals(tx, removed);
    const referred = orphans + (removed.referred_by === null ? 0 : 1);
    await subtractFromCounts(tx, waitlistId, { ...removed, referred });
  });
}
