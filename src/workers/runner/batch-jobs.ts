import { isUnavailable } from '../../shared/postgres/connection.ts';
import { type MicroBatchOptions, microBatch } from '../../shared/queue/micro-batch.ts';

const maxPerStatement = 200;
/** Between statements, for them to be fewer and larger: measured with signups in a trickle and with a backlog (docs/performance.md). */
const gatherMs = 5;

/** Folds the statements of jobs that run side by side into one; in a batch that fails for one bad job's sake, each is tried alone. */
export function batchJobs<Item, Result>(
  run: MicroBatchOptions<Item, Result>['run'],
  keyOf?: (item: Item) => string,
): (item: Item) => Promise<Result> {
  return microBatch({
    run,
    ...(keyOf && { keyOf }),
    maxItems: maxPerStatement,
    gatherMs,
    isItemError: (error) => !isUnavailable(error),
  });
}
