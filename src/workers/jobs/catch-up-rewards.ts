import { catchUpPart } from '../../shared/capabilities/rewards/catch-up-rewards.ts';
import type { ClaimedJob } from '../../shared/platform/queue/outbox.ts';
import type { JobOutcome } from '../runner/processor.ts';
import { workInTurns } from '../runner/work-in-turns.ts';
import type { WorkerContext } from '../worker-context.ts';

/**
 * Grants signups the rewards that they had reached before the list had them (N5). Credits wait for a part, so
 * it rests.
 */
export function catchUpRewards(ctx: WorkerContext, job: ClaimedJob<'catch-up-rewards'>): Promise<JobOutcome> {
  const doPart = async (): Promise<JobOutcome | undefined> => {
    const { hasMore } = await catchUpPart(ctx, job);
    return hasMore ? undefined : { settled: true, hadWork: true };
  };
  return workInTurns(ctx, doPart, { rests: true });
}
