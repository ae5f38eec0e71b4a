import type { ClaimedJob } from '../../shared/queue/outbox.ts';
import { revokeNext } from '../../shared/release/waves/cancel-wave.ts';
import type { JobOutcome } from '../runner/processor.ts';
import type { WorkerContext } from '../worker-context.ts';

/** How long one wave is worked on before other accounts have their turn. */
const turnMs = 1_000;

/** Revokes the invitations of a cancelled wave whose mails wait (N5), in parts. */
export async function cancelWave(ctx: WorkerContext, job: ClaimedJob<'cancel-wave'>): Promise<JobOutcome> {
  const startedAt = performance.now();
  for (let after: string | undefined; ; ) {
    after = await revokeNext(ctx, job, after);
    if (after === undefined) return { done: true };
    // It begins anew then: what is revoked is not found again.
    if (ctx.stopping.aborted || performance.now() - startedAt > turnMs)
      return { hasMore: true, afterOthers: true };
  }
}
