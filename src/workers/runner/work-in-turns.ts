import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkerContext } from '../worker-context.ts';
import type { JobOutcome } from './processor.ts';

const longestRestMs = 500;

/** Starts a turn. @returns whether its time is up, or the worker is to end */
export function startTurn({ stopping, turnMs }: Pick<WorkerContext, 'stopping' | 'turnMs'>): () => boolean {
  const startedAt = performance.now();
  return () => stopping.aborted || performance.now() - startedAt > turnMs;
}

/**
 * Does a job in parts for a turn, then lets the waiting jobs of other accounts go first. Where it
 * `rests` it pauses after a part as long as that took, up to 500 ms: for jobs whose locks others wait for.
 * @param doPart does the next part; returns undefined while there may be more
 */
export async function workInTurns(
  ctx: Pick<WorkerContext, 'stopping' | 'turnMs'>,
  doPart: () => Promise<JobOutcome | undefined>,
  { rests }: { readonly rests: boolean | (() => boolean) },
): Promise<JobOutcome> {
  const isTimeUp = startTurn(ctx);
  for (;;) {
    const startedAt = performance.now();
    const outcome = await doPart();
    if (outcome) return outcome;
    if (isTimeUp()) return { hasMore: true, afterOthers: true };
    if (typeof rests === 'boolean' ? rests : rests())
      await sleep(Math.min(performance.now() - startedAt, longestRestMs));
  }
}
