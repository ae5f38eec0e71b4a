import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql, Tx } from './postgres/connection.ts';
import { statement } from './postgres/transaction.ts';

/** Something that every worker looks after beside its jobs, on a timer of its own. */
export interface MaintenanceTask<Context> {
  readonly everyMs: number;
  /** The pause behind a run that was `unfinished`. */
  readonly soonMs?: number;
  run(ctx: Context): Promise<unknown>;
  /** Logged when it starts to fail, and when it succeeds again. */
  readonly failing: string;
  readonly recovered: string;
}

/** As many as Postgres deletes in a tenth of a second: nothing else waits long for it. */
const rowsPerBatch = 5_000;
/** A long deletion leaves the machine to others for as long as it took itself, within these bounds. */
const restMs = { least: 5, most: 1_000 };

/**
 * Deletes old rows batch by batch, until one is not full or the worker is stopping. `deleteBatch` deletes up
 * to `limit` rows, and returns how many.
 */
export async function deleteInBatches(
  { sql, stopping }: { readonly sql: Sql; readonly stopping: AbortSignal },
  deleteBatch: (tx: Tx, limit: number) => Promise<number>,
): Promise<void> {
  for (;;) {
    const startedAt = performance.now();
    const deleted = await statement(sql, (tx) => deleteBatch(tx, rowsPerBatch));
    if (deleted < rowsPerBatch || stopping.aborted) return;
    await sleep(Math.min(Math.max(performance.now() - startedAt, restMs.least), restMs.most));
  }
}
