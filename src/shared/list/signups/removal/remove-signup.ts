import type { Caller } from '../../../account/api-keys/caller.ts';
import { notFound } from '../../../platform/errors.ts';
import { transaction } from '../../../platform/postgres/transaction.ts';
import type { JobNotifier } from '../../../platform/queue/job-notifier.ts';
import type { Context } from '../../context.ts';
import { lockWaitlistCounter } from '../../waitlists/queries.ts';
import { findSignup } from '../queries.ts';
import { removeSignups } from './remove-signups.ts';

/**
 * Deletes a signup and takes its referral from the count of its referrer (§3.4, §4.3). Other positions do not
 * change. Fires signup.removed. Enqueues clear-referrals if the signup referred many others.
 * @throws AppError not_found
 */
export async function removeSignup(
  ctx: Context & { notifier: JobNotifier },
  caller: Caller,
  waitlistId: string,
  signupId: string,
): Promise<void> {
  const { accountId } = caller;
  const { fired, clearing } = await transaction(ctx.sql, async (tx) => {
    (await lockWaitlistCounter(tx, accountId, waitlistId)) ?? notFound('waitlist');
    (await findSignup(tx, accountId, waitlistId, signupId)) ?? notFound('signup');
    return removeSignups(tx, caller, waitlistId, [{ accountId, id: signupId }]);
  });
  ctx.notifier.notify('fan-out-event', fired);
  ctx.notifier.notify('clear-referrals', clearing);
}
