import { findAccount } from '../../account/accounts/queries.ts';
import type { OutboundEvent } from '../../list/publishing/events.ts';
import type { SignupFacts } from '../../list/publishing/signup-facts.ts';
import { notFound } from '../../platform/errors.ts';
import { assertId, newId } from '../../platform/ids.ts';
import { statement, transaction } from '../../platform/postgres/transaction.ts';
import { assertIncluded } from '../assert-included.ts';
import type { Context } from '../context.ts';
import type { IntegrationType } from '../names.ts';
import { attemptDelivery } from './deliveries/attempt-delivery.ts';
import { finishDeliveries } from './deliveries/outcome-queries.ts';
import { findDelivery, insertTestDelivery } from './deliveries/queries.ts';
import { findIntegration } from './queries.ts';
import type { DeliveryRecord } from './schema.ts';

/**
 * Sends a synthetic signup.created to a saved integration like a real one, even while it is paused (§4.7 rule
 * 6, C11.4).
 * @returns the record of the attempt, failed or not
 * @throws AppError not_found; quota_exceeded on a plan without integrations
 */
export async function testIntegration(
  ctx: Context,
  accountId: string,
  type: IntegrationType,
): Promise<DeliveryRecord> {
  assertId(accountId, 'account');
  const account = (await findAccount(ctx.sql, accountId)) ?? notFound('account');
  const integration = (await findIntegration(ctx.sql, accountId, type)) ?? notFound('integration');
  assertIncluded(account.plan);
  const delivery = { id: newId(), event: syntheticSignup() };
  const { account_id, id: integration_id } = integration;
  const record = { account_id, id: delivery.id, integration_id, event_type: delivery.event.type };
  await statement(ctx.sql, (tx) => insertTestDelivery(tx, record));
  const made = { ...delivery, integration, eventId: null, seq: null, facts: syntheticFacts };
  const { outcome } = await attemptDelivery(ctx, made);
  await transaction(ctx.sql, (tx) => finishDeliveries(tx, [outcome]));
  const recorded = await findDelivery(ctx.sql, { accountId: account_id, id: delivery.id });
  return recorded ?? notFound('integration'); // its log was cleared meanwhile
}

const code = '0000000000';

/** Without custom fields: a receiver might keep what is made up. */
const syntheticFacts: SignupFacts = {
  signup: { fields: {}, referral_code: code, referral_count: 0 },
  referral_bonus: 1,
  site_url: 'https://example.com/',
};

function syntheticSignup(): OutboundEvent {
  return {
    type: 'signup.created',
    data: {
      id: newId(),
      waitlist_id: newId(),
      waitlist_name: 'Test waitlist',
      email: 'test@example.com',
      position: 1,
      total: 1,
      referral_code: code,
      referred_by: null,
      utm_source: null,
      metadata: { service_test: true },
      created_at: new Date().toISOString(),
    },
  };
}
