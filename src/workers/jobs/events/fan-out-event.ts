import { fanOutEvents } from '../../../shared/list/publishing/fan-out-queries.ts';
import { transaction } from '../../../shared/platform/postgres/transaction.ts';
import type { JobNotification } from '../../../shared/platform/queue/jobs.ts';
import type { WorkerContext } from '../../worker-context.ts';
import { deliverEvent } from './deliver-event.ts';

/**
 * Moves each event into the feed of its account (N2), and turns it into a delivery for each integration that
 * wants it (§6.1), in the transaction that completes the jobs.
 */
export async function fanOutEvent(ctx: WorkerContext, jobs: readonly JobNotification[]): Promise<void> {
  const deliveries = await transaction(ctx.sql, (tx) => fanOutEvents(tx, jobs, ctx.pendingCounts.recent()));
  ctx.pendingCounts.note(deliveries);
  for (const name of ['deliver-event', 'deliver-with-retries'] as const) {
    const due = deliveries.filter(({ job, isSurplus }) => job === name && !isSurplus);
    if (due.length > 0)
      ctx.notifier.notify(
        name,
        due.map(({ id, accountId }) => ({ id, accountId })),
      );
  }
  const surplus = deliveries.filter(({ isSurplus }) => isSurplus);
  // Started, they are recorded as failed. What a worker that dies here has not started, the sweep finds.
  if (surplus.length > 0) await deliverEvent.start(ctx, surplus);
}
