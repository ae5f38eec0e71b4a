import { z } from 'zod';
import { named } from './schema/described.ts';

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

const SignupCreated = z.object({
  ...signupFields,
  total: z.int().min(0).describe('The number of signups on the waitlist, this one included.'),
  referral_code: z.string().describe("The signup's own code."),
  referred_by: Uuid.nullable().describe('The id of the signup that referred it.'),
  utm_source: z.string().nullable().describe('The campaign or channel.'),
  metadata: Metadata,
  created_at: IsoTime.describe('The time of the signup.'),
});

const SignupRemoved = z.object({
  ...signupFields,
  metadata: Metadata,
  created_at: IsoTime.describe('The time of the signup.'),
  removed_at: IsoTime.describe('The time of the deletion.'),
});

const SignupEmailed = z.object({
  ...signupFields,
  occurred_at: IsoTime.describe('The time that the mail provider recorded.'),
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
]);
export type OutboundEvent = z.infer<typeof OutboundEvent>;

export type EventType = OutboundEvent['type'];
export const eventTypes = OutboundEvent.options.map(({ shape }) => shape.type.value) as [
  EventType,
  ...EventType[],
];

/** The data that the function `add_signups` stores (migrations/functions). Times are in the format of Postgres. */
const NewSignup = z.object({ ...SignupCreated.shape, created_at: z.string() });

/** Converts the stored data of a fan-out-event job to an event. @throws ZodError if the data is invalid */
export function toOutboundEvent({ type, data }: { type: EventType; data: unknown }): OutboundEvent {
  return type === 'signup.created'
    ? signupCreated(NewSignup.parse(data))
    : OutboundEvent.parse({ type, data });
}

function signupCreated({ created_at, ...signup }: z.infer<typeof NewSignup>): OutboundEvent {
  return { type: 'signup.created', data: { ...signup, created_at: new Date(created_at).toISOString() } };
}

/** When the event happened, in ISO 8601; not when it was delivered. */
export function timeOf({ type, data }: OutboundEvent): string {
  if (type === 'signup.created') return data.created_at;
  if (type === 'signup.removed') return data.removed_at;
  return data.occurred_at;
}
