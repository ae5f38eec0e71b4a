import { attemptDelivery } from '../../shared/integrations/deliveries/attempt-delivery.ts';
import type { UnclaimedProcessor } from '../runner/processor.ts';

/**
 * Tells one integration of one event, once (§6.1, §8 rule 8). Its job ends as its record is written, before the attempt: a worker
 * that dies in it leaves a failed record and nothing to try again (C7.4). A receiver that fails is a record, not a failed job.
 */
export const deliverEvent: UnclaimedProcessor = async (ctx, { id }) => {
  const started = await ctx.startDelivery(id);
  if (!started) return false; // paused, deleted or downgraded since the event was fired (§3.2), or another worker was quicker
  if (started.error !== null) return false; // too late, or one too many: its record says so
  const outcome = await attemptDelivery(ctx, started.integration, { id, event: started.event });
  ctx.metrics.deliveries.inc({ type: started.integration.type, result: outcome.status });
  try {
    await ctx.finishDelivery(outcome);
  } catch (err) {
    ctx.log.error({ err, delivery: id, outcome }, 'a delivery was not recorded; it will read as interrupted');
  }
  return true;
};
