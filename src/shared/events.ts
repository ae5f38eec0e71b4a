import { z } from 'zod';

const Uuid = z.uuid();
const IsoTime = z.iso.datetime();

const OfSignup = {
  id: Uuid,
  waitlist_id: Uuid,
  waitlist_name: z.string(),
  email: z.string(),
  position: z.int().min(1),
};

/** Texts, but for the flag of a test send (§4.7 rule 6). */
const Metadata = z.record(z.string(), z.union([z.string(), z.literal(true)]));

const SignupCreated = z.object({
  ...OfSignup,
  /** The list's live count at creation. */
  total: z.int().min(0),
  /** The signup's own. */
  referral_code: z.string(),
  referred_by: Uuid.nullable(),
  utm_source: z.string().nullable(),
  metadata: Metadata,
  created_at: IsoTime,
});

const SignupRemoved = z.object({
  ...OfSignup,
  metadata: Metadata,
  created_at: IsoTime,
  removed_at: IsoTime,
});

/** `occurred_at` is when the provider recorded the email event. */
const SignupEmailed = z.object({ ...OfSignup, occurred_at: IsoTime });

/** What integrations are told (§6.1): the type, and exactly the data that it comes with. */
export const OutboundEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('signup.created'), data: SignupCreated }),
  z.object({ type: z.literal('signup.removed'), data: SignupRemoved }),
  z.object({ type: z.literal('signup.email_delivered'), data: SignupEmailed }),
  z.object({ type: z.literal('signup.email_opened'), data: SignupEmailed }),
  z.object({ type: z.literal('signup.email_clicked'), data: SignupEmailed }),
]);
export type OutboundEvent = z.infer<typeof OutboundEvent>;

export type EventType = OutboundEvent['type'];
export const eventTypes = OutboundEvent.options.map(({ shape }) => shape.type.value) as [
  EventType,
  ...EventType[],
];
