import { setTimeout as sleep } from 'node:timers/promises';
import type { ClaimedJob } from '../../shared/queue/outbox.ts';
import { catchUpPart } from '../../shared/rewards/catch-up-rewards.ts';
import type { JobOutcome } from '../runner/processor.ts';
import type { WorkerContext } from '../worker-context.ts';

/** How long one waitlist is worked on before other accounts have their turn. */
const turnMs = 1_000;
/** Credits may wait for a part. They get as much time as it took, up to this. */
const longestRestMs = 500;

/** Grants the signups of a waitlist the rewards that they had reached before it had them (N5), in parts. */
export async function catchUpRewards(
  ctx: WorkerContext,
  job: ClaimedJob<'catch-up-rewards'>,
): Promise<JobOutcome> {
  const startedAt = performance.now();
  for (;;) {
    const partStartedAt = performance.now();
    const { hasMore } = await catchUpPart(ctx, job);
    if (!hasMore) return { settled: true, hadWork: true };
    if (ctx.stopping.aborted || performance.now() - startedAt > turnMs)
      return { hasMore: true, afterOthers: true };
    await sleep(Math.min(performance.now() - partStartedAt, longestRestMs));
  }
}
