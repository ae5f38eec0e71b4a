import { z } from 'zod';
import { eventType, IsoTime, Metadata, signupFields } from './event-type.ts';

const Reward = z.object({
  ...signupFields,
  metadata: Metadata,
  created_at: IsoTime.describe('The time of the signup.'),
  key: z.string().describe('The key of the reward in the settings.'),
  at: z.int().min(1).describe('How many referrals reach it.'),
  referral_count: z.int().min(1).describe('How many referrals the signup had when it was granted.'),
  reached_at: IsoTime.describe('When it was granted.'),
});

export const rewardEvents = {
  'reward.reached': eventType({
    id: 'RewardReached',
    summary: 'A signup reached a reward',
    description:
      'Only of waitlists with rewards. Published once per signup and reward, also if its referrals fall and rise again.',
    data: Reward,
    at: 'reached_at',
    chat: {
      title: 'Reward reached',
      color: 'green',
      facts: ({ key, referral_count }) => [
        { label: 'Reward', value: key },
        { label: 'Referrals', value: String(referral_count) },
      ],
    },
  }),
  'reward.fulfilled': eventType({
    id: 'RewardFulfilled',
    summary: 'A reward was handed over',
    description:
      'Somebody on your team said so, or your own systems. Published again if that was taken back and is said again.',
    data: Reward.extend({ fulfilled_at: IsoTime.describe('When it was said.') }),
    at: 'fulfilled_at',
    chat: {
      title: 'Reward handed over',
      color: 'green',
      facts: ({ key }) => [{ label: 'Reward', value: key }],
    },
  }),
};
