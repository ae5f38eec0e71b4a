import { setTimeout as sleep } from 'node:timers/promises';
import type { ClaimedJob } from '../../shared/queue/outbox.ts';
import { workOnPart } from '../../shared/signups/selection/work-on-part.ts';
import type { JobOutcome } from '../runner/processor.ts';
import type { WorkerContext } from '../worker-context.ts';

/** How long one selection is worked on before other accounts have their turn. */
const turnMs = 1_000;
/** Signups of the list wait for a part. They get as much time as it took, up to this. */
const longestRestMs = 500;

/** Deals with parts of a selection for a second (N8). Then other accounts' selections have their turn. */
export async function actOnSelection(
  ctx: WorkerContext,
  job: ClaimedJob<'act-on-selection'>,
): Promise<JobOutcome> {
  const startedAt = performance.now();
  for (;;) {
    const partStartedAt = performance.now();
    const { hasMore } = await workOnPart(ctx, job);
    if (!hasMore) return { done: true };
    if (ctx.stopping.aborted || performance.now() - startedAt > turnMs)
      return { hasMore: true, afterOthers: true };
    await sleep(Math.min(performance.now() - partStartedAt, longestRestMs));
  }
}
