import { ReadAhead } from '../../shared/capabilities/imports/parts/read-ahead.ts';
import { runPart } from '../../shared/capabilities/imports/parts/run-part.ts';
import { validatePart } from '../../shared/capabilities/imports/parts/validate-part.ts';
import { type JobEntries, share } from '../job-entry.ts';
import { workInTurns } from '../runner/work-in-turns.ts';

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

  /**
   * Stores parts of an import for a second (N6). Where people sign up meanwhile they wait for a part: it
   * rests.
   */
  'run-import': {
    run: (ctx, job) => {
      let left: number | undefined;
      let hasCompany = true;
      return workInTurns(
        ctx,
        async () => {
          const { hasMore, positions } = await runPart(ctx, job);
          hasCompany = positions === undefined || positions.found !== left;
          left = positions?.left;
          return hasMore ? undefined : { done: true };
        },
        { rests: () => hasCompany },
      );
    },
    concurrency: () => share(2, { most: 2, first: 2 }),
  },
};
