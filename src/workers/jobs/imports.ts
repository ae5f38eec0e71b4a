import { ReadAhead } from '../../shared/capabilities/imports/parts/read-ahead.ts';
import { runPart } from '../../shared/capabilities/imports/parts/run-part.ts';
import { validatePart } from '../../shared/capabilities/imports/parts/validate-part.ts';
import { type JobEntries, share } from '../job-entry.ts';
import { workInSizedParts, workInTurns } from '../runner/work-in-turns.ts';

export const importJobs: JobEntries<'validate-import' | 'run-import'> = {
  /** Validates parts of an import for a second (N6). Nobody waits for its locks, so it does not rest. */
  'validate-import': {
    run: (ctx, job) => {
      const ahead = new ReadAhead(ctx);
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

  /** Stores parts of an import for a second (N6). Signups of the list wait for a part. */
  'run-import': {
    run: (ctx, job) => {
      let left: number | undefined;
      return workInSizedParts(
        ctx,
        async (size) => {
          const { hasMore, positions } = await runPart(ctx, job, size);
          const isAwaited = positions === undefined || positions.found !== left;
          left = positions?.left;
          return { hasMore, isAwaited };
        },
        { most: 4 },
      );
    },
    concurrency: () => share(2, { most: 2, first: 2 }),
  },
};
