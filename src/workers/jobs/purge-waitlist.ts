import { deletePurgedWaitlist, purgeRows } from '../../shared/list/signups/removal/purge.ts';
import { transaction } from '../../shared/platform/postgres/transaction.ts';
import type { ClaimedJob } from '../../shared/platform/queue/outbox.ts';
import type { JobOutcome } from '../runner/processor.ts';
import type { WorkerContext } from '../worker-context.ts';

const rowsPerBatch = 5_000;

/**
 * Removes the rows of a deleted waitlist batch by batch (C2.5); readers have not seen them since the DELETE
 * was answered.
 */
export async function purgeWaitlist(
  { sql }: WorkerContext,
  job: ClaimedJob<'purge-waitlist'>,
): Promise<JobOutcome> {
  const purged = await transaction(sql, (tx) => purgeRows(tx, job, rowsPerBatch));
  return purged > 0 ? { hasMore: true } : { done: true, record: (tx) => deletePurgedWaitlist(tx, job) };
}
