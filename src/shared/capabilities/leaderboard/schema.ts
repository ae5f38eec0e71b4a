import { z } from 'zod';
import { fieldKeyForm } from '../../list/fields/schema.ts';
import { named } from '../../platform/schema/described.ts';
import { PageQuery, pageOf } from '../../platform/schema/paging.ts';
import { boundedText } from '../../platform/schema/text.ts';

const texts = {
  name_field:
    'The key of the custom field whose value is a person’s name on the leaderboard. Without a value, or null: the first and the last character before the @ of the address, such as `j…e`; of two or three characters only the first, of one none.',
  public:
    'Whether the people on the list may read the leaderboard, each with the own status token. Names of a custom field are what people wrote: look at them before you show them.',
} as const;

export const leaderboardText = 'Who has referred the most.';

/** The group `leaderboard` of a waitlist's settings, whole (N5). */
export const LeaderboardSettings = z.object({
  name_field: z.string().nullable().default(null).describe(texts.name_field),
  public: z.boolean().default(false).describe(texts.public),
});

export type LeaderboardSettings = z.infer<typeof LeaderboardSettings>;

/** The same in a JSON merge patch. */
export const LeaderboardPatch = z
  .strictObject({
    name_field: boundedText(64)
      .regex(fieldKeyForm, 'must be the key of a custom field')
      .nullable()
      .describe(texts.name_field),
    public: z.boolean().nullable().describe(texts.public),
  })
  .partial();

/** A leaderboard ends behind so many people, so that a page of it is cheap, however long the list is. */
export const longestLeaderboard = 1_000;
/** A person's own rank is counted this far. */
export const lastRank = 10_000;

/** A place of the leaderboard (N5). */
export const LeaderboardEntry = named(
  'LeaderboardEntry',
  z.object({
    rank: z
      .int()
      .min(1)
      .describe('From 1. Who has as many referrals shares the rank, and the next ranks are left out.'),
    name: z
      .string()
      .describe('The value of the custom field, at most 100 characters of it; or the masked address.'),
    referral_count: z.int().min(1).describe('Credited referrals.'),
  }),
);
export type LeaderboardEntry = z.infer<typeof LeaderboardEntry>;

/** The query of a leaderboard. */
export const LeaderboardQuery = z.object({
  limit: PageQuery.shape.limit.describe('The most entries of the answer. The leaderboard has 1,000 at most.'),
});
export type LeaderboardQuery = z.infer<typeof LeaderboardQuery>;

/** The leaderboard as a person on the list reads it (N5). */
export const PublicLeaderboard = named(
  'PublicLeaderboard',
  pageOf(LeaderboardEntry).extend({
    you: z
      .object({
        rank: z.int().min(1).nullable().describe('The own rank. Null without referrals, and beyond 10,000.'),
        referral_count: z.int().min(0).describe('The own credited referrals.'),
      })
      .describe('The person whose token it is.'),
  }),
);
export type PublicLeaderboard = z.infer<typeof PublicLeaderboard>;
