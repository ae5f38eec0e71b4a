import { finishErasure } from '../../shared/capabilities/people/erasure-queries.ts';
import { continueErasure } from '../../shared/capabilities/people/finish-erasure.ts';
import type { ClaimedJob } from '../../shared/platform/queue/outbox.ts';
import type { JobOutcome } from '../runner/processor.ts';
import { startTurn } from '../runner/work-in-turns.ts';
import type { WorkerContext } from '../worker-context.ts';

/** Goes on with an erasure that a request has begun (N3), until nothing of the person is left. */
export async function erasePerson(ctx: WorkerContext, job: ClaimedJob<'erase-person'>): Promise<JobOutcome> {
  const step = await continueErasure(ctx, job, startTurn(ctx));
  if (step.next === 'more') return { hasMore: true, afterOthers: true };
  if (step.next === 'later') return { retryAfterSeconds: step.seconds };
  ctx.log.info({ account: job.accountId, erasure: job.id }, 'finished an erasure');
  return { done: true, record: (tx) => finishErasure(tx, job) };
}
