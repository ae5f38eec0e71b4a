import { validatePart } from '../../shared/capabilities/imports/parts/validate-part.ts';
import type { ClaimedJob } from '../../shared/platform/queue/outbox.ts';
import type { JobOutcome } from '../runner/processor.ts';
import { workInTurns } from '../runner/work-in-turns.ts';
import type { WorkerContext } from '../worker-context.ts';

/** Validates parts of an import for a second (N6). Nobody waits for its locks, so it does not rest. */
export function validateImport(ctx: WorkerContext, job: ClaimedJob<'validate-import'>): Promise<JobOutcome> {
  const doPart = async (): Promise<JobOutcome | undefined> => {
    const { hasMore } = await validatePart(ctx, job);
    return hasMore ? undefined : { done: true };
  };
  return workInTurns(ctx, doPart, { rests: false });
}
