import { setTimeout as sleep } from 'node:timers/promises';
import { OutOfTime } from '../../shared/mail/suppressions/suppressed-people.ts';
import type { WorkerContext } from '../worker-context.ts';
import type { JobOutcome } from './processor.ts';

const longestRestMs = 500;

/** Rests as long as work took that began then, up to 500 ms: for work whose locks others wait for. */
export const restSince = (startedAt: number): Promise<void> =>
  sleep(Math.min(performance.now() - startedAt, longestRestMs));

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
    if (typeof rests === 'boolean' ? rests : rests()) await restSince(startedAt);
  }
}

/** Does a job that begins anew in another turn if there was no time for all of it. */
export async function inOneTurn(work: Promise<unknown>): Promise<JobOutcome> {
  try {
    await work;
    return { done: true };
  } catch (error) {
    if (error instanceof OutOfTime) return { hasMore: true };
    throw error;
  }
}

/** What a part takes, where the work is there: longer, and whoever comes meanwhile would notice the wait. */
const partMs = 200;

/** What came of a part. */
interface SizedPart {
  /** Whether there may be more. */
  readonly hasMore: boolean;
  /** When the next part is due; left out: now. */
  readonly retryAfterSeconds?: number;
  /** Whether others waited for its locks. */
  readonly isAwaited?: boolean;
}

/**
 * Does a job in parts for a turn, as `workInTurns` does. Parts grow up to `most` times the smallest one, as
 * long as they take 200 ms at most. Where somebody waited for its locks they are the smallest, and it rests
 * after each.
 * @param doPart does the next part, of that many times the smallest
 */
export function workInSizedParts(
  ctx: Pick<WorkerContext, 'stopping' | 'turnMs'>,
  doPart: (size: number) => Promise<SizedPart>,
  { most = 10 }: { readonly most?: number } = {},
): Promise<JobOutcome> {
  let size = 1;
  let rests = false;
  return workInTurns(
    ctx,
    async () => {
      const startedAt = performance.now();
      const { hasMore, retryAfterSeconds, isAwaited = false } = await doPart(size);
      const growth = Math.min(partMs / (performance.now() - startedAt), 2);
      size = isAwaited ? 1 : Math.max(1, Math.min(most, Math.floor(size * growth)));
      rests = isAwaited;
      if (!hasMore) return { done: true };
      return retryAfterSeconds === undefined ? undefined : { retryAfterSeconds };
    },
    { rests: () => rests },
  );
}
