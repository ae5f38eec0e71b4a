import { describe, expect, test } from 'vitest';
import { updateAccount } from '../../src/shared/account/administration/update-account.ts';
import { openApp } from '../support/service/app.ts';
import type { TestAccount } from '../support/service/make.ts';
import { useService } from '../support/service/service.ts';

describe('GET /v1/account', () => {
  const service = useService();
  const read = async ({ key }: TestAccount) => (await service.call('GET', '/v1/account', key)).json();
  const quotaOf = async (account: TestAccount) => (await read(account)).quota;
  const signUpMany = async (account: TestAccount, waitlist: string, from: number, to: number) => {
    const answers = await Promise.all(
      Array.from({ length: to - from + 1 }, (_, n) =>
        service.signUp(account, waitlist, { email: `person-${from + n}@example.com` }),
      ),
    );
    return answers.map(({ statusCode }) => statusCode);
  };

  test('returns exactly the fields of §2.8 for a new free account (§2.8, §4.1, C5.1)', async () => {
    const account = await service.account({ plan: 'free' });
    expect(await read(account)).toEqual({
      account_id: account.accountId,
      plan: 'free',
      quota: {
        tier: 'free',
        signups_used: 0,
        signups_limit: 500,
        signups_remaining: 500,
        percent_used: 0,
        can_add_signup: true,
      },
    });
  });

  test.each(['launch', 'scale', 'enterprise'] as const)(
    'returns 0 for limit, remaining and percentage on %s, and allows signups (§8.5, C5.2, C5.3)',
    async (plan) => {
      const account = await service.account({ plan });
      await service.signUp(account, await service.waitlist(account), { email: 'a@example.com' });
      expect(await read(account)).toEqual({
        account_id: account.accountId,
        plan,
        quota: {
          tier: plan,
          signups_used: 1,
          signups_limit: 0,
          signups_remaining: 0,
          percent_used: 0,
          can_add_signup: true,
        },
      });
    },
  );

  test('counts the signups of all waitlists live, on every process (§2.8)', async () => {
    const account = await service.account({ plan: 'launch' });
    const second = await openApp(service.env);
    const used = async () => {
      const headers = { authorization: `Bearer ${account.key}` };
      const there = (await second.app.inject({ url: '/v1/account', headers })).json();
      const here = await read(account);
      expect(there).toEqual(here);
      return here.quota.signups_used;
    };
    const [one, two] = [await service.waitlist(account), await service.waitlist(account)];
    expect(await used()).toBe(0);
    const { id } = (await service.signUp(account, one, { email: 'a@example.com' })).json();
    expect(await used()).toBe(1);
    await service.signUp(account, one, { email: 'A@example.com' });
    expect(await used()).toBe(1);
    await service.signUp(account, two, { email: 'a@example.com' });
    await service.signUp(account, two, { email: 'b@example.com' });
    expect(await used()).toBe(3);
    await service.call('DELETE', `/v1/waitlists/${one}/signups/${id}`, account.key);
    expect(await used()).toBe(2);
    await service.call('DELETE', `/v1/waitlists/${two}`, account.key);
    expect(await used()).toBe(0);
  });

  test('rounds the percentage down, exceeds 100 in the buffer, and predicts the next signup in can_add_signup (C5.2, C5.3, §8.2)', async () => {
    const account = await service.account({ plan: 'free' });
    const waitlist = await service.waitlist(account);
    const expectQuota = async (used: number, remaining: number, percent: number, canAdd: boolean) =>
      expect(await quotaOf(account)).toMatchObject({
        signups_used: used,
        signups_remaining: remaining,
        percent_used: percent,
        can_add_signup: canAdd,
      });
    await signUpMany(account, waitlist, 1, 4);
    await expectQuota(4, 496, 0, true);
    await signUpMany(account, waitlist, 5, 5);
    await expectQuota(5, 495, 1, true);
    await signUpMany(account, waitlist, 6, 499);
    await expectQuota(499, 1, 99, true);
    await signUpMany(account, waitlist, 500, 500);
    await expectQuota(500, 0, 100, true);
    await signUpMany(account, waitlist, 501, 549);
    await expectQuota(549, 0, 109, true);
    expect(await signUpMany(account, waitlist, 550, 550)).toEqual([201]);
    await expectQuota(550, 0, 110, false);
    expect(await signUpMany(account, waitlist, 551, 551)).toEqual([402]);
    await expectQuota(550, 0, 110, false);

    const list = (await service.call('GET', `/v1/waitlists/${waitlist}/signups?limit=1`, account.key)).json();
    await service.call('DELETE', `/v1/waitlists/${waitlist}/signups/${list.data[0].id}`, account.key);
    await expectQuota(549, 0, 109, true);
    expect(await signUpMany(account, waitlist, 551, 551)).toEqual([201]);
  });

  test('shows a new plan within a second; a downgrade deletes nothing (C2.9, C5.7)', async () => {
    const account = await service.account({ plan: 'scale' });
    const waitlist = await service.waitlist(account);
    await service.signUp(account, waitlist, { email: 'a@example.com' });
    await service.sql`UPDATE waitlist_counters SET live_count = 700 WHERE waitlist_id = ${waitlist}`;
    await updateAccount(service.ctx, account.accountId, { plan: 'free' });
    const plan = async () => (await read(account)).plan;
    await expect.poll(plan, { interval: 100 }).toBe('free');
    expect(await quotaOf(account)).toEqual({
      tier: 'free',
      signups_used: 700,
      signups_limit: 500,
      signups_remaining: 0,
      percent_used: 140,
      can_add_signup: false,
    });
    expect((await service.signUp(account, waitlist, { email: 'b@example.com' })).statusCode).toBe(402);
    // A repeat adds nobody (C3.2).
    expect((await service.signUp(account, waitlist, { email: 'a@example.com' })).statusCode).toBe(201);
  });
});
