import { deletePurgedWaitlist, purgeRows } from '../../shared/list/signups/removal/purge.ts';
import { workOnPart } from '../../shared/list/signups/selection/work-on-part.ts';
import { transaction } from '../../shared/platform/postgres/transaction.ts';
import type { ClaimedJob } from '../../shared/platform/queue/outbox.ts';
import { type JobEntries, share } from '../job-entry.ts';
import { batchJobs } from '../runner/batch-jobs.ts';
import { claimingRunner, unclaimedRunner } from '../runner/job-runner.ts';
import { inBatches } from '../runner/job-steps.ts';
import { workInSizedParts } from '../runner/work-in-turns.ts';
import { fanOutEvent } from './events/fan-out-event.ts';
import { clearReferrals } from './list/clear-referrals.ts';

const purgedRowsPerBatch = 5_000;

export const listJobs: JobEntries<
  'fan-out-event' | 'purge-waitlist' | 'clear-referrals' | 'act-on-selection'
> = {
  'fan-out-event': {
    open: (ctx) => unclaimedRunner(ctx, 'fan-out-event', inBatches(ctx, fanOutEvent)),
    concurrency: () => share(50, { most: 2, first: 20 }),
  },

  /**
   * Removes the rows of a deleted waitlist batch by batch (C2.5); readers have not seen them since the DELETE
   * was answered.
   */
  'purge-waitlist': {
    async run({ sql }, job) {
      const purged = await transaction(sql, (tx) => purgeRows(tx, job, purgedRowsPerBatch));
      return purged > 0 ? { hasMore: true } : { done: true, record: (tx) => deletePurgedWaitlist(tx, job) };
    },
    concurrency: () => share(1, { most: 1, first: 1 }),
  },

  'clear-referrals': {
    open: (ctx) =>
      claimingRunner(
        ctx,
        'clear-referrals',
        batchJobs((jobs: readonly ClaimedJob<'clear-referrals'>[]) => clearReferrals(ctx, jobs)),
      ),
    // The more there are at a time, the fewer transactions.
    concurrency: () => share(100, { most: 2, first: 20 }),
  },

  /** Deals with parts of a selection for a second (N8). Signups of the list wait for a part. */
  'act-on-selection': {
    run: (ctx, job) => workInSizedParts(ctx, (size) => workOnPart(ctx, job, size)),
    concurrency: () => share(2, { most: 2, first: 2 }),
  },
};
