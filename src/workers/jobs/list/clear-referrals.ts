import { eachListPart, listPlace } from '../../../shared/list/parts.ts';
import {
  clearSomeReferrals,
  forgetRemovedReferrers,
} from '../../../shared/list/signups/removal/removal-queries.ts';
import type { Tx } from '../../../shared/platform/postgres/connection.ts';
import { transaction } from '../../../shared/platform/postgres/transaction.ts';
import { type ClaimedJob, completeJobs, lockClaims } from '../../../shared/platform/queue/outbox.ts';
import type { JobOutcome } from '../../runner/processor.ts';
import type { WorkerContext } from '../../worker-context.ts';

/** Few enough for a slow disk: they lie anywhere in the table. */
const rowsPerBatch = 500;
/** Of each referrer, however many are cleared together. */
const leastRows = 5;

/**
 * Clears the referrer of signups whose referrer was removed, and what others keep about its code, batch by
 * batch (C3.5): a removal itself does not wait for 200,000 rows, nor does the list. Of referrers that were
 * removed together each gets its share of a batch.
 */
export async function clearReferrals(
  { sql }: WorkerContext,
  jobs: readonly ClaimedJob<'clear-referrals'>[],
): Promise<JobOutcome[]> {
  const limit = Math.max(leastRows, Math.floor(rowsPerBatch / jobs.length));
  const clearing = [clearSomeReferrals, ...listPlace.parts().flatMap(({ removal }) => removal?.clear ?? [])];
  const cleared: ReadonlyMap<string, number>[] = [];
  for (const clear of clearing) cleared.push(await transaction(sql, (tx) => clear(tx, jobs, limit)));
  const hasMore = ({ id }: ClaimedJob<'clear-referrals'>) =>
    cleared.some((counts) => (counts.get(id) ?? 0) >= limit);
  const done = jobs.filter((job) => !hasMore(job));
  if (done.length > 0) await transaction(sql, (tx) => finish(tx, done));
  return jobs.map((job) => (hasMore(job) ? { hasMore: true } : { settled: true, hadWork: true }));
}

async function finish(tx: Tx, jobs: readonly ClaimedJob<'clear-referrals'>[]): Promise<void> {
  const held = new Set((await lockClaims(tx, 'clear-referrals', jobs)).map(({ id }) => id));
  const ours = jobs.filter(({ id }) => held.has(id));
  if (ours.length === 0) return;
  await completeJobs(tx, 'clear-referrals', ours);
  await eachListPart((part) => part.removal?.forget?.(tx, ours));
  await forgetRemovedReferrers(
    tx,
    ours.map(({ accountId, id, payload }) => ({ accountId, id, waitlistId: payload.waitlist_id })),
  );
}
