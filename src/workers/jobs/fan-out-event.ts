import { fanOutEvents } from '../../shared/integrations/deliveries/queries.ts';
import { statement } from '../../shared/postgres/transaction.ts';
import type { JobNotification } from '../../shared/queue/jobs.ts';
import type { WorkerContext } from '../worker-context.ts';
import { deliverEvent } from './deliver-event.ts';

/**
 * Turns each event into a delivery for each integration that wants it (§6.1), in the statement that completes
 * the jobs.
 */
export async function fanOutEvent(ctx: WorkerContext, jobs: readonly JobNotification[]): Promise<void> {
  const deliveries = await statement(ctx.sql, (tx) => fanOutEvents(tx, jobs, ctx.pendingCounts.recent()));
  ctx.pendingCounts.note(deliveries);
  const due = deliveries.filter(({ isSurplus }) => !isSurplus);
  ctx.notifier.notify(
    'deliver-event',
    due.map(({ id, accountId }) => ({ id, accountId })),
  );
  const surplus = deliveries.filter(({ isSurplus }) => isSurplus);
  // Started, they are recorded as failed. What a worker that dies here has not started, the sweep finds.
  if (surplus.length > 0) await deliverEvent.start(ctx, surplus);
}
