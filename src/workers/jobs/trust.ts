import { judgeClaim } from '../../shared/capabilities/trust/claims/judge-claim.ts';
import { type JobEntries, share } from '../job-entry.ts';

export const trustJobs: JobEntries<'judge-referral'> = {
  /** Judges a referral again after something new is known of it (N4). */
  'judge-referral': {
    async run(ctx, job) {
      await judgeClaim(ctx, job);
      return { settled: true, hadWork: true };
    },
    concurrency: () => share(20, { most: 4, first: 20 }),
  },
};
