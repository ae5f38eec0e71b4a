import type { Caller } from '../../../account/api-keys/caller.ts';
import type { Acting } from '../../../account/audit/actor.ts';
import { recordAction } from '../../../account/audit/record-action.ts';
import { AppError, notFound } from '../../../platform/errors.ts';
import type { KeepAnswer } from '../../../platform/idempotency/keep-answer.ts';
import { newId } from '../../../platform/ids.ts';
import { transaction } from '../../../platform/postgres/transaction.ts';
import type { JobNotifier } from '../../../platform/queue/job-notifier.ts';
import { assertIncluded } from '../../assert-included.ts';
import type { Context } from '../../context.ts';
import { findEvent } from '../../feed/queries.ts';
import type { IntegrationType } from '../../names.ts';
import { findIntegration } from '../queries.ts';
import type { Redelivery } from '../schema.ts';
import { findWishes, insertRedelivery } from './queries.ts';

/**
 * Delivers an event of the last 30 days once more to an integration (N2), whatever became of it before. It is
 * tried at least once, and as often as the integration's retries say. Stores the answer to a request with an
 * idempotency key.
 * @throws AppError quota_exceeded; not_found; conflict while the integration is paused, if it does not want
 * events of this type, or if its person was erased
 */
export async function redeliverEvent(
  ctx: Context & { readonly notifier: JobNotifier },
  caller: Acting & Pick<Caller, 'plan'>,
  type: IntegrationType,
  eventId: string,
  keepAnswer?: KeepAnswer<Redelivery>,
): Promise<Redelivery> {
  const { accountId, plan } = caller;
  assertIncluded(plan);
  const { id } = (await findIntegration(ctx.sql, accountId, type)) ?? notFound('integration');
  const event = (await findEvent(ctx.sql, accountId, eventId)) ?? notFound('event');
  if (event.erased)
    throw new AppError('conflict', 'The person of this event was erased: it is delivered no more.');
  const jobId = newId();
  const redelivery = { event_id: event.id };
  await transaction(ctx.sql, async (tx) => {
    const wishes = (await findWishes(tx, { accountId, id }, event.type)) ?? notFound('integration');
    assertEnabled(wishes);
    if (!wishes.wants)
      throw new AppError('conflict', `The integration does not want events of the type ${event.type}.`);
    await insertRedelivery(tx, { accountId, id }, event, jobId);
    await recordAction(tx, caller, 'integration.event_redelivered', {
      id,
      details: { type, event_id: event.id },
    });
    await keepAnswer?.(tx, redelivery);
  });
  ctx.notifier.notify('deliver-with-retries', [{ id: jobId, accountId }]);
  return redelivery;
}

/** @throws AppError conflict */
export function assertEnabled({ enabled }: { readonly enabled: boolean }): void {
  if (!enabled) throw new AppError('conflict', 'The integration is paused. Resume it first.');
}
