import type { Context } from '../../context.ts';
import { insertNotices } from '../../email/notices/queries.ts';
import { transaction } from '../../postgres/transaction.ts';
import type { JobNotification, Notice } from '../../queue/jobs.ts';
import { fireEvents } from '../deliveries/fire-event.ts';
import { lockIntegrationById } from '../queries.ts';
import { type FailingIntegration, type Failure, lockFailure, markDisabled, markNoticed } from './queries.ts';

/** The jobs to notify workers of after the commit. */
interface Looked {
  readonly fired: readonly JobNotification[];
  readonly notices: readonly JobNotification[];
  readonly isDisabled: boolean;
}

/**
 * Does what is due for an integration with retries that fails (N2). After 5 days and 20 attempts without one
 * success, or an answer 410, it is paused; `integration.disabled` is published and its users are told. They
 * are told first when it has failed for six hours. Nothing is due twice.
 */
export function lookAfterFailing(ctx: Context, integration: FailingIntegration): Promise<Looked> {
  return transaction(ctx.sql, async (tx): Promise<Looked> => {
    const nothing = { fired: [], notices: [], isDisabled: false };
    if (!(await lockIntegrationById(tx, integration))) return nothing;
    const failure = await lockFailure(tx, integration);
    if (!failure || !(failure.is_too_long || failure.is_notice_due)) return nothing;
    const { accountId, type } = integration;
    const { plan, failing_since, is_too_long: isDisabled } = failure;
    const reason = isDisabled ? reasonOf(failure) : (failure.last_error ?? 'Deliveries failed.');
    const about: Notice['about'] = isDisabled ? 'integration_disabled' : 'integration_failing';
    let fired: readonly JobNotification[] = [];
    if (isDisabled) {
      const disabled_at = await markDisabled(tx, integration, reason);
      const data = { integration_type: type, reason, failing_since, disabled_at };
      fired = await fireEvents(tx, [{ accountId, plan, event: { type: 'integration.disabled', data } }]);
    }
    await markNoticed(tx, integration);
    const notice = { about, integration_type: type, failing_since, reason };
    const notices = ctx.config.email.managed ? await insertNotices(tx, accountId, notice) : [];
    return { fired, notices, isDisabled };
  });
}

function reasonOf({ is_gone, failed_attempts, last_error }: Failure): string {
  if (is_gone) return 'The receiver answered 410: it wants no more deliveries.';
  return `${failed_attempts} attempts in 5 days failed without one success. The last error: ${last_error ?? 'unknown'}`;
}
