import { grantSignupRewards } from '../../shared/capabilities/rewards/grant-rewards.ts';
import type { ClaimedJob } from '../../shared/platform/queue/outbox.ts';
import type { JobOutcome } from '../runner/processor.ts';
import type { WorkerContext } from '../worker-context.ts';

/** Grants a signup the rewards that its referrals have reached (N5). */
export async function grantRewards(
  ctx: WorkerContext,
  job: ClaimedJob<'grant-rewards'>,
): Promise<JobOutcome> {
  await grantSignupRewards(ctx, job);
  return { settled: true, hadWork: true };
}
