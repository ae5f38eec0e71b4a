import { statement, transaction } from '../../shared/postgres/transaction.ts';
import { completeJob, leaseSeconds, postponeJob } from '../../shared/queue/outbox.ts';
import { clearReferrals, forgetRemovedReferrer } from '../../shared/signups/removal-queries.ts';
import type { Processor } from '../runner/processor.ts';

const signupsPerStep = 2_000;

/**
 * Clears who referred them of the signups of a removed referrer, in bounded steps (C3.5): a removal itself does not wait for 200,000 rows,
 * nor does the list. A worker that is to end leaves the rest to another one.
 */
export const clearReferralsOf: Processor<'clear-referrals'> = async (ctx, job) => {
  while ((await transaction(ctx.sql, (tx) => clearReferrals(tx, job.id, signupsPerStep))) > 0) {
    const isToEnd = ctx.stopping.signal.aborted;
    const isOurs = await statement(ctx.sql, (tx) =>
      postponeJob(tx, 'clear-referrals', job, isToEnd ? 0 : leaseSeconds),
    );
    if (isToEnd || !isOurs) return;
  }
  await transaction(ctx.sql, async (tx) => {
    await completeJob(tx, 'clear-referrals', job);
    await forgetRemovedReferrer(tx, job.payload.waitlist_id, job.id);
  });
};
