import { attemptDelivery } from '../../../shared/events/integrations/deliveries/attempt-delivery.ts';
import {
  type DeliveryOutcome,
  finishDeliveries,
} from '../../../shared/events/integrations/deliveries/outcome-queries.ts';
import {
  type StartedDelivery,
  startDeliveries,
} from '../../../shared/events/integrations/deliveries/start-queries.ts';
import { transaction } from '../../../shared/platform/postgres/transaction.ts';
import type { JobNotification } from '../../../shared/platform/queue/jobs.ts';
import type { JobSteps } from '../../runner/job-steps.ts';

/**
 * Delivers one event to one integration without retries, once (§6.1, §8 rule 8). Its job is completed as its
 * record is written, before the attempt: a worker that dies in it leaves a failed record and nothing to try
 * again (C7.4). A receiver that fails is a record, not a failed job.
 */
export const deliverEvent: JobSteps<JobNotification, StartedDelivery, DeliveryOutcome> = {
  /**
   * Leaves out jobs that another worker has taken, and those whose integration is paused or gone (§3.2). Ends
   * deliveries that are too late or surplus.
   */
  async start(ctx, jobs) {
    const started = await transaction(ctx.sql, (tx) => startDeliveries(tx, jobs));
    for (const [id, { integration, error }] of started) {
      if (error === null) continue;
      ctx.metrics.deliveries.inc({ type: integration.type, result: 'failed' });
      started.delete(id);
    }
    return started;
  },

  async run(ctx, started) {
    const { outcome } = await attemptDelivery(ctx, started);
    ctx.metrics.deliveries.inc({ type: started.integration.type, result: outcome.status });
    return { result: outcome };
  },

  record: (ctx, outcomes) => transaction(ctx.sql, (tx) => finishDeliveries(tx, outcomes)),
};
