import { randomUUID } from 'node:crypto';
import { catchUpPart } from '../../../../src/shared/capabilities/rewards/catch-up-rewards.ts';
import { grantSignupRewards } from '../../../../src/shared/capabilities/rewards/grant-rewards.ts';
import { setEmailTemplate } from '../../../../src/shared/mail/templates/set-email-template.ts';
import { statement } from '../../../../src/shared/platform/postgres/transaction.ts';
import { enqueueJobs } from '../../../../src/shared/platform/queue/outbox.ts';
import { claimByIds } from '../../keys.ts';
import { refusalOnly } from '../callers.ts';
import { idsOf, type Operations } from '../world.ts';

export const rewards: Operations = {
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
