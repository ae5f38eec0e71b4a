import { z } from 'zod';
import { FeedEvent } from '../../events/feed/schema.ts';
import { bounceClasses } from '../../list/mail-state/bounce.ts';
import { emailStatuses } from '../../list/mail-state/status.ts';
import { Signup } from '../../list/signups/schema.ts';
import { Suppression } from '../../mail/suppressions/schema.ts';
import { EmailAddress, named, Timestamp } from '../../platform/schema/described.ts';
import { Email } from '../../platform/schema/email-address.ts';
import { type PersonLists, type PersonSignupFacts, personPlace } from '../person-part.ts';

const address = Email.describe('The address, in any letter case.');

/** The body of POST people/export (N3). */
export const PersonInput = named('PersonTarget', z.strictObject({ email: address }));
export type PersonInput = z.infer<typeof PersonInput>;

/** The body of POST people/erase (N3). */
export const ErasureInput = named(
  'ErasureTarget',
  z.strictObject({
    email: address,
    suppress: z
      .boolean()
      .default(true)
      .describe('Whether the address gets no mails from now on, even if it signs up again.'),
  }),
);
export type ErasureInput = z.infer<typeof ErasureInput>;

/** The response of POST people/erase (N3). */
export const Erasure = named(
  'Erasure',
  z.object({
    erasure_id: z.uuid().describe('The id of the erasure, for your records.'),
    signups: z.int().min(0).describe('How many signups are deleted.'),
    mails: z.int().min(0).describe('How many mails of theirs are deleted.'),
    events: z
      .int()
      .min(0)
      .nullable()
      .describe(
        'How many events are scrubbed or deleted: of the feed, and of mail providers. Null if the feed is too long to count within the request; a worker goes on with it.',
      ),
  }),
);
export type Erasure = z.infer<typeof Erasure>;

/** A signup of the person, without what others add to it. */
const PersonSignup = Signup.extend({
  waitlist_id: z.uuid().describe('The waitlist that it is on.'),
  waitlist_name: z.string().describe('The name of that waitlist.'),
  unsubscribed_at: Timestamp.nullable().describe('When the person unsubscribed.'),
  locale: z.string().nullable().describe('The language of the person; null if it is not known.'),
  note: z
    .object({
      text: z.string().describe('The note.'),
      written_at: Timestamp.describe('When it was written.'),
    })
    .nullable()
    .describe('What your team wrote about the signup, without who did; null if there is no note.'),
});

const status = z.enum(emailStatuses).nullable();

const bounce = {
  bounce_class: z
    .enum(bounceClasses)
    .nullable()
    .describe('If it bounced: `permanent`, or `transient` if a later mail may arrive.'),
  bounce_reason: z.string().nullable().describe('Why it bounced, in the words of the provider.'),
};

export const PersonMail = named(
  'PersonMail',
  z.object({
    id: z.uuid().describe('The id of the mail.'),
    signup_id: z.uuid().describe('The signup that it is for.'),
    kind: z.string().describe('What it is about, such as `signup` or `confirm`.'),
    state: z
      .string()
      .describe('`queued`, `held`, `sending`, `sent`, `failed`, `suppressed` or `config_error`.'),
    provider: z.string().nullable().describe('The mail provider that it was handed to.'),
    error: z.string().nullable().describe('Why it was not sent, in the words of the provider.'),
    sent_at: Timestamp.nullable().describe('When it was sent.'),
    ...bounce,
  }),
);
export type PersonMail = z.infer<typeof PersonMail>;

const PersonMailEvent = named(
  'PersonMailEvent',
  z.object({
    mail_id: z.uuid().describe('The mail that it is about.'),
    provider: z.string().describe('The mail provider that reported it.'),
    status: status.describe('What it reported.'),
    occurred_at: Timestamp.describe('When that happened, as the provider says.'),
    received_at: Timestamp.describe('When the report came.'),
    ...bounce,
  }),
);

const PersonDelivery = named(
  'PersonDelivery',
  z.object({
    id: z.uuid().describe('The id of the delivery.'),
    integration_type: z.string().describe('The integration that it went to.'),
    event_id: z.uuid().describe('The event that was sent.'),
    status: z.enum(['success', 'failed']).describe('Whether it arrived.'),
    error: z.string().nullable().describe('Why it did not.'),
    created_at: Timestamp.describe('When it was attempted.'),
    request: z.string().nullable().describe('The body of the request, for 7 days.'),
    response: z.string().nullable().describe('The body of the answer, for 7 days.'),
  }),
);

/** The export of a person, without what others add to it. */
export const Exported = z.object({
  email: EmailAddress.describe('The address that was asked for.'),
  exported_at: Timestamp.describe('When this was read.'),
  complete: z
    .boolean()
    .describe(
      'Whether this is all. False if there are more than 500 signups, 1,000 events, reports of mail providers or suppressions, or 200 deliveries or rows of imports, or if the feed is too long to search at once.',
    ),
  signups: z.array(PersonSignup).describe('The signups of the address on all waitlists, oldest first.'),
  mails: z.array(PersonMail).describe('The mails to them.'),
  mail_events: z
    .array(PersonMailEvent)
    .describe('What mail providers reported of these mails in the last 30 days.'),
  suppressions: z.array(Suppression).describe('Where the address gets no mails.'),
  events: z
    .array(FeedEvent)
    .describe('The events of the last 30 days that have the address, of deleted signups too.'),
  deliveries: z.array(PersonDelivery).describe('The deliveries of these events that are still in the logs.'),
});

/** The keys that others add, with their schemas. */
const shapeOf = (kind: 'lists' | 'ofSignups'): Record<string, z.ZodType> =>
  Object.fromEntries(
    personPlace
      .parts()
      .flatMap((part) => Object.entries(part[kind] ?? {}))
      .map(([key, { schema }]) => [key, schema]),
  );

const compose = () =>
  named(
    'PersonExport',
    Exported.extend({
      signups: z
        .array(named('PersonSignup', PersonSignup.extend(shapeOf('ofSignups'))))
        .describe('The signups of the address on all waitlists, oldest first.'),
      ...shapeOf('lists'),
    }),
  );
let composed: ReturnType<typeof compose> | undefined;

/** The schema of the response of POST people/export (N3). */
export function personExport(): ReturnType<typeof compose> {
  composed ??= compose();
  return composed;
}
export type PersonExport = Omit<z.infer<typeof Exported>, 'signups'> &
  PersonLists &
  Readonly<Record<string, unknown>> & {
    readonly signups: (z.infer<typeof PersonSignup> &
      PersonSignupFacts &
      Readonly<Record<string, unknown>>)[];
  };
