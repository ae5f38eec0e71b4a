import { finishErasure } from '../../shared/capabilities/people/erasure-queries.ts';
import { continueErasure } from '../../shared/capabilities/people/finish-erasure.ts';
import { type JobEntries, share } from '../job-entry.ts';
import { startTurn } from '../runner/work-in-turns.ts';

export const peopleJobs: JobEntries<'erase-person'> = {
  /** Goes on with an erasure that a request has begun (N3), until nothing of the person is left. */
  'erase-person': {
    async run(ctx, job) {
      const step = await continueErasure(ctx, job, startTurn(ctx));
      if (step.next === 'more') return { hasMore: true, afterOthers: true };
      if (step.next === 'later') return { retryAfterSeconds: step.seconds };
      ctx.log.info({ account: job.accountId, erasure: job.id }, 'finished an erasure');
      return { done: true, record: (tx) => finishErasure(tx, job) };
    },
    concurrency: () => share(2, { most: 2, first: 2 }),
  },
};
