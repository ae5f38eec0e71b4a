import { deleteOldDeliveries, deleteSurplusDeliveries } from '../shared/integrations/queries.ts';
import { statement } from '../shared/postgres/transaction.ts';
import type { WorkerContext } from './worker-context.ts';

const recordsPerBatch = 5_000;

/** Keeps each delivery log to its newest 1,000 records and to 30 days (C7.5). */
export async function maintainDeliveries({ sql }: WorkerContext): Promise<void> {
  for (const forget of [deleteSurplusDeliveries, deleteOldDeliveries]) {
    while ((await statement(sql, (tx) => forget(tx, recordsPerBatch))) === recordsPerBatch);
  }
}
