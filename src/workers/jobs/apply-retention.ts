import { setTimeout as sleep } from 'node:timers/promises';
import type { ClaimedJob } from '../../shared/queue/outbox.ts';
import { deleteExpired } from '../../shared/retention/apply-retention.ts';
import type { JobOutcome } from '../runner/processor.ts';
import type { WorkerContext } from '../worker-context.ts';

/** How long one waitlist is worked on before other accounts have their turn. */
const turnMs = 1_000;
/** Signups of the list wait for a part. They get as much time as it took, up to this. */
const longestRestMs = 500;

/** Deletes the signups of a waitlist that are not kept any longer (N3), in parts. */
export async function applyRetention(
  ctx: WorkerContext,
  job: ClaimedJob<'apply-retention'>,
): Promise<JobOutcome> {
  const startedAt = performance.now();
  for (;;) {
    const partStartedAt = performance.now();
    const { hasMore } = await deleteExpired(ctx, job);
    if (!hasMore) return { done: true };
    if (ctx.stopping.aborted || performance.now() - startedAt > turnMs)
      return { hasMore: true, afterOthers: true };
    await sleep(Math.min(performance.now() - partStartedAt, longestRestMs));
  }
}
