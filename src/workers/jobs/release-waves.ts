import type { ClaimedJob } from '../../shared/queue/outbox.ts';
import { revokeNext } from '../../shared/release/waves/cancel-wave.ts';
import { selectWave } from '../../shared/release/waves/select-wave.ts';
import { sendMembers } from '../../shared/release/waves/send-wave.ts';
import type { JobOutcome } from '../runner/processor.ts';
import type { WorkerContext } from '../worker-context.ts';

/** How long one wave is worked on before other accounts have their turn. */
const turnMs = 1_000;

/** Selects the members of a wave for which an answer had no time (N5). */
export async function selectWaveOf(ctx: WorkerContext, job: ClaimedJob<'select-wave'>): Promise<JobOutcome> {
  await selectWave(ctx, job);
  return { done: true };
}

/** Invites the members of a launched wave in parts (N5). Between two of a wave that drips its job is postponed. */
export async function sendWave(ctx: WorkerContext, job: ClaimedJob<'send-wave'>): Promise<JobOutcome> {
  const startedAt = performance.now();
  for (;;) {
    const step = await sendMembers(ctx, job);
    if (step.next === 'done') return { done: true };
    if (step.next === 'wait') return { retryAfterSeconds: step.seconds };
    if (ctx.stopping.aborted || performance.now() - startedAt > turnMs)
      return { hasMore: true, afterOthers: true };
  }
}

/** Revokes the invitations of a cancelled wave whose mails wait (N5), in parts. */
export async function cancelWaveOf(ctx: WorkerContext, job: ClaimedJob<'cancel-wave'>): Promise<JobOutcome> {
  const startedAt = performance.now();
  for (let after: string | undefined; ; ) {
    after = await revokeNext(ctx, job, after);
    if (after === undefined) return { done: true };
    // It begins anew then: what is revoked is not found again.
    if (ctx.stopping.aborted || performance.now() - startedAt > turnMs)
      return { hasMore: true, afterOthers: true };
  }
}
