import { z } from 'zod';
import { SignupFilters } from '../../../list/signups/search/schema.ts';
import { boundedList } from '../../../platform/schema/bounded.ts';
import { EmailAddress, named, Timestamp } from '../../../platform/schema/described.ts';
import { PageQuery } from '../../../platform/schema/paging.ts';
import { ReachedReward, rewardKey } from '../schema.ts';

const texts = {
  reward: 'Only the reward with this key.',
  fulfilled: 'Only those that were handed over (`true`), or were not (`false`).',
  q: 'Only those of signups whose address contains this text. At least 3 characters; case does not matter.',
} as const;

const RewardKey = z.string().regex(rewardKey, 'must be the key of a reward').describe(texts.reward);

const AddressPart = SignupFilters.shape.q.unwrap().describe(texts.q);

/** Which earned rewards: all that is given must hold. */
export const EarnedFilter = z.object({
  reward: RewardKey.optional(),
  fulfilled: z.enum(['true', 'false']).optional().describe(texts.fulfilled),
  q: AddressPart.optional(),
});
export type EarnedFilter = z.infer<typeof EarnedFilter>;

/** The query of GET rewards. */
export const EarnedQuery = PageQuery.extend(EarnedFilter.shape);
export type EarnedQuery = z.infer<typeof EarnedQuery>;

/** An item of GET rewards. */
export const EarnedReward = named(
  'EarnedReward',
  z.object({
    signup_id: z.uuid().describe('The id of the signup that earned it.'),
    email: EmailAddress.describe('Its address.'),
    position: z.int().min(1).describe('Its position.'),
    key: ReachedReward.shape.key,
    name: z.string().describe('Its name for people; the key if it has none.'),
    at: ReachedReward.shape.at,
    referral_count: ReachedReward.shape.referral_count,
    reached_at: Timestamp.describe('When it was granted.'),
    fulfilled_at: Timestamp.nullable().describe('When it was handed over; null: it was not.'),
    fulfilled_by: z
      .string()
      .nullable()
      .describe('Who said so: the address of a user, or the name of a key. Null: nobody, or an operator.'),
  }),
);
export type EarnedReward = z.infer<typeof EarnedReward>;

const mostSignups = 1_000;

/** The body of POST rewards/fulfil. */
export const FulfilInput = named(
  'RewardFulfilment',
  z.strictObject({
    fulfilled: z
      .boolean()
      .default(true)
      .describe('`true`: they were handed over. `false` takes that back, and publishes nothing.'),
    filter: z
      .strictObject({
        reward: RewardKey.optional(),
        at: z.int().min(1).optional().describe('Only the reward that so many referrals reach.'),
        signup_ids: boundedList(z.array(z.guid()).min(1), mostSignups, 'ids')
          .optional()
          .describe('Only those of these signups, at most 1,000.'),
        q: AddressPart.optional(),
      })
      .refine((filter) => Object.values(filter).some((value) => value !== undefined), {
        error: 'must not be empty',
      })
      .describe('Which earned rewards: all that is given must hold.'),
    dry_run: z.boolean().default(false).describe('Whether to count only, and change nothing.'),
  }),
);
export type FulfilInput = z.infer<typeof FulfilInput>;

/** A grant by its key. */
export interface GrantKey {
  readonly signup_id: string;
  readonly at: number;
}

/** Which rewards are marked: what the API takes, and what only the dashboard asks for. */
export type FulfilOrder = Omit<FulfilInput, 'filter'> & {
  readonly filter: FulfilInput['filter'] & {
    /** Only these. */
    readonly grants?: readonly GrantKey[];
    /** Only those that one call of this user marked. */
    readonly marked?: { readonly at: Date; readonly by: string | null };
  };
};

/** The response of POST rewards/fulfil. */
export const FulfilResult = named(
  'RewardFulfilmentResult',
  z.object({
    matched: z.int().min(0).describe('How many match that are not so yet, at most 10,000.'),
    changed: z.int().min(0).describe('How many were changed. 0 in a dry run.'),
  }),
);
export type FulfilResult = z.infer<typeof FulfilResult>;
