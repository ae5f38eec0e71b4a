import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setEmailTemplate } from '../../../src/shared/mail/templates/set-email-template.ts';
import { makeList, type TestList } from '../../support/list.ts';
import { grantRewards } from '../../support/referrals/rewards.ts';
import { useService } from '../../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../../support/service/worker.ts';
import { findBrokenInvariants } from '../../support/storm/invariants.ts';
import { triesAll } from '../../support/values/tries-all.ts';

const service = useService();
let workers: readonly [TestWorker, TestWorker];

beforeAll(() => {
  workers = [openTestWorker(service), openTestWorker(service)];
});
afterAll(() => Promise.all(workers.map((worker) => worker.close())));

/** What happens at the same time: friends sign up or are deleted, workers grant, the settings change. */
type Step =
  | { readonly do: 'refer'; readonly referrer: number }
  | { readonly do: 'remove'; readonly which: number }
  | { readonly do: 'grant'; readonly worker: 0 | 1 }
  | { readonly do: 'set'; readonly levels: readonly number[] };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('refer' as const), referrer: fc.nat(1) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('remove' as const), which: fc.nat(20) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('grant' as const),
      worker: fc.constantFrom(0 as const, 1 as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('set' as const),
      levels: fc.uniqueArray(fc.integer({ min: 1, max: 5 }), { maxLength: 4 }),
    }),
  },
);

const everyLevel = [1, 2, 3, 4, 5];

async function set(list: TestList, levels: readonly number[]): Promise<void> {
  const rewards = levels.map((at) => ({ at, key: `level-${at}` }));
  const answer = await service.call('PATCH', `${list.url}/settings`, list.account.key, {
    payload: { rewards },
  });
  expect(answer.statusCode).toBe(200);
}

test('each signup gets each reward once, however credits rise and fall beside workers and settings (N5)', async () => {
  let people = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { minLength: 3, maxLength: 8 }),
      async (rounds) => {
        const list = await makeList(service);
        await service.call('PUT', '/v1/integrations/webhook', list.account.key, {
          payload: { config: { url: 'http://127.0.0.1:1/', events: ['reward.reached'] } },
        });
        await setEmailTemplate(service.ctx, list.account, list.id, 'reward', { subject: 'R', html: 'R' });
        await set(list, [2, 4]);
        const referrers = [
          await list.add({ email: 'a@example.com' }),
          await list.add({ email: 'b@example.com' }),
        ];
        const friends: string[] = [];
        const run: Record<Step['do'], (of: never) => Promise<unknown>> = {
          async refer({ referrer }: { referrer: number }) {
            const email = `person${people++}@example.com`;
            const added = await list.add({ email, referral_code: referrers[referrer]?.referral_code });
            friends.push(added.id);
          },
          async remove({ which }: { which: number }) {
            const [id] = friends.splice(which % Math.max(1, friends.length), 1);
            if (id !== undefined) await list.remove(id);
          },
          grant: ({ worker }: { worker: 0 | 1 }) => grantRewards(workers[worker]),
          set: ({ levels }: { levels: number[] }) => set(list, levels),
        };
        for (const round of rounds) await Promise.all(round.map((each) => run[each.do](each as never)));
        await set(list, everyLevel);
        await Promise.all(workers.map((worker) => grantRewards(worker)));
        await grantRewards(workers[0]);

        expect(await findBrokenInvariants(service.sql)).toEqual([]);
        const counts = await service.sql<{ id: string; referral_count: number }[]>`
          SELECT id, referral_count FROM signups WHERE waitlist_id = ${list.id}`;
        const grants = await service.sql<{ signup_id: string; at: number }[]>`
          SELECT signup_id, at FROM reward_grants WHERE waitlist_id = ${list.id} ORDER BY 1, 2`;
        const events = await service.sql<{ signup_id: string; at: number }[]>`
          SELECT payload #>> '{data,id}' AS signup_id, (payload #>> '{data,at}')::integer AS at FROM outbox
          WHERE job = 'fan-out-event' AND payload ->> 'type' = 'reward.reached' AND payload #>> '{data,waitlist_id}' = ${list.id} ORDER BY 1, 2`;
        const mails = await service.sql<{ signup_id: string; at: number }[]>`
          SELECT signup_id, reward_at AS at FROM mails WHERE account_id = ${list.account.accountId} AND kind = 'reward' ORDER BY 1, 2`;
        for (const { id, referral_count } of counts) {
          const reached = everyLevel.filter((at) => at <= referral_count);
          const granted = grants.filter(({ signup_id }) => signup_id === id).map(({ at }) => at);
          expect(granted).toEqual(expect.arrayContaining(reached));
        }
        const stillThere = new Set(counts.map(({ id }) => id));
        expect(events.filter(({ signup_id }) => stillThere.has(signup_id))).toEqual(grants);
        expect(mails).toEqual(grants);
      },
    ),
    { numRuns: triesAll ? 15 : 5 },
  );
});
