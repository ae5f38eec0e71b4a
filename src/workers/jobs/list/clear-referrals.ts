import { eachListPart, sumOfListParts } from '../../../shared/list/parts.ts';
import {
  clearSomeReferrals,
  forgetRemovedReferrer,
} from '../../../shared/list/signups/removal/removal-queries.ts';
import { transaction } from '../../../shared/platform/postgres/transaction.ts';
import type { ClaimedJob } from '../../../shared/platform/queue/outbox.ts';
import type { JobOutcome } from '../../runner/processor.ts';
import type { WorkerContext } from '../../worker-context.ts';

/** Few enough for a slow disk: they lie anywhere in the table. */
const rowsPerBatch = 500;

/**
 * Clears the referrer of signups whose referrer was removed, and what others keep about its code, batch by
 * batch (C3.5): a removal itself does not wait for 200,000 rows, nor does the list.
 */
export async function clearReferrals(
  { sql }: WorkerContext,
  job: ClaimedJob<'clear-referrals'>,
): Promise<JobOutcome> {
  const cleared = await transaction(sql, (tx) => clearSomeReferrals(tx, job, rowsPerBatch));
  const others = await transaction(sql, (tx) =>
    sumOfListParts((part) => part.removal?.clear?.(tx, job, rowsPerBatch)),
  );
  if (cleared > 0 || others > 0) return { hasMore: true };
  return {
    done: true,
    async record(tx) {
      await eachListPart((part) => part.removal?.forget?.(tx, job));
      await forgetRemovedReferrer(tx, job.payload.waitlist_id, job);
    },
  };
}
