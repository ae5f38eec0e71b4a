import { deleteExpired } from '../../shared/capabilities/retention/apply-retention.ts';
import { type JobEntries, share } from '../job-entry.ts';
import { workInSizedParts } from '../runner/work-in-turns.ts';

export const retentionJobs: JobEntries<'apply-retention'> = {
  /**
   * Deletes the signups of a waitlist that are not kept any longer (N3), in parts that its signups wait for.
   */
  'apply-retention': {
    run: (ctx, job) => workInSizedParts(ctx, (size) => deleteExpired(ctx, job, size)),
    concurrency: () => share(2, { most: 2, first: 2 }),
  },
};
