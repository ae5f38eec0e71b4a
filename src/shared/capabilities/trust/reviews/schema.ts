import { z } from 'zod';
import { reasonCodes, verdicts } from '../../../list/signals/reasons.ts';
import { EmailAddress, named, Timestamp } from '../../../platform/schema/described.ts';
import { PageQuery } from '../../../platform/schema/paging.ts';
import { trimmedText } from '../../../platform/schema/text.ts';

const Reason = z.enum(reasonCodes);
const Domain = trimmedText(253).transform((text) => text.toLowerCase());

const filters = {
  reason: Reason.optional().describe('Only those with this reason.'),
  referrer_id: z.guid().optional().describe('Only those with the code of this signup.'),
  domain: Domain.optional().describe('Only those with an address at exactly this domain.'),
};

export const reviewStates = ['open', 'approved', 'rejected'] as const;

/** The query of GET reviews (N4). */
export const ReviewsQuery = PageQuery.extend({
  state: z.enum(reviewStates).optional().describe('Only those that are to be decided, or were.'),
  ...filters,
});
export type ReviewsQuery = z.infer<typeof ReviewsQuery>;

/** A referral that is to be looked at, or that somebody has decided (N4). */
export const Review = named(
  'Review',
  z.object({
    signup_id: z.guid().describe('The id of the signup that passed the code.'),
    email: EmailAddress.describe('Its address.'),
    position: z.int().min(1).describe('Its position. No decision changes it.'),
    referrer: z
      .object({
        id: z.guid().describe('The id of the signup whose code it passed.'),
        email: EmailAddress.describe('Its address.'),
        referral_code: z.string().describe('The code.'),
      })
      .describe('Who would get the credit.'),
    verdict: z
      .enum(verdicts)
      .describe(
        'What the service thinks: `ok`, `flagged`, `withheld`, or `held`, whose mail waits, too. In the mode `monitor` all are credited.',
      ),
    reasons: z
      .array(
        z.object({
          code: Reason.describe('The reason.'),
          detail: z.string().describe('The reason in a sentence.'),
        }),
      )
      .describe('What speaks against it.'),
    state: z.enum(reviewStates).describe('`open`: nobody has decided. What settled by itself is `approved`.'),
    credited: z
      .boolean()
      .describe(
        'Whether it counts at present. An open one that does waits for nothing, but can be rejected.',
      ),
    settles_at: Timestamp.nullable().describe(
      'When the service looks whether it settles by itself. Null: it waits for a person, or is decided.',
    ),
    created_at: Timestamp.describe('The time of the signup.'),
  }),
);
export type Review = z.infer<typeof Review>;

/** A signup whose code others passed (N4). */
export const ReviewedReferrer = named(
  'ReviewedReferrer',
  z.object({
    signup_id: z.guid().describe('The id of the signup.'),
    email: EmailAddress.describe('Its address.'),
    referral_code: z.string().describe('Its code.'),
    claims: z.int().min(0).describe('How many signups passed it since the waitlist judges referrals.'),
    credited: z.int().min(0).describe('How many of them are credited.'),
    withheld: z.int().min(0).describe('How many are withheld or held, and not approved.'),
    bounced: z.int().min(0).describe('Of how many the mail came back.'),
    top_reasons: z.array(Reason).describe('The most frequent reasons, at most three.'),
  }),
);
export type ReviewedReferrer = z.infer<typeof ReviewedReferrer>;

export const decisions = ['approve', 'reject'] as const;

/** The body of POST reviews/bulk (N4). */
export const ReviewBulkInput = named(
  'ReviewBulk',
  z.object({
    action: z.enum(decisions).describe('What to do with each of them.'),
    filter: z
      .strictObject(filters)
      .refine((filter) => Object.values(filter).some((value) => value !== undefined), {
        error: 'must not be empty',
      })
      .describe('Which open reviews: all that is given must hold.'),
    dry_run: z.boolean().default(false).describe('Whether to count only, and change nothing.'),
  }),
);
export type ReviewBulkInput = z.infer<typeof ReviewBulkInput>;

/** The response of POST reviews/bulk. */
export const ReviewBulkResult = named(
  'ReviewBulkResult',
  z.object({
    matched: z.int().min(0).describe('How many open reviews match, at most 10,000.'),
    changed: z.int().min(0).describe('How many were decided. 0 in a dry run.'),
  }),
);
export type ReviewBulkResult = z.infer<typeof ReviewBulkResult>;
