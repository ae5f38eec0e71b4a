import { judgeClaims } from '../../shared/capabilities/trust/claims/judge-claims.ts';
import type { Lease } from '../../shared/platform/queue/outbox.ts';
import { type JobEntries, share } from '../job-entry.ts';
import { claimingRunner } from '../runner/job-runner.ts';
import { inBatches } from '../runner/job-steps.ts';
import { restSince } from '../runner/work-in-turns.ts';
import type { WorkerContext } from '../worker-context.ts';

/** Judges referrals, and where others waited for their lists it rests as long as that took. */
async function judgeReferrals(ctx: WorkerContext, jobs: readonly Lease[]): Promise<void> {
  const startedAt = performance.now();
  const { isAwaited } = await judgeClaims(ctx, jobs);
  if (isAwaited) await restSince(startedAt);
}

export const trustJobs: JobEntries<'judge-referral'> = {
  /** Judges referrals again after something new is known of them (N4). */
  'judge-referral': {
    open: (ctx) => claimingRunner(ctx, 'judge-referral', inBatches(ctx, judgeReferrals)),
    // The more there are at a time, the fewer transactions.
    concurrency: () => share(200, { most: 2, first: 20 }),
  },
};
