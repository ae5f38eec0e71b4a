import { catchUpPart } from '../../shared/capabilities/rewards/catch-up-rewards.ts';
import { grantSignupRewards } from '../../shared/capabilities/rewards/grant-rewards.ts';
import { type JobEntries, share } from '../job-entry.ts';
import { workInTurns } from '../runner/work-in-turns.ts';

export const rewardJobs: JobEntries<'grant-rewards' | 'catch-up-rewards'> = {
  /** Grants a signup the rewards that its referrals have reached (N5). */
  'grant-rewards': {
    async run(ctx, job) {
      await grantSignupRewards(ctx, job);
      return { settled: true, hadWork: true };
    },
    concurrency: () => share(8, { most: 2, first: 8 }),
  },

  /**
   * Grants signups the rewards that they had reached before the list had them (N5). Credits wait for a part,
   * so it rests.
   */
  'catch-up-rewards': {
    run: (ctx, job) =>
      workInTurns(
        ctx,
        async () => {
          const { hasMore } = await catchUpPart(ctx, job);
          return hasMore ? undefined : { settled: true, hadWork: true };
        },
        { rests: true },
      ),
    concurrency: () => share(2, { most: 2, first: 2 }),
  },
};
