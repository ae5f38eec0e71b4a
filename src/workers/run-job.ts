import { isUnavailable } from '../shared/db.ts';
import type { JobName, Ring } from '../shared/jobs.ts';
import { microBatch } from '../shared/micro-batch.ts';
import { type ClaimedJob, claimJobs, postponeJob } from '../shared/outbox.ts';
import { backoffSeconds, type Processor } from './processor.ts';
import type { WorkerContext } from './worker-context.ts';

/**
 * Answers a ring: claims the job in the outbox, and runs it if it was there to be had. A second ring for the
 * same job finds nothing. A job whose processor fails is due again later; one whose worker dies, when the claim runs out.
 */
export function jobRunner<N extends JobName>(
  ctx: WorkerContext,
  name: N,
  processor: Processor<N>,
): (ring: Ring) => Promise<void> {
  const claim = microBatch<string, ClaimedJob<N> | undefined>({
    run: async (ids) => {
      const claimed = await claimJobs(ctx.sql, name, ids);
      return ids.map((id) => claimed.get(id));
    },
    maxItems: 200,
    keyOf: (id) => id,
    isItemError: (error) => !isUnavailable(error),
  });

  return async ({ id }) => {
    const job = await claim(id);
    if (!job) return;
    try {
      await processor(ctx, job);
    } catch (err) {
      ctx.log.error(
        { err, job: name, id: job.id, attempt: job.attempt },
        'a job failed and will be tried again',
      );
      await postponeJob(ctx.sql, name, job, backoffSeconds(job.attempt));
    }
  };
}
