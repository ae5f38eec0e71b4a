import { canMail } from '../../account/accounts/allowance.ts';
import { fireEvents } from '../../list/publishing/fire-event.ts';
import { lockSignups } from '../../list/signups/queries.ts';
import { newId } from '../../platform/ids.ts';
import type { RowKey } from '../../platform/postgres/by-key.ts';
import type { Tx } from '../../platform/postgres/connection.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import type { JobNotifier } from '../../platform/queue/job-notifier.ts';
import type { JobNotification } from '../../platform/queue/jobs.ts';
import { completeJob, enqueueJobs, type Lease } from '../../platform/queue/outbox.ts';
import type { Context } from '../context.ts';
import { type GrantedReward, insertGrants, insertRewardEmails } from './queries.ts';
import { listUnproven, saveWaits } from './wait-queries.ts';

/** What workers are to be notified of after the commit. */
export interface RewardJobs {
  /** Those that began to wait for their referrals: the caller enqueues grant-rewards for them. */
  readonly again: readonly RowKey[];
  readonly fired: readonly JobNotification[];
  readonly emails: readonly RowKey[];
}

/**
 * Grants a signup the rewards that it has reached, in the transaction that completes the job (N5). The count
 * may have fallen since the credit: then there is nothing to grant until it rises again.
 */
export async function grantSignupRewards(
  ctx: Context & { notifier: JobNotifier },
  lease: Lease,
): Promise<void> {
  const jobs = await transaction(ctx.sql, async (tx) => {
    const jobs = await grantReached(ctx, tx, [lease]);
    // Last: a transaction that enqueues it again holds the signup first, so this one must, too.
    await completeJob(tx, 'grant-rewards', lease);
    await enqueueJobs(tx, 'grant-rewards', jobs.again);
    return jobs;
  });
  notifyOfRewards(ctx, jobs);
}

/**
 * Grants signups what they have reached. Fires reward.reached for each reward, and enqueues a mail about it
 * where the list has a template of that kind.
 */
export async function grantReached(
  ctx: Pick<Context, 'config'>,
  tx: Tx,
  signups: readonly RowKey[],
): Promise<RewardJobs> {
  await lockSignups(tx, signups);
  const unproven = await listUnproven(tx, signups);
  const granted = await insertGrants(tx, signups, unproven);
  const again = await saveWaits(tx, signups, unproven);
  if (granted.length === 0) return { again, fired: [], emails: [] };
  const emails = granted
    .filter((each) => each.is_mailed && canMail(ctx.config, each.account_id, each))
    .map(({ account_id, signup_id, at }) => ({ account_id, id: newId(), signup_id, at }));
  if (emails.length > 0) await insertRewardEmails(tx, emails);
  const fired = await fireEvents(
    tx,
    granted.map((each) => ({
      accountId: each.account_id,
      plan: each.plan,
      event: { type: 'reward.reached', data: toEventData(each) },
    })),
  );
  return { again, fired, emails: emails.map(({ account_id: accountId, id }) => ({ accountId, id })) };
}

export function notifyOfRewards(
  { notifier }: { notifier: JobNotifier },
  { fired, emails }: Pick<RewardJobs, 'fired' | 'emails'>,
): void {
  notifier.notify('fan-out-event', fired);
  notifier.notify('send-signup-email', emails);
}

const toEventData = ({
  signup_id,
  waitlist_id,
  waitlist_name,
  email,
  position,
  metadata,
  created_at,
  key,
  at,
  referral_count,
  reached_at,
}: GrantedReward) => ({
  ...{ id: signup_id, waitlist_id, waitlist_name, email, position, metadata, created_at },
  ...{ key, at, referral_count, reached_at },
});
