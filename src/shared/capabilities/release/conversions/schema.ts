import { z } from 'zod';
import { named, Timestamp } from '../../../platform/schema/described.ts';
import { Email } from '../../../platform/schema/email-address.ts';
import { oneLine } from '../../../platform/schema/text.ts';
import { GivenToken } from '../invitations/schema.ts';

const texts = {
  waitlist_id: 'The waitlist of the person.',
  email: 'The address of the person, in any letter case.',
};
const external_id = oneLine(200).nullish().describe('The id of the person in your product.');

/** The body of POST conversions (N5): an invitation, or a person on a waitlist. */
export const ConversionInput = named(
  'NewConversion',
  z
    .strictObject({
      token: GivenToken.optional(),
      email: Email.optional().describe(texts.email),
      waitlist_id: z.guid().optional().describe(texts.waitlist_id),
      signup_id: z.guid().optional().describe('The signup of the person.'),
      external_id,
    })
    .refine(isOneWay, {
      error: 'must have token and email, waitlist_id and email, or waitlist_id and signup_id',
    })
    .describe('`token` and `email`, or `waitlist_id` and `email`, or `waitlist_id` and `signup_id`.'),
);
export type ConversionInput = z.infer<typeof ConversionInput>;

function isOneWay({ token, email, waitlist_id, signup_id }: Record<string, unknown>): boolean {
  const given = [token, email, waitlist_id, signup_id].map((value) => (value === undefined ? '-' : 'x'));
  return ['xx--', '-xx-', '--xx'].includes(given.join(''));
}

/** The response of POST conversions (N5). */
export const Conversion = named(
  'Conversion',
  z.object({
    signup_id: z.uuid().describe('The signup of the person.'),
    invitation_id: z.uuid().nullable().describe('The invitation that converted; null without one.'),
    state: z.literal('converted').describe('The person is a user.'),
    converted_at: Timestamp.describe('When this was first recorded.'),
    first: z.boolean().describe('Whether this call recorded it. False for a repeat.'),
  }),
);
export type Conversion = z.infer<typeof Conversion>;
