import { deleteExpired } from '../../shared/capabilities/retention/apply-retention.ts';
import type { ClaimedJob } from '../../shared/platform/queue/outbox.ts';
import type { JobOutcome } from '../runner/processor.ts';
import { workInTurns } from '../runner/work-in-turns.ts';
import type { WorkerContext } from '../worker-context.ts';

/**
 * Deletes the signups of a waitlist that are not kept any longer (N3), in parts. Its signups wait for a part,
 * so it rests.
 */
export function applyRetention(ctx: WorkerContext, job: ClaimedJob<'apply-retention'>): Promise<JobOutcome> {
  const doPart = async (): Promise<JobOutcome | undefined> => {
    const { hasMore } = await deleteExpired(ctx, job);
    return hasMore ? undefined : { done: true };
  };
  return workInTurns(ctx, doPart, { rests: true });
}
