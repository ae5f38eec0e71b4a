import { transaction } from '../../shared/platform/postgres/transaction.ts';
import type { ClaimedJob } from '../../shared/platform/queue/outbox.ts';
import {
  clearSomeClaims,
  clearSomeReferrals,
  forgetRemovedReferrer,
} from '../../shared/list/signups/removal/removal-queries.ts';
import type { JobOutcome } from '../runner/processor.ts';
import type { WorkerContext } from '../worker-context.ts';

/** Few enough for a slow disk: they lie anywhere in the table. */
const rowsPerBatch = 500;

/**
 * Clears the referrer of signups whose referrer was removed, and the claims on its code, batch by batch
 * (C3.5): a removal itself does not wait for 200,000 rows, nor does the list.
 */
export async function clearReferrals(
  { sql }: WorkerContext,
  job: ClaimedJob<'clear-referrals'>,
): Promise<JobOutcome> {
  const cleared = await transaction(sql, (tx) => clearSomeReferrals(tx, job, rowsPerBatch));
  const claims = await transaction(sql, (tx) => clearSomeClaims(tx, job, rowsPerBatch));
  if (cleared > 0 || claims > 0) return { hasMore: true };
  return { done: true, record: (tx) => forgetRemovedReferrer(tx, job.payload.waitlist_id, job) };
}
