import { randomUUID } from 'node:crypto';
import { catchUpPart } from '../../../../src/shared/capabilities/rewards/catch-up-rewards.ts';
import { fulfilRewards } from '../../../../src/shared/capabilities/rewards/fulfilment/fulfil-rewards.ts';
import { grantSignupRewards } from '../../../../src/shared/capabilities/rewards/grant-rewards.ts';
import { setEmailTemplate } from '../../../../src/shared/mail/templates/set-email-template.ts';
import { statement } from '../../../../src/shared/platform/postgres/transaction.ts';
import { enqueueJobs } from '../../../../src/shared/platform/queue/outbox.ts';
import { claimByIds } from '../../keys.ts';
import { callerOf, refusalOnly } from '../callers.ts';
import { idsOf, type Operations } from '../world.ts';

export const rewards: Operations = {
  'fulfil rewards': {
    async prepare(world, signups) {
      const { contexts, notifier, accountId, lists } = world;
      const [{ sql }] = contexts;
      await sql`
        INSERT INTO reward_grants (account_id, signup_id, at, waitlist_id, key, referral_count)
        SELECT account_id, id, 5, waitlist_id, 'five', 5 FROM signups
        WHERE account_id = ${accountId} AND id = ANY (${idsOf(signups)}::uuid[]) ON CONFLICT DO NOTHING`;
      return contexts.flatMap((ctx) =>
        [true, false].map((fulfilled) => async () => {
          const input = { fulfilled, filter: { reward: 'five' }, dry_run: false };
          await fulfilRewards({ ...ctx, notifier }, callerOf(world), lists[0], input).catch(refusalOnly);
          return undefined;
        }),
      );
    },
  },
  'grant rewards': {
    async prepare(world, signups) {
      const { contexts, notifier, accountId, lists, call } = world;
      const [{ sql }] = contexts;
      const [first] = signups;
      const settings = `/v1/waitlists/${lists[0]}/settings`;
      await setEmailTemplate(contexts[0], { accountId }, lists[0], 'reward', {
        subject: 'R',
        html: 'R',
      }).catch(refusalOnly);
      await call('PATCH', settings, { rewards: [{ at: 1, key: 'one' }] });
      const keys = signups.map(({ id }) => ({ accountId, id }));
      await statement(sql, async (tx) => enqueueJobs(tx, 'grant-rewards', keys));
      const granting = [...(await claimByIds(sql, 'grant-rewards', idsOf(signups))).values()];
      const passing = [...(await claimByIds(sql, 'catch-up-rewards', [lists[0]])).values()];
      return [
        ...granting.map((job, index) => async () => {
          await grantSignupRewards({ ...(contexts[index % 2] ?? contexts[0]), notifier }, job);
          return undefined;
        }),
        ...contexts.flatMap((ctx) =>
          passing.map((job) => async () => {
            while ((await catchUpPart({ ...ctx, notifier }, job)).hasMore);
            return undefined;
          }),
        ),
        () => call('PATCH', settings, { rewards: [2, 3].map((at) => ({ at, key: `level-${at}` })) }),
        () => call('PATCH', settings, { rewards: null }),
        () =>
          call('POST', `/v1/waitlists/${lists[0]}/signups`, {
            email: `${randomUUID()}@example.com`,
            referral_code: first?.code,
          }),
      ];
    },
  },
};
