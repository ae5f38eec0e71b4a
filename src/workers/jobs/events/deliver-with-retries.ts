import { attemptDelivery } from '../../../shared/events/integrations/deliveries/attempt-delivery.ts';
import {
  finishRetriedDeliveries,
  type RetriedOutcome,
} from '../../../shared/events/integrations/deliveries/outcome-queries.ts';
import { mostAttempts, retrySeconds } from '../../../shared/events/integrations/deliveries/retry-schedule.ts';
import {
  type RetriedJobName,
  type RetriedStart,
  startRetriedDeliveries,
} from '../../../shared/events/integrations/deliveries/start-queries.ts';
import { transaction } from '../../../shared/platform/postgres/transaction.ts';
import type { ClaimedJob } from '../../../shared/platform/queue/outbox.ts';
import { handleAllFailing } from '../../maintenance/maintain-integrations.ts';
import type { JobSteps } from '../../runner/job-steps.ts';
import type { WorkerContext } from '../../worker-context.ts';

type RetriedJob = ClaimedJob<RetriedJobName>;

/** A result with the integration, for what follows the commit. */
type Result = RetriedOutcome & Pick<RetriedStart, 'integration'>;

/**
 * Delivers one event to one integration until it succeeds, or until its attempts are used up (N2): 8 with
 * retries, else the one that was asked for. The job is claimed: if the worker dies, another one makes an
 * attempt. So the event arrives at least once, always with the same id and the same bytes.
 */
export function deliverWithRetries(name: RetriedJobName): JobSteps<RetriedJob, RetriedStart, Result> {
  return {
    start: (ctx, jobs) => transaction(ctx.sql, (tx) => startRetriedDeliveries(tx, name, jobs)),

    async run(ctx, started, job) {
      const { integration, attempt } = started;
      const { outcome, body, retryAfterSeconds } = await attemptDelivery(ctx, {
        ...started,
        isRepeatable: true,
      });
      ctx.metrics.deliveries.inc({ type: integration.type, result: outcome.status });
      const most = integration.retries === 'standard' ? mostAttempts : 1;
      const isOver = outcome.status === 'success' || outcome.response_status === 410 || attempt >= most;
      const seconds = isOver ? undefined : retrySeconds(attempt, retryAfterSeconds);
      const next = seconds === undefined ? null : { seconds, attempts: attempt, body };
      return { result: { outcome, lease: job, next, integration } };
    },

    async record(ctx, results) {
      await transaction(ctx.sql, (tx) => finishRetriedDeliveries(tx, name, results));
      for (const { lease, next } of results) if (next) notifySoon(ctx, name, lease, next.seconds);
      const gone = results.filter(
        ({ outcome, integration }) => outcome.response_status === 410 && integration.retries === 'standard',
      );
      const integrations = new Map(gone.map(({ integration }) => [integration.id, integration]));
      await handleAllFailing(
        ctx,
        [...integrations.values()].map(({ id, account_id: accountId, type }) => ({ id, accountId, type })),
      );
    },
  };
}

/** Retries that are due later are left to the sweep, which takes some seconds. */
const soonSeconds = 30;

function notifySoon(
  { notifier, stopping }: WorkerContext,
  name: RetriedJobName,
  { id, accountId }: RetriedOutcome['lease'],
  seconds: number,
): void {
  if (seconds > soonSeconds) return;
  const timer = setTimeout(() => {
    if (!stopping.aborted) notifier.notify(name, [{ id, accountId }]);
  }, seconds * 1_000);
  timer.unref();
}
