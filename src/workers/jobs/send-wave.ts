import { sendMembers } from '../../shared/capabilities/release/waves/send-wave.ts';
import type { ClaimedJob } from '../../shared/platform/queue/outbox.ts';
import type { JobOutcome } from '../runner/processor.ts';
import { workInTurns } from '../runner/work-in-turns.ts';
import type { WorkerContext } from '../worker-context.ts';

/**
 * Invites the members of a launched wave in parts (N5). Between two parts of a paced wave its job is
 * postponed.
 */
export function sendWave(ctx: WorkerContext, job: ClaimedJob<'send-wave'>): Promise<JobOutcome> {
  const doPart = async (): Promise<JobOutcome | undefined> => {
    const step = await sendMembers(ctx, job);
    if (step.next === 'done') return { done: true };
    return step.next === 'wait' ? { retryAfterSeconds: step.seconds } : undefined;
  };
  return workInTurns(ctx, doPart, { rests: false });
}
