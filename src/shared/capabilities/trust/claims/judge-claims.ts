import { isCounterAwaited, lockWaitlistCounter } from '../../../list/waitlists/queries.ts';
import { transaction } from '../../../platform/postgres/transaction.ts';
import type { JobNotifier } from '../../../platform/queue/job-notifier.ts';
import { completeJobs, type Lease, lockClaims } from '../../../platform/queue/outbox.ts';
import type { Context } from '../../context.ts';
import { changeClaims } from './change-claims.ts';
import { judge } from './decide.ts';
import { findWaitlistsOfClaims } from './queries.ts';

/**
 * Judges claims again, those of one waitlist in one transaction, which completes their jobs (N4): a mail came
 * back, a domain takes no mail, an address is confirmed, or a claim is due to settle. Whatever the cause, all
 * that is known now counts. @returns whether others waited for the lists
 */
export async function judgeClaims(
  ctx: Context & { readonly notifier: JobNotifier },
  leases: readonly Lease[],
): Promise<{ isAwaited: boolean }> {
  const waitlists = await findWaitlistsOfClaims(ctx.sql, leases);
  const ofLists = new Map<string, Lease[]>();
  for (const lease of leases) {
    const list = `${lease.accountId} ${waitlists.get(lease.id) ?? ''}`;
    ofLists.set(list, [...(ofLists.get(list) ?? []), lease]);
  }
  let isAnyAwaited = false;
  for (const [list, group] of ofLists) {
    const [accountId = '', waitlistId = ''] = list.split(' ');
    const { fired, awaited } = await transaction(ctx.sql, async (tx) => {
      const now = new Date();
      const ids = group.map(({ id }) => id);
      const { fired } =
        waitlistId !== '' && (await lockWaitlistCounter(tx, accountId, waitlistId))
          ? await changeClaims(tx, accountId, waitlistId, ids, (claim) => judge(claim, now))
          : { fired: [] };
      // Last: a transaction that enqueues one again holds the signup first, so this one must, too.
      await lockClaims(tx, 'judge-referral', group);
      await completeJobs(tx, 'judge-referral', group);
      return { fired, awaited: await isCounterAwaited(tx) };
    });
    ctx.notifier.notify('fan-out-event', fired);
    isAnyAwaited ||= awaited;
  }
  return { isAwaited: isAnyAwaited };
}
