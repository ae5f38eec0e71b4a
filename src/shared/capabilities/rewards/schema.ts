import { z } from 'zod';
import { boundedList } from '../../platform/schema/bounded.ts';
import { named, Timestamp } from '../../platform/schema/described.ts';
import { HttpsUrl } from '../../platform/schema/site-url.ts';
import { isStorable, oneLine, trimmedText } from '../../platform/schema/text.ts';

/** A waitlist has at most so many. */
export const maxRewards = 20;
const longestName = 100;
const longestText = 500;
/** Far more referrals than anybody has. */
const maxRewardAt = 1_000_000;

const texts = {
  at: 'How many credited referrals reach it.',
  key: 'Your own name for it: lower-case letters, digits, `-` and `_`.',
  name: 'What people read; without one they read the key.',
  text: 'What people read below the name.',
  image: 'The https address of a picture of it.',
} as const;

export const rewardsText =
  'What people get for their referrals, by how many it takes. At most 20, each with its own `at` and `key`. A change replaces the whole list; null removes it. Nobody loses what they have reached.';

/** The group `rewards` of a waitlist's settings, by `at` (N5). */
export const RewardSettings = z.array(
  z.object({
    at: z.int().min(1).describe(texts.at),
    key: z.string().describe(texts.key),
    name: z.string().optional().describe(texts.name),
    text: z.string().optional().describe(texts.text),
    image: z.string().optional().describe(texts.image),
  }),
);
export type RewardSettings = z.infer<typeof RewardSettings>;

/** What people call the rewards of a list, by their keys. */
export const rewardNames = (rewards: RewardSettings): ReadonlyMap<string, string> =>
  new Map(rewards.map(({ key, name = key }) => [key, name]));

export const rewardKey = /^[a-z0-9][a-z0-9_-]{0,63}$/;

const Reward = z.strictObject({
  at: z.int().min(1).max(maxRewardAt).describe(texts.at),
  key: z
    .string()
    .regex(rewardKey, 'must be 1 to 64 lower-case letters, digits, - and _, a letter or digit first')
    .describe(texts.key),
  name: oneLine(longestName).optional().describe(texts.name),
  text: trimmedText(longestText)
    .min(1)
    .refine(isStorable, 'must not hold U+0000 or half of a surrogate pair')
    .optional()
    .describe(texts.text),
  image: HttpsUrl.optional().describe(texts.image),
});

/** The same in a JSON merge patch: an array replaces what is there (RFC 7396). */
export const RewardsPatch = boundedList(z.array(Reward), maxRewards, 'rewards')
  .superRefine((rewards, issues) => {
    for (const name of ['at', 'key'] as const) {
      const values = rewards.map((reward) => reward[name]);
      const index = values.findIndex((value, at) => values.indexOf(value) !== at);
      if (index >= 0)
        issues.addIssue({ code: 'custom', path: [index, name], message: 'must differ from the others' });
    }
  })
  .transform((rewards) => rewards.toSorted((one, other) => one.at - other.at));

/** A reward that a signup has reached (N5). */
export const ReachedReward = named(
  'ReachedReward',
  z.object({
    key: z.string().describe('The key that the reward had then.'),
    at: z.int().min(1).describe(texts.at),
    referral_count: z.int().min(1).describe('How many referrals the signup had then.'),
    reached_at: Timestamp.describe('When it was granted.'),
    fulfilled_at: Timestamp.nullable().describe('When it was handed over; null: it was not.'),
  }),
);
export type ReachedReward = z.infer<typeof ReachedReward>;
