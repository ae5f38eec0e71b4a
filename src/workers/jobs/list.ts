import { deletePurgedWaitlist, purgeRows } from '../../shared/list/signups/removal/purge.ts';
import { workOnPart } from '../../shared/list/signups/selection/work-on-part.ts';
import { transaction } from '../../shared/platform/postgres/transaction.ts';
import { type JobEntries, share } from '../job-entry.ts';
import { unclaimedRunner } from '../runner/job-runner.ts';
import { inBatches } from '../runner/job-steps.ts';
import { workInTurns } from '../runner/work-in-turns.ts';
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

  'clear-referrals': { run: clearReferrals, concurrency: () => share(1, { most: 1, first: 1 }) },

  /** Deals with parts of a selection for a second (N8). Signups of the list wait for a part, so it rests. */
  'act-on-selection': {
    run: (ctx, job) =>
      workInTurns(
        ctx,
        async () => {
          const { hasMore } = await workOnPart(ctx, job);
          return hasMore ? undefined : { done: true };
        },
        { rests: true },
      ),
    concurrency: () => share(2, { most: 2, first: 2 }),
  },
};
