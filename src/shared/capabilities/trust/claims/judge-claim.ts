import { lockWaitlistCounter } from '../../../list/waitlists/queries.ts';
import { transaction } from '../../../platform/postgres/transaction.ts';
import type { JobNotifier } from '../../../platform/queue/job-notifier.ts';
import { completeJob, type Lease } from '../../../platform/queue/outbox.ts';
import type { Context } from '../../context.ts';
import { changeClaims } from './change-claims.ts';
import { judge } from './decide.ts';
import { findWaitlistOfClaim } from './queries.ts';

/**
 * Judges a claim again, in the transaction that completes the job (N4): its mail came back, its domain takes
 * no mail, its address is confirmed, or it is due to settle. Whatever the cause, all that is known now
 * counts.
 */
export async function judgeClaim(ctx: Context & { notifier: JobNotifier }, lease: Lease): Promise<void> {
  const { accountId, id } = lease;
  const fired = await transaction(ctx.sql, async (tx) => {
    const waitlistId = await findWaitlistOfClaim(tx, lease);
    const now = new Date();
    const { fired } =
      waitlistId !== undefined && (await lockWaitlistCounter(tx, accountId, waitlistId))
        ? await changeClaims(tx, accountId, waitlistId, [id], (claim) => judge(claim, now))
        : { fired: [] };
    // Last: a transaction that enqueues it again holds the signup first, so this one must, too.
    await completeJob(tx, 'judge-referral', lease);
    return fired;
  });
  ctx.notifier.notify('fan-out-event', fired);
}
