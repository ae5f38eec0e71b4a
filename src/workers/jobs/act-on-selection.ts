import { workOnPart } from '../../shared/list/signups/selection/work-on-part.ts';
import type { ClaimedJob } from '../../shared/platform/queue/outbox.ts';
import type { JobOutcome } from '../runner/processor.ts';
import { workInTurns } from '../runner/work-in-turns.ts';
import type { WorkerContext } from '../worker-context.ts';

/** Deals with parts of a selection for a second (N8). Signups of the list wait for a part, so it rests. */
export function actOnSelection(ctx: WorkerContext, job: ClaimedJob<'act-on-selection'>): Promise<JobOutcome> {
  const doPart = async (): Promise<JobOutcome | undefined> => {
    const { hasMore } = await workOnPart(ctx, job);
    return hasMore ? undefined : { done: true };
  };
  return workInTurns(ctx, doPart, { rests: true });
}
