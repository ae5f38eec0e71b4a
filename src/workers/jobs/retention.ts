import { deleteExpired } from '../../shared/capabilities/retention/apply-retention.ts';
import { type JobEntries, share } from '../job-entry.ts';
import { workInTurns } from '../runner/work-in-turns.ts';

export const retentionJobs: JobEntries<'apply-retention'> = {
  /**
   * Deletes the signups of a waitlist that are not kept any longer (N3), in parts. Its signups wait for a
   * part, so it rests.
   */
  'apply-retention': {
    run: (ctx, job) =>
      workInTurns(
        ctx,
        async () => {
          const { hasMore } = await deleteExpired(ctx, job);
          return hasMore ? undefined : { done: true };
        },
        { rests: true },
      ),
    concurrency: () => share(2, { most: 2, first: 2 }),
  },
};
