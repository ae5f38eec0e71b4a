import type { ClaimedJob } from '../../shared/queue/outbox.ts';
import { sendMembers } from '../../shared/release/waves/send-wave.ts';
import type { JobOutcome } from '../runner/processor.ts';
import type { WorkerContext } from '../worker-context.ts';

/** How long one wave is worked on before other accounts have their turn. */
const turnMs = 1_000;

/** Invites the members of a launched wave in parts (N5). Between two parts of a paced wave its job is postponed. */
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
