import { z } from 'zod';
import { findSettings } from '../../list/settings/queries.ts';
import { toSettings } from '../../list/settings/schema.ts';
import { footers } from '../../mail/design/footers.ts';
import type { Sql } from '../../platform/postgres/connection.ts';
import { noFacts } from '../../platform/queue/jobs.ts';
import type { Plug } from '../plug.ts';
import { grantDueRewards } from './grant-due.ts';
import { LadderStep, toLadder } from './ladder.ts';
import { deletePassesOf, passIfRewarded, saveRewards } from './pass-queries.ts';
import { deleteRewardsOf, enqueueRewards, listReached } from './queries.ts';
import { rewardTemplate } from './reward-template.ts';
import {
  ReachedReward,
  RewardSettings,
  RewardsPatch,
  rewardKey,
  rewardNames,
  rewardsText,
} from './schema.ts';
import { enqueueWaiting, isWaitedFor } from './wait-queries.ts';

const StatusRewards = z
  .array(ReachedReward.pick({ key: true, at: true, reached_at: true }))
  .nullable()
  .describe('The rewards that it has reached, by `at`. Null unless the settings show them.');

const RewardFilter = z
  .string()
  .regex(rewardKey, 'must be the key of a reward')
  .describe('Only people who have reached the reward with this key.');

const StatusLadder = z
  .array(LadderStep)
  .nullable()
  .describe(
    'All rewards of the list, and those that it has reached before they were removed, by `at`. Null unless the settings show them.',
  );

declare module '../../platform/queue/jobs.ts' {
  interface Jobs {
    'grant-rewards': typeof noFacts;
    'catch-up-rewards': typeof noFacts;
  }
}

declare module '../../mail/parts.ts' {
  interface MailKinds {
    reward: 'template';
  }
  interface MailFacts {
    /** What a mail about a reward tells. */
    readonly reward: { readonly key: string; readonly at: number } | null;
  }
}

declare module '../../list/parts.ts' {
  interface SettingsPatches {
    rewards: z.infer<typeof RewardsPatch>;
  }
  interface WaitlistSettings {
    rewards: RewardSettings;
  }
  interface PeopleFilters {
    reward: z.infer<typeof RewardFilter>;
  }
  interface StatusFacts {
    rewards: z.infer<typeof StatusRewards>;
    ladder: z.infer<typeof StatusLadder>;
  }
}

declare module '../person-part.ts' {
  interface PersonSignupFacts {
    rewards: ReachedReward[];
  }
}

async function readRewards(
  sql: Sql,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, ReachedReward[]>> {
  const rewardsOf = new Map(ids.map((id): [string, ReachedReward[]] => [id, []]));
  for (const { signup_id, ...reward } of await listReached(sql, accountId, ids))
    rewardsOf.get(signup_id)?.push(reward);
  return rewardsOf;
}

export const rewards = {
  jobs: { 'grant-rewards': noFacts, 'catch-up-rewards': noFacts },
  mail: {
    kinds: {
      reward: {
        defaultTemplate: (_, locale, look) => rewardTemplate(locale, look),
        footer: footers.onList,
        offersUnsubscribe: true,
        needsTemplate: true,
        placeholders: {
          'reward.key': 'Key of the reward, as the settings have it',
          'reward.at': 'How many referrals the reward takes',
        },
        values: (_, { reward }) => ({ 'reward.key': reward?.key ?? null, 'reward.at': reward?.at ?? null }),
        sampleValues: () => ({ 'reward.key': 'stickers', 'reward.at': 3 }),
      },
    },
    facts: (tx) => tx`
      CASE WHEN m.reward_at IS NOT NULL THEN (
        SELECT json_build_object('key', g.key, 'at', g.at) FROM reward_grants g
        WHERE g.account_id = m.account_id AND g.signup_id = s.id AND g.at = m.reward_at LIMIT 1) END AS reward`,
  },
  list: {
    credits: {
      beforeChange: enqueueRewards,
      onProof: enqueueWaiting,
      awaitsProof: isWaitedFor,
      recount: passIfRewarded,
    },
    settings: {
      rewards: {
        whole: RewardSettings.default([]).describe(rewardsText),
        patch: RewardsPatch.nullish().describe(rewardsText),
        changesSignups: true,
        save: (_, tx, { accountId, waitlistId }, settings) =>
          saveRewards(tx, accountId, waitlistId, settings.rewards),
      },
    },
    filters: {
      reward: {
        schema: RewardFilter,
        condition: (sql, accountId, key) =>
          sql`EXISTS (SELECT FROM reward_grants g WHERE g.account_id = ${accountId} AND g.signup_id = s.id AND g.key = ${key})`,
      },
    },
    async timeline(sql, { accountId, id, waitlistId }) {
      const [reached, stored] = await Promise.all([
        listReached(sql, accountId, [id]),
        findSettings(sql, accountId, waitlistId),
      ]);
      const names = rewardNames(toSettings(stored).rewards);
      return reached.map(({ key, referral_count: count, reached_at: at }) => ({
        at,
        text: `Reached the reward ${names.get(key) ?? key} with ${count} ${count === 1 ? 'referral' : 'referrals'}`,
      }));
    },
    columns: {
      rewards: {
        label: 'Rewards',
        async read(sql, accountId, ids, settings) {
          const names = rewardNames(settings.rewards);
          const reached = [...(await readRewards(sql, accountId, ids))].filter(([, of]) => of.length > 0);
          return new Map(
            reached.map(([id, of]) => [id, of.map(({ key }) => names.get(key) ?? key).join(', ')]),
          );
        },
      },
    },
    removal: { of: (tx, { signups }) => deleteRewardsOf(tx, signups) },
    traces: {
      earned: {
        label: 'Earned a reward',
        condition: (sql, accountId, since) =>
          sql`EXISTS (SELECT FROM reward_grants g WHERE g.account_id = ${accountId} AND g.signup_id = s.id AND g.reached_at >= ${since})`,
      },
    },
    purge: { ofSignups: deleteRewardsOf, withLock: deletePassesOf },
    details: {
      rewards: {
        schema: z
          .array(ReachedReward)
          .describe('The rewards that it has reached, by `at`. Only with `include=rewards`.'),
        read: readRewards,
      },
    },
    status: {
      shape: { rewards: StatusRewards, ladder: StatusLadder },
      async read({ sql }, { accountId, id, settings, referralCount }) {
        if (!settings.links.show_rewards) return { rewards: null, ladder: null };
        const reached = await listReached(sql, accountId, [id]);
        return {
          rewards: reached.map(({ key, at, reached_at }) => ({ key, at, reached_at })),
          ladder: toLadder(settings.rewards, reached, referralCount),
        };
      },
    },
  },
  person: {
    ofSignups: {
      rewards: {
        schema: z.array(ReachedReward).describe('The rewards that it has reached.'),
        read: readRewards,
      },
    },
  },
  maintenance: [
    {
      everyMs: 5_000,
      run: grantDueRewards,
      failing: 'rewards that are due cannot be granted',
      recovered: 'rewards that are due are granted again',
    },
  ],
} satisfies Plug;
