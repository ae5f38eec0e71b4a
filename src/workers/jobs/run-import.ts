import { runPart } from '../../shared/capabilities/imports/parts/run-part.ts';
import type { ClaimedJob } from '../../shared/platform/queue/outbox.ts';
import type { JobOutcome } from '../runner/processor.ts';
import { workInTurns } from '../runner/work-in-turns.ts';
import type { WorkerContext } from '../worker-context.ts';

/** Stores parts of an import for a second (N6). Signups of the list wait for a part, so it rests. */
export function runImport(ctx: WorkerContext, job: ClaimedJob<'run-import'>): Promise<JobOutcome> {
  const doPart = async (): Promise<JobOutcome | undefined> => {
    const { hasMore } = await runPart(ctx, job);
    return hasMore ? undefined : { done: true };
  };
  return workInTurns(ctx, doPart, { rests: true });
}
