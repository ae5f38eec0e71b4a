import { OutOfTime } from '../../shared/capabilities/release/waves/select-members.ts';
import { selectWaveMembers } from '../../shared/capabilities/release/waves/select-wave.ts';
import type { ClaimedJob } from '../../shared/platform/queue/outbox.ts';
import type { JobOutcome } from '../runner/processor.ts';
import type { WorkerContext } from '../worker-context.ts';

/** Selects the members of a wave for which an answer had no time (N5). */
export async function selectWave(ctx: WorkerContext, job: ClaimedJob<'select-wave'>): Promise<JobOutcome> {
  try {
    await selectWaveMembers(ctx, job, ctx.stopping);
    return { done: true };
  } catch (error) {
    if (error instanceof OutOfTime) return { hasMore: true };
    throw error;
  }
}
