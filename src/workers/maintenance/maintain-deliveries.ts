import {
  deleteOldDeliveries,
  deleteSurplusDeliveries,
} from '../../shared/integrations/deliveries/queries.ts';
import { statement } from '../../shared/postgres/transaction.ts';
import type { WorkerContext } from '../worker-context.ts';
import { deleteInBatches } from './delete-in-batches.ts';

/** Keeps each delivery log to its newest 1,000 records and to 30 days (C7.5). */
export async function maintainDeliveries({ sql, stopping }: WorkerContext): Promise<void> {
  for (const deleteBatch of [deleteSurplusDeliveries, deleteOldDeliveries]) {
    await deleteInBatches((limit) => statement(sql, (tx) => deleteBatch(tx, limit)), stopping.signal);
  }
}
