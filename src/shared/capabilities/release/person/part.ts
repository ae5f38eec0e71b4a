import { z } from 'zod';
import { named, Timestamp } from '../../../platform/schema/described.ts';
import type { PersonPart } from '../../person-part.ts';
import { listConversionsOf } from '../conversions/queries.ts';
import { listInvitationsOf } from '../invitations/queries.ts';
import { Invitation } from '../invitations/schema.ts';
import { toInvitation } from '../invitations/to-invitation.ts';
import { scrubWaves } from './scrub-waves.ts';

const PersonConversion = named(
  'PersonConversion',
  z.object({
    signup_id: z.uuid().describe('The signup of the person.'),
    invitation_id: z.uuid().nullable().describe('The invitation that converted; null without one.'),
    external_id: z.string().nullable().describe('The id of the person in your product, if you gave it.'),
    converted_at: Timestamp.describe('When it was recorded.'),
  }),
);

declare module '../../person-part.ts' {
  interface PersonLists {
    invitations: Invitation[];
    conversions: z.infer<typeof PersonConversion>[];
  }
}

/** The invitations and conversions of a person, and the waves that name it. */
export const personOfRelease: PersonPart = {
  lists: {
    invitations: {
      schema: z.array(Invitation).describe('The invitations of these signups, without their links.'),
      async read(sql, { accountId, signupIds }) {
        const rows = await listInvitationsOf(sql, accountId, signupIds);
        return { items: rows.map(toInvitation), isWhole: true };
      },
    },
    conversions: {
      schema: z.array(PersonConversion).describe('What is recorded of the person as a user of your product.'),
      async read(sql, { accountId, signupIds }) {
        return { items: [...(await listConversionsOf(sql, accountId, signupIds))], isWhole: true };
      },
    },
  },
  scrub: scrubWaves,
};
