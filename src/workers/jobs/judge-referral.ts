import { judgeClaim } from '../../shared/capabilities/trust/claims/judge-claim.ts';
import type { ClaimedJob } from '../../shared/platform/queue/outbox.ts';
import type { JobOutcome } from '../runner/processor.ts';
import type { WorkerContext } from '../worker-context.ts';

/** Judges a referral again after something new is known of it (N4). */
export async function judgeReferral(
  ctx: WorkerContext,
  job: ClaimedJob<'judge-referral'>,
): Promise<JobOutcome> {
  await judgeClaim(ctx, job);
  return { settled: true, hadWork: true };
}
