import { validatePart } from '../../shared/imports/parts/validate-part.ts';
import type { ClaimedJob } from '../../shared/queue/outbox.ts';
import type { JobOutcome } from '../runner/processor.ts';
import type { WorkerContext } from '../worker-context.ts';

/** How long one import is worked on before other accounts have their turn. */
const turnMs = 1_000;

/** Validates parts of an import for a second (N6). Nobody waits for its locks, so it does not rest. */
export async function validateImport(
  ctx: WorkerContext,
  job: ClaimedJob<'validate-import'>,
): Promise<JobOutcome> {
  const startedAt = performance.now();
  for (;;) {
    const { hasMore } = await validatePart(ctx, job);
    if (!hasMore) return { done: true };
    if (ctx.stopping.aborted || performance.now() - startedAt > turnMs)
      return { hasMore: true, afterOthers: true };
  }
}
