import { z } from 'zod';
import { eventType, Included, IsoTime, Metadata, signupFields, toUtcText, Uuid } from './event-type.ts';

const SignupEmailed = z.object({
  ...signupFields,
  occurred_at: IsoTime.describe('The time that the mail provider recorded.'),
  ...Included.shape,
});

export const signupEvents = {
  'signup.created': eventType({
    id: 'SignupCreated',
    summary: 'A signup was added',
    description: 'Not published when an address signs up again.',
    data: z.object({
      ...signupFields,
      total: z.int().min(0).describe('The number of signups on the waitlist, this one included.'),
      referral_code: z.string().describe("The signup's own code."),
      referred_by: Uuid.nullable().describe('The id of the signup that referred it.'),
      utm_source: z.string().nullable().describe('The campaign or channel.'),
      metadata: Metadata,
      created_at: IsoTime.describe('The time of the signup.'),
      ...Included.shape,
    }),
    at: 'created_at',
    chat: {
      title: 'New signup',
      color: 'green',
      facts: ({ utm_source, referred_by }) => [
        { label: 'Source', value: utm_source ?? '' },
        { label: 'Referred', value: referred_by === null ? 'no' : 'yes' },
      ],
    },
  }),
  'signup.updated': eventType({
    id: 'SignupUpdated',
    summary: 'The address or custom fields of a signup were changed',
    description:
      'By your team or with a key. Not published for a note, nor if all values were the same before.',
    data: z.object({
      ...signupFields,
      previous_email: z
        .string()
        .optional()
        .describe('Only if the address was corrected: the one before. `email` is the new one.'),
      changed_fields: z
        .array(z.string())
        .describe('The keys of the custom fields that have another value now, or none.'),
      metadata: Metadata,
      created_at: IsoTime.describe('The time of the signup.'),
      updated_at: IsoTime.describe('The time of the change.'),
      ...Included.shape,
    }),
    at: 'updated_at',
    chat: {
      title: 'Signup changed',
      color: 'blue',
      facts: ({ previous_email = '', changed_fields }) => [
        { label: 'Address before', value: previous_email },
        { label: 'Fields', value: changed_fields.join(', ') },
      ],
    },
  }),
  'signup.removed': eventType({
    id: 'SignupRemoved',
    summary: 'A signup was deleted',
    description: 'Not published when its whole waitlist is deleted.',
    data: z.object({
      ...signupFields,
      metadata: Metadata,
      created_at: IsoTime.describe('The time of the signup.'),
      removed_at: IsoTime.describe('The time of the deletion.'),
      ...Included.shape,
    }),
    at: 'removed_at',
    chat: {
      title: 'Signup removed',
      color: 'red',
      facts: ({ created_at }) => [{ label: 'Signed up', value: toUtcText(created_at) }],
    },
  }),
  'signup.email_delivered': eventType({
    id: 'SignupEmailDelivered',
    summary: 'The signup email was delivered',
    description: 'Published when the mail provider first confirms it.',
    data: SignupEmailed,
    at: 'occurred_at',
    chat: { title: 'Signup email delivered', color: 'blue' },
  }),
  'signup.email_opened': eventType({
    id: 'SignupEmailOpened',
    summary: 'The signup email was opened',
    description: 'Published the first time.',
    data: SignupEmailed,
    at: 'occurred_at',
    chat: { title: 'Signup email opened', color: 'yellow' },
  }),
  'signup.email_clicked': eventType({
    id: 'SignupEmailClicked',
    summary: 'A link in the signup email was clicked',
    description: 'Published the first time.',
    data: SignupEmailed,
    at: 'occurred_at',
    chat: { title: 'Link in signup email clicked', color: 'pink' },
  }),
};
