import type { Caller } from '../../../account/api-keys/caller.ts';
import type { RowKey } from '../../../platform/postgres/by-key.ts';
import type { Tx } from '../../../platform/postgres/connection.ts';
import type { JobNotification } from '../../../platform/queue/jobs.ts';
import { enqueueJobs } from '../../../platform/queue/outbox.ts';
import { eachListPart } from '../../parts.ts';
import { fireEvents } from '../../publishing/fire-event.ts';
import { subtractFromCounts } from './count-queries.ts';
import { deleteSignups, leavesReferrals, lockForRemoval, type RemovedSignup } from './removal-queries.ts';

/**
 * How many referred signups a removal of a few clears at once. They lie anywhere in the table, so more of
 * them may take a slow disk longer than a statement has.
 */
const maxClearedAtOnce = 400;
/** The same of each signup, where many are removed: a job for each would take far longer. */
const alwaysCleared = 2;

/** Jobs to notify workers of after the commit. */
export interface RemovalJobs {
  readonly fired: readonly JobNotification[];
  readonly clearing: readonly JobNotification[];
}

/**
 * Deletes signups of a waitlist whose counter the caller has locked: their referrals, their part in all
 * counts, and what others keep of them. Fires signup.removed for each, and enqueues clear-referrals for those
 * that referred many.
 */
export async function removeSignups(
  tx: Tx,
  { accountId, plan }: Pick<Caller, 'accountId' | 'plan'>,
  waitlistId: string,
  signups: readonly RowKey[],
): Promise<RemovalJobs> {
  const share = Math.floor(maxClearedAtOnce / Math.max(signups.length, 1));
  const limit = { maxClearedForEach: Math.max(share, alwaysCleared) };
  await lockForRemoval(tx, signups, limit);
  const removal = { accountId, waitlistId, signups };
  await eachListPart((part) => part.removal?.of?.(tx, removal));
  const removed = await deleteSignups(tx, accountId, signups, limit);
  await subtractFromCounts(tx, accountId, waitlistId, removed);
  await eachListPart((part) => part.removal?.afterCounts?.(tx, removal));
  const clearing = removed.filter(leavesReferrals(limit)).map(({ id }) => ({ id, accountId }));
  if (clearing.length > 0) await enqueueJobs(tx, 'clear-referrals', clearing, { waitlist_id: waitlistId });
  const fired = await fireEvents(
    tx,
    removed.map((signup) => ({
      accountId,
      plan,
      event: { type: 'signup.removed', data: toRemovedData(signup) },
      signup: toFacts(signup),
    })),
  );
  return { fired, clearing };
}

const toFacts = ({ fields, referral_code, referral_count }: RemovedSignup) => ({
  fields,
  referral_code,
  referral_count,
});

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
