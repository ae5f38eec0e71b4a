import { statement, transaction } from '../../shared/postgres/transaction.ts';
import { completeJob, leaseSeconds, postponeJob } from '../../shared/queue/outbox.ts';
import { deletePurgedWaitlist, purgeRows } from '../../shared/waitlists/queries.ts';
import type { Processor } from '../runner/processor.ts';

const rowsPerBatch = 5_000;

/**
 * Removes the rows of a deleted waitlist in bounded batches (C2.5); readers have not seen them since the DELETE was answered. A worker that
 * is to end leaves the rest to another one.
 */
export const purgeWaitlist: Processor<'purge-waitlist'> = async (ctx, job) => {
  while ((await transaction(ctx.sql, (tx) => purgeRows(tx, job.id, rowsPerBatch))) > 0) {
    const isToEnd = ctx.stopping.signal.aborted;
    const isOurs = await statement(ctx.sql, (tx) =>
      postponeJob(tx, 'purge-waitlist', job, isToEnd ? 0 : leaseSeconds),
    );
    if (isToEnd || !isOurs) return;
  }
  await transaction(ctx.sql, async (tx) => {
    await deletePurgedWaitlist(tx, job.id);
    await completeJob(tx, 'purge-waitlist', job);
  });
};
