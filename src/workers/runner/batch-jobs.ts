import { isUnavailable } from '../../shared/platform/postgres/connection.ts';
import { microBatch } from '../../shared/platform/queue/micro-batch.ts';

const maxPerStatement = 200;
/**
 * Between statements, for them to be fewer and larger: measured with signups in a trickle and with a backlog
 * (docs/performance.md).
 */
const gatherMs = 5;

/**
 * A job, or what came of one. Late ones (`JobNotification`) are batched apart: no other waits for their
 * batch.
 */
interface BatchedItem {
  readonly id: string;
  readonly isLate?: boolean;
}

/**
 * Folds the statements of jobs that run side by side into one; no job is twice in it. Where a batch fails for
 * one bad job's sake, each is tried alone.
 */
export function batchJobs<Item extends BatchedItem, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  const openBatch = () =>
    microBatch({
      run,
      keyOf: ({ id }: Item) => id,
      maxItems: maxPerStatement,
      gatherMs,
      isItemError: (error) => !isUnavailable(error),
    });
  const [batch, lateBatch] = [openBatch(), openBatch()];
  return (item) => (item.isLate ? lateBatch(item) : batch(item));
}
