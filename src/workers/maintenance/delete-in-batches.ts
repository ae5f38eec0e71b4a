import { setTimeout as sleep } from 'node:timers/promises';

/** Within what Postgres does in a tenth of a second: nothing else waits long for it. */
const rowsPerBatch = 5_000;
/** A long deletion leaves the machine to others for as long as it took itself, within these bounds. */
const restMs = { least: 5, most: 1_000 };

/**
 * Deletes all that is to go, batch by batch, until a batch is not full or the worker is to end. `deleteBatch` deletes as many rows as it
 * is told at most. @returns how many were deleted
 */
export async function deleteInBatches(
  deleteBatch: (limit: number) => Promise<number>,
  stopping: AbortSignal,
): Promise<number> {
  for (let total = 0; ; ) {
    const startedAt = performance.now();
    const deleted = await deleteBatch(rowsPerBatch);
    total += deleted;
    if (deleted < rowsPerBatch || stopping.aborted) return total;
    await sleep(Math.min(Math.max(performance.now() - startedAt, restMs.least), restMs.most));
  }
}
