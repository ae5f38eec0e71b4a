import { revokeNext } from '../../shared/capabilities/release/waves/cancel-wave.ts';
import type { ClaimedJob } from '../../shared/platform/queue/outbox.ts';
import type { JobOutcome } from '../runner/processor.ts';
import { workInTurns } from '../runner/work-in-turns.ts';
import type { WorkerContext } from '../worker-context.ts';

/**
 * Revokes the invitations of a cancelled wave whose mails wait (N5), in parts. A turn begins at the start:
 * what is revoked is not found again.
 */
export function cancelWave(ctx: WorkerContext, job: ClaimedJob<'cancel-wave'>): Promise<JobOutcome> {
  let after: string | undefined;
  const doPart = async (): Promise<JobOutcome | undefined> => {
    after = await revokeNext(ctx, job, after);
    return after === undefined ? { done: true } : undefined;
  };
  return workInTurns(ctx, doPart, { rests: false });
}
