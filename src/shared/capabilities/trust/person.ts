import { z } from 'zod';
import { reasonCodes, verdicts } from '../../list/signals/reasons.ts';
import { named, Timestamp } from '../../platform/schema/described.ts';
import type { PersonPart } from '../person-part.ts';
import { listClaimsOf } from './claims/assessment-queries.ts';
import { reviewStates } from './reviews/schema.ts';

const PersonReferralClaim = named(
  'PersonReferralClaim',
  z.object({
    signup_id: z.uuid().describe('The signup of the person, which passed the code.'),
    referrer_id: z.uuid().describe('The signup whose code it passed.'),
    verdict: z.enum(verdicts).describe('What the service thinks of it.'),
    reasons: z.array(z.enum(reasonCodes)).describe('What speaks against it.'),
    state: z.enum(reviewStates).describe('`open`: nobody has decided. What settled by itself is `approved`.'),
    credited: z.boolean().describe('Whether the referrer has the credit.'),
    created_at: Timestamp.describe('The time of the signup.'),
    reviewed_at: Timestamp.nullable().describe('When it was decided.'),
  }),
);

declare module '../person-part.ts' {
  interface PersonLists {
    referral_claims: z.infer<typeof PersonReferralClaim>[];
  }
}

/** The referral claims of a person, which are deleted with the signup. */
export const personOfTrust: PersonPart = {
  lists: {
    referral_claims: {
      schema: z
        .array(PersonReferralClaim)
        .describe(
          'The codes that these signups passed on waitlists that judge referrals, and what was decided.',
        ),
      async read(sql, { accountId, signupIds }) {
        const claims = await listClaimsOf(sql, accountId, signupIds);
        return {
          items: claims.map(({ reasons, ...claim }) => ({ ...claim, reasons: [...reasons] })),
          isWhole: true,
        };
      },
    },
  },
};
