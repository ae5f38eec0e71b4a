import {
  type FailingIntegration,
  type Failure,
  lockFailure,
  markDisabled,
  markNoticed,
} from '../../events/integrations/health/queries.ts';
import { lockIntegrationById } from '../../events/integrations/queries.ts';
import { fireEvents } from '../../list/publishing/fire-event.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import type { JobNotification } from '../../platform/queue/jobs.ts';
import type { Context } from '../context.ts';
import { enqueueNotices, type NoticeJobs, noNoticeJobs } from './enqueue-notices.ts';
import type { NoticeFacts } from './schema.ts';

/** The jobs to notify workers of after the commit. */
interface FailureHandled {
  readonly fired: readonly JobNotification[];
  readonly notices: NoticeJobs;
  readonly isDisabled: boolean;
}

/**
 * Does what is due for an integration that fails (N2). Users of the account get a notice when it has failed
 * for six hours. One with retries is disabled after 5 days and 20 attempts without one success, or after an
 * answer 410; `integration.disabled` is published and users get another notice. Nothing is done twice.
 */
export function handleFailing(ctx: Context, integration: FailingIntegration): Promise<FailureHandled> {
  return transaction(ctx.sql, async (tx): Promise<FailureHandled> => {
    const nothing = { fired: [], notices: noNoticeJobs, isDisabled: false };
    if (!(await lockIntegrationById(tx, integration))) return nothing;
    const failure = await lockFailure(tx, integration);
    if (!failure || !(failure.is_too_long || failure.is_notice_due)) return nothing;
    const { accountId, type } = integration;
    const { plan, failing_since, retries, is_too_long: isDisabled } = failure;
    const reason = isDisabled ? reasonOf(failure) : (failure.last_error ?? 'Deliveries failed.');
    let fired: readonly JobNotification[] = [];
    if (isDisabled) {
      const disabled_at = await markDisabled(tx, integration, reason);
      const data = { integration_type: type, reason, failing_since, disabled_at };
      fired = await fireEvents(tx, [{ accountId, plan, event: { type: 'integration.disabled', data } }]);
    }
    await markNoticed(tx, integration);
    const about = { integration_type: type, failing_since, reason };
    const facts: NoticeFacts = isDisabled
      ? { about: 'integration_disabled', ...about }
      : { about: 'integration_failing', ...about, retries };
    const notices = await enqueueNotices(ctx, tx, accountId, facts);
    return { fired, notices, isDisabled };
  });
}

function reasonOf({ is_gone, failed_attempts, last_error }: Failure): string {
  if (is_gone) return 'The receiver answered 410: it wants no more deliveries.';
  return `${failed_attempts} attempts in 5 days failed without one success. The last error: ${last_error ?? 'unknown'}`;
}
