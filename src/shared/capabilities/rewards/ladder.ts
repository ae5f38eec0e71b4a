import { z } from 'zod';
import { named, Timestamp } from '../../platform/schema/described.ts';
import type { ReachedReward, RewardSettings } from './schema.ts';

/** A reward as a person on the list sees it (N5). */
export const LadderStep = named(
  'LadderStep',
  z.object({
    key: z.string().describe('Its key.'),
    name: z.string().describe('Its name for people; the key if it has none.'),
    text: z.string().nullable().describe('What it is; null without a text.'),
    image: z.string().nullable().describe('The https address of a picture of it; null without one.'),
    at: z.int().min(1).describe('How many credited referrals reach it.'),
    missing: z
      .int()
      .min(0)
      .describe('How many are missing. 0 once it is reached, whatever becomes of the count.'),
    reached_at: Timestamp.nullable().describe(
      'When it was granted. Null before: also for a while after the last referral, while that is not proven.',
    ),
  }),
);
export type LadderStep = z.infer<typeof LadderStep>;

/**
 * The rewards of a list and those that a signup has reached, by how many referrals they take. `at` identifies
 * a reward; one that was reached keeps the key of that time, and has the name, text and picture that the
 * list has for that key.
 */
export function toLadder(
  rewards: RewardSettings,
  reached: readonly Pick<ReachedReward, 'key' | 'at' | 'reached_at'>[],
  referralCount: number,
): LadderStep[] {
  const known = new Map(rewards.map((reward) => [reward.key, reward]));
  const shown = (key: string) => {
    const { name = key, text = null, image = null } = known.get(key) ?? {};
    return { key, name, text, image };
  };
  const grantedAt = new Set(reached.map(({ at }) => at));
  const ahead = rewards
    .filter(({ at }) => !grantedAt.has(at))
    .map(({ key, at }) => ({
      ...shown(key),
      at,
      missing: Math.max(0, at - referralCount),
      reached_at: null,
    }));
  const granted = reached.map(({ key, at, reached_at }) => ({
    ...shown(key),
    at,
    missing: 0,
    reached_at,
  }));
  return [...granted, ...ahead].toSorted((one, other) => one.at - other.at);
}
