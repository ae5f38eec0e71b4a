import { deleteOldEmailEvents } from '../../shared/email/inbound/event-queries.ts';
import { statement } from '../../shared/postgres/transaction.ts';
import type { WorkerContext } from '../worker-context.ts';
import { deleteInBatches } from './delete-in-batches.ts';

/** Deletes providers' events that no provider repeats any more (30 days). There may be millions, so held mails do not wait for it. */
export async function maintainEmailEvents({ sql, stopping }: WorkerContext): Promise<void> {
  await deleteInBatches((limit) => statement(sql, (tx) => deleteOldEmailEvents(tx, limit)), stopping.signal);
}
