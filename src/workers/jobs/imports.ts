import { ReadAhead } from '../../shared/capabilities/imports/parts/read-ahead.ts';
import { runPart } from '../../shared/capabilities/imports/parts/run-part.ts';
import { validatePart } from '../../shared/capabilities/imports/parts/validate-part.ts';
import { type JobEntries, share } from '../job-entry.ts';
import { workInTurns } from '../runner/work-in-turns.ts';

export const importJobs: JobEntries<'validate-import' | 'run-import'> = {
  /** Validates parts of an import for a second (N6). Nobody waits for its locks, so it does not rest. */
  'validate-import': {
    run: (ctx, job) => {
      const ahead = new ReadAhead(ctx.sql);
      return workInTurns(
        ctx,
        async () => {
          const { hasMore } = await validatePart(ctx, job, ahead);
          return hasMore ? undefined : { done: true };
        },
        { rests: false },
      );
    },
    concurrency: () => share(2, { most: 2, first: 2 }),
  },

  /** Stores parts of an import for a second (N6). Signups of the list wait for a part, so it rests. */
  'run-import': {
    run: (ctx, job) =>
      workInTurns(
        ctx,
        async () => {
          const { hasMore } = await runPart(ctx, job);
          return hasMore ? undefined : { done: true };
        },
        { rests: true },
      ),
    concurrency: () => share(2, { most: 2, first: 2 }),
  },
};
