import { setTimeout as sleep } from 'node:timers/promises';
import { runPart } from '../../shared/imports/parts/run-part.ts';
import type { ClaimedJob } from '../../shared/queue/outbox.ts';
import type { JobOutcome } from '../runner/processor.ts';
import type { WorkerContext } from '../worker-context.ts';

/** How long one import is worked on before other accounts have their turn. */
const turnMs = 1_000;
/** Signups of the list wait for a part. They get as much time as it took, up to this. */
const longestRestMs = 500;

/** Stores parts of an import for a second (N6). Then other accounts' imports have their turn. */
export async function runImport(ctx: WorkerContext, job: ClaimedJob<'run-import'>): Promise<JobOutcome> {
  const startedAt = performance.now();
  for (;;) {
    const partStartedAt = performance.now();
    const { hasMore } = await runPart(ctx, job);
    if (!hasMore) return { done: true };
    if (ctx.stopping.aborted || performance.now() - startedAt > turnMs)
      return { hasMore: true, afterOthers: true };
    await sleep(Math.min(performance.now() - partStartedAt, longestRestMs));
  }
}
