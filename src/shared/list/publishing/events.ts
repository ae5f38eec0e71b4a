import { z } from 'zod';
import { named } from '../../platform/schema/described.ts';

const Uuid = z.uuid();
const IsoTime = z.iso.datetime();

const signupFields = {
  id: Uuid.describe('The id of the signup.'),
  waitlist_id: Uuid.describe('The id of its waitlist.'),
  waitlist_name: z.string().describe('The name of its waitlist.'),
  email: z.string().meta({ description: 'The address as it was first sent.', format: 'email' }),
  position: z.int().min(1).describe('The stored position.'),
};

/** Strings, and in a test event the flag `service_test` (§4.7 rule 6). */
const Metadata = z
  .record(z.string(), z.union([z.string(), z.literal(true)]))
  .describe(
    'The metadata of the signup: strings. A test event has only the key `service_test` with the value `true`.',
  );

/** What event data have only for an integration whose configuration asks for it with `include` (N1). */
const included = {
  fields: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
    .describe(
      'The custom fields of the signup by their keys. Only if the integration includes `fields`. Empty if the signup was deleted before a worker got to the event.',
    ),
  display_position: z
    .int()
    .min(1)
    .nullable()
    .describe(
      'The position with the referral bonus; null without a bonus. Only if the integration includes `display_position`.',
    ),
  referral_link: z
    .string()
    .nullable()
    .describe(
      'The link to share; null without `links.site_url` in the settings. Only if the integration includes `referral_link`.',
    ),
};
const Included = z.object(included).partial();
export type IncludedData = z.infer<typeof Included>;
export type EventInclude = keyof typeof included;
export const eventIncludes = Object.keys(included) as [EventInclude, ...EventInclude[]];

const SignupCreated = z.object({
  ...signupFields,
  total: z.int().min(0).describe('The number of signups on the waitlist, this one included.'),
  referral_code: z.string().describe("The signup's own code."),
  referred_by: Uuid.nullable().describe('The id of the signup that referred it.'),
  utm_source: z.string().nullable().describe('The campaign or channel.'),
  metadata: Metadata,
  created_at: IsoTime.describe('The time of the signup.'),
  ...Included.shape,
});

const SignupRemoved = z.object({
  ...signupFields,
  metadata: Metadata,
  created_at: IsoTime.describe('The time of the signup.'),
  removed_at: IsoTime.describe('The time of the deletion.'),
  ...Included.shape,
});

const SignupEmailed = z.object({
  ...signupFields,
  occurred_at: IsoTime.describe('The time that the mail provider recorded.'),
  ...Included.shape,
});

const SignupConfirmed = z.object({
  ...signupFields,
  confirmed_at: IsoTime.describe('The time of the confirmation.'),
  ...Included.shape,
});

const SignupUnsubscribed = z.object({
  ...signupFields,
  unsubscribed_at: IsoTime.describe(
    'The time of the first click on the button, or of the mail program’s request.',
  ),
  ...Included.shape,
});

const Referral = z.object({
  ...signupFields,
  referrer_id: Uuid.describe('The id of the signup whose code it passed.'),
  reasons: z.array(z.string()).describe('What speaks against the referral.'),
  occurred_at: IsoTime.describe('The time of the decision.'),
});

const RewardReached = z.object({
  ...signupFields,
  metadata: Metadata,
  created_at: IsoTime.describe('The time of the signup.'),
  key: z.string().describe('The key of the reward in the settings.'),
  at: z.int().min(1).describe('How many referrals reach it.'),
  referral_count: z.int().min(1).describe('How many referrals the signup had when it was granted.'),
  reached_at: IsoTime.describe('When it was granted.'),
});

const Invitation = z.object({
  ...signupFields,
  metadata: Metadata,
  created_at: IsoTime.describe('The time of the signup.'),
  invitation_id: Uuid.nullable().describe(
    'The id of the invitation; null for a conversion without an invitation.',
  ),
  wave_id: Uuid.nullable().describe('The id of its wave; null if it was of none.'),
  occurred_at: IsoTime.describe('When it happened.'),
});

const IntegrationDisabled = z.object({
  integration_type: z.string().describe('The type of the integration.'),
  reason: z.string().describe('Why it was disabled, in a sentence.'),
  failing_since: IsoTime.describe('The first failure after its last success.'),
  disabled_at: IsoTime.describe('When it was disabled.'),
});

const Count = z.int().min(0);
const ImportFinished = z.object({
  id: Uuid.describe('The id of the import.'),
  waitlist_id: Uuid.describe('The id of its waitlist.'),
  waitlist_name: z.string().describe('The name of its waitlist.'),
  created: Count.describe('How many signups it has added.'),
  existing: Count.describe('How many rows have an address that was on the waitlist already.'),
  duplicates: Count.describe('How many rows have the address of an earlier row.'),
  rejected: Count.describe('How many rows could not be imported.'),
  over_quota: Count.describe('How many rows did not fit the plan’s limit.'),
  finished_at: IsoTime.describe('When it finished.'),
});

/** The schema of an event type. `id` is its name in the API description. */
function event<Type extends string, Data extends z.ZodType>(id: string, type: Type, data: Data) {
  return named(
    id,
    z.object({
      type: z.literal(type).describe('The type of the event.'),
      data: data.describe('The data of the event.'),
    }),
  );
}

/** The events that integrations receive (§6.1), discriminated by `type`. */
export const OutboundEvent = z.discriminatedUnion('type', [
  event('SignupCreated', 'signup.created', SignupCreated),
  event('SignupRemoved', 'signup.removed', SignupRemoved),
  event('SignupEmailDelivered', 'signup.email_delivered', SignupEmailed),
  event('SignupEmailOpened', 'signup.email_opened', SignupEmailed),
  event('SignupEmailClicked', 'signup.email_clicked', SignupEmailed),
  event('SignupConfirmed', 'signup.confirmed', SignupConfirmed),
  event('SignupUnsubscribed', 'signup.unsubscribed', SignupUnsubscribed),
  event('ReferralCredited', 'referral.credited', Referral),
  event('ReferralWithheld', 'referral.withheld', Referral),
  event('ReferralRevoked', 'referral.revoked', Referral),
  event('RewardReached', 'reward.reached', RewardReached),
  event('InvitationSent', 'invitation.sent', Invitation),
  event('InvitationConverted', 'invitation.converted', Invitation),
  event('InvitationExpired', 'invitation.expired', Invitation),
  event('InvitationDeclined', 'invitation.declined', Invitation),
  event('IntegrationDisabled', 'integration.disabled', IntegrationDisabled),
  event('ImportFinished', 'import.finished', ImportFinished),
]);
export type OutboundEvent = z.infer<typeof OutboundEvent>;

export type EventType = OutboundEvent['type'];
export const eventTypes = OutboundEvent.options.map(({ shape }) => shape.type.value) as [
  EventType,
  ...EventType[],
];

/** The events that are about a signup. */
export type SignupEvent = Extract<OutboundEvent, { type: `signup.${string}` }>;
export const signupEventTypes = eventTypes.filter((type) => type.startsWith('signup.')) as [
  SignupEvent['type'],
  ...SignupEvent['type'][],
];

/** The events that are about the credit for a signup. */
export type ReferralEvent = Extract<OutboundEvent, { type: `referral.${string}` }>;

/** The events that are about an invitation, or about a conversion without one. */
export type InvitationEvent = Extract<OutboundEvent, { type: `invitation.${string}` }>;

export function isSignupEvent(event: OutboundEvent): event is SignupEvent {
  return event.type.startsWith('signup.');
}

/** Converts the stored data of an event to the event. @throws ZodError if the data is invalid */
export function toOutboundEvent({ type, data }: { type: EventType; data: unknown }): OutboundEvent {
  return OutboundEvent.parse({ type, data: withUtcTimes(data) });
}

/** Data that the SQL functions store (migrations/functions) have times in the format of Postgres. */
export function withUtcTimes(data: unknown): Record<string, unknown> {
  const stored = data as Record<string, unknown>;
  const times = ['created_at', 'occurred_at'].flatMap((key) => {
    const time = new Date(String(stored[key]));
    return Number.isNaN(time.getTime()) ? [] : [[key, time.toISOString()]];
  });
  return { ...stored, ...Object.fromEntries(times) };
}

/** When the event happened, in ISO 8601; not when it was delivered. */
export function timeOf({ type, data }: OutboundEvent): string {
  if (type === 'signup.created') return data.created_at;
  if (type === 'signup.removed') return data.removed_at;
  if (type === 'signup.confirmed') return data.confirmed_at;
  if (type === 'signup.unsubscribed') return data.unsubscribed_at;
  if (type === 'reward.reached') return data.reached_at;
  if (type === 'integration.disabled') return data.disabled_at;
  if (type === 'import.finished') return data.finished_at;
  return data.occurred_at;
}
