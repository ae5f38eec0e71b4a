import type { SignupDelivery } from '../../src/shared/events/integrations/providers/provider.ts';
import {
  type EventType,
  isSignupEvent,
  type SignupEvent,
  toOutboundEvent,
} from '../../src/shared/list/publishing/events.ts';
import { signupId } from './http-client.ts';

const ofSignup = {
  id: signupId,
  waitlist_id: '0190c0de-0000-7000-8000-0000000000aa',
  waitlist_name: 'Beta',
  email: 'ada@example.com',
  position: 42,
};
const made = { metadata: { plan: 'pro' }, created_at: '2026-01-01T00:00:00.000Z' };
const emailed = { ...ofSignup, occurred_at: '2026-01-03T18:45:59.999Z' };

const events: readonly SignupEvent[] = [
  {
    type: 'signup.created',
    data: {
      ...ofSignup,
      total: 120,
      referral_code: 'k3v9x2m7qa',
      referred_by: '0190c0de-0000-7000-8000-000000000002',
      utm_source: 'newsletter',
      ...made,
    },
  },
  { type: 'signup.removed', data: { ...ofSignup, ...made, removed_at: '2026-01-02T09:30:00.000Z' } },
  { type: 'signup.email_delivered', data: emailed },
  { type: 'signup.email_opened', data: emailed },
  { type: 'signup.email_clicked', data: emailed },
];

/**
 * A delivery of each type of event about a signup, with changed data. @throws if the data is not valid for
 * the event
 */
export function makeDeliveries(change: Readonly<Record<string, unknown>> = {}): SignupDelivery[] {
  return events.map(({ type, data }) => ({
    id: '0190c0de-0000-7000-8000-0000000000bb',
    event: parseSignupEvent({ type, data: { ...data, ...change } }),
  }));
}

/** A delivery of a signup whose address was corrected. */
export const makeCorrection = (email: string): SignupDelivery => ({
  id: '0190c0de-0000-7000-8000-0000000000bc',
  event: parseSignupEvent({
    type: 'signup.updated',
    data: {
      ...{ ...ofSignup, email, previous_email: ofSignup.email, changed_fields: [] },
      ...{ ...made, updated_at: '2026-01-02T09:30:00.000Z' },
    },
  }),
});

function parseSignupEvent(value: { type: EventType; data: unknown }): SignupEvent {
  const event = toOutboundEvent(value);
  if (!isSignupEvent(event)) throw new Error(`${event.type} is about no signup`);
  return event;
}

/** A delivery of one event type. */
export function makeDelivery(
  type: SignupEvent['type'],
  change: Readonly<Record<string, unknown>> = {},
): SignupDelivery {
  const delivery = makeDeliveries(change).find(({ event }) => event.type === type);
  if (!delivery) throw new Error(`no ${type}`);
  return delivery;
}
