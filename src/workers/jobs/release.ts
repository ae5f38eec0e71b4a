import { revokeNext } from '../../shared/capabilities/release/waves/cancel-wave.ts';
import { selectWaveMembers } from '../../shared/capabilities/release/waves/select-wave.ts';
import { sendMembers } from '../../shared/capabilities/release/waves/send-wave.ts';
import { type JobEntries, share } from '../job-entry.ts';
import { inOneTurn, workInSizedParts, workInTurns } from '../runner/work-in-turns.ts';

export const releaseJobs: JobEntries<'select-wave' | 'send-wave' | 'cancel-wave'> = {
  /** Selects the members of a wave for which an answer had no time (N5). */
  'select-wave': {
    run: (ctx, job) => inOneTurn(selectWaveMembers(ctx, job, ctx.stopping)),
    concurrency: () => share(2, { most: 2, first: 2 }),
  },

  /**
   * Invites the members of a launched wave in parts (N5). Between two parts of a paced wave its job is
   * postponed.
   */
  'send-wave': {
    run: (ctx, job) =>
      workInSizedParts(ctx, async (size) => {
        const step = await sendMembers(ctx, job, size);
        const wait = step.next === 'wait' && { retryAfterSeconds: step.seconds };
        return { hasMore: step.next !== 'done', ...wait };
      }),
    concurrency: () => share(2, { most: 2, first: 2 }),
  },

  /**
   * Revokes the invitations of a cancelled wave whose mails wait (N5), in parts. A turn begins at the start:
   * what is revoked is not found again.
   */
  'cancel-wave': {
    run(ctx, job) {
      let after: string | undefined;
      return workInTurns(
        ctx,
        async () => {
          after = await revokeNext(ctx, job, after);
          return after === undefined ? { done: true } : undefined;
        },
        { rests: false },
      );
    },
    concurrency: () => share(2, { most: 2, first: 2 }),
  },
};
