import { beforeAll, describe, expect, test } from 'vitest';
import { signedIn, type Visitor, wordsOf } from '../../support/dashboard.ts';
import type { TestAccount } from '../../support/service/make.ts';
import { useService } from '../../support/service/service.ts';

describe('rewards and leaderboard in the dashboard (N5)', () => {
  const service = useService();
  let account: TestAccount;
  let visitor: Visitor;
  let list: string;
  const path = (rest: string) => `/dashboard/waitlists/${list}${rest}`;
  const settings = async () =>
    (await service.call('GET', `/v1/waitlists/${list}/settings`, account.key)).json();

  beforeAll(async () => {
    account = await service.account();
    visitor = await signedIn(service, account);
    list = await service.waitlist(account);
  });

  test('are set, shown again, and cleared', async () => {
    const saved = await visitor.send(path('/settings/rewards'), {
      rewards: ' 10: t-shirt, 3 = stickers "Stickers, \\"big\\" \\ ones",',
      show_rewards: 'on',
    });
    expect(wordsOf(await visitor.follow(saved))).toContain('Saved.');
    expect(await settings()).toMatchObject({
      rewards: [
        { at: 3, key: 'stickers', name: 'Stickers, "big" \\ ones' },
        { at: 10, key: 't-shirt' },
      ],
      links: { show_rewards: true },
    });
    const shown = '3: stickers &quot;Stickers, \\&quot;big\\&quot; \\\\ ones&quot;, 10: t-shirt';
    expect((await visitor.open(path('/settings'))).body).toContain(`value="${shown}"`);
    const more = { text: 'Five, by post.', image: 'https://notes.test/s.png' };
    await service.call('PATCH', `/v1/waitlists/${list}/settings`, account.key, {
      payload: { rewards: [{ at: 3, key: 'stickers', ...more }] },
    });
    await visitor.send(path('/settings/rewards'), { rewards: '4: stickers "S", 5: mug' });
    expect((await settings()).rewards).toEqual([
      { at: 4, key: 'stickers', name: 'S', ...more },
      { at: 5, key: 'mug' },
    ]);
    await visitor.send(path('/settings/rewards'), { rewards: '' });
    expect(await settings()).toMatchObject({ rewards: [], links: { show_rewards: false } });
  });

  test.each([
    ['stickers', 'write the number of referrals, a colon and your name for it, such as 3: stickers'],
    [
      '3: Free T-Shirt',
      '“Free T-Shirt” must be lower-case letters, digits and hyphens, without spaces, such as free-t-shirt',
    ],
    ['3: stickers 10: mug', '“stickers 10: mug” must be'],
    ['3: ☕', 'such as stickers'],
    ['3: a, 3: b', 'must differ from the others'],
    ['0: a', 'at least 1'],
  ])('refuses %s at the field, with what was entered', async (rewards, message) => {
    const refused = await visitor.send(path('/settings/rewards'), { rewards });
    expect(refused.statusCode).toBe(400);
    expect(refused.body).toContain(`value="${rewards}"`);
    expect(wordsOf(refused)).toContain(message);
    expect(wordsOf(refused)).toContain('How many referrals each takes'); // the hint stays
  });

  test('the leaderboard names people by a field of the list', async () => {
    const field = { key: 'nick', label: 'Nickname', type: 'string' };
    await service.call('POST', `/v1/waitlists/${list}/fields`, account.key, { payload: field });
    expect(wordsOf(await visitor.open(path('/settings')))).toContain('Nickname');
    await visitor.send(path('/settings/leaderboard'), { name_field: 'nick', public: 'on' });
    expect((await settings()).leaderboard).toEqual({ name_field: 'nick', public: true });
    await visitor.send(path('/settings/leaderboard'), { name_field: '' });
    expect((await settings()).leaderboard).toEqual({ name_field: null, public: false });
  });

  test('a signup shows what it has reached', async () => {
    const { id } = (await service.signUp(account, list, { email: 'ada@example.com' })).json();
    expect(wordsOf(await visitor.open(path(`/signups/${id}`)))).not.toContain('Reached the reward');
    await service.sql`
      INSERT INTO reward_grants (account_id, signup_id, at, waitlist_id, key, referral_count)
      VALUES (${account.accountId}, ${id}, 3, ${list}, 'stickers', 4)`;
    const words = wordsOf(await visitor.open(path(`/signups/${id}`)));
    expect(words).toContain('Reached the reward stickers with 4 referrals');
    expect(words).toContain('Rewards stickers');
  });

  test('the email about a reward is written, previewed, tried and deleted', async () => {
    expect(wordsOf(await visitor.open(path('/email/reward')))).toContain('No email is sent about rewards.');
    expect((await visitor.open(path('/email/reward/preview'))).body).toContain('stickers');
    const draft = { subject: 'Hi', html: '<p>{{reward.key}} for {{reward.at}}, {{email}}</p>' };
    const preview = await visitor.send(path('/email/reward/preview'), draft);
    expect(preview.body).toContain('stickers for 3, ada@example.com');
    const saved = await visitor.send(path('/email/reward'), draft);
    expect(wordsOf(await visitor.follow(saved))).toContain('People get this email when they reach a reward.');
    const wrong = await visitor.send(path('/email/reward'), { ...draft, html: '{{confirm.url}}' });
    expect([wrong.statusCode, wordsOf(wrong)]).toEqual([400, expect.stringContaining('{{confirm.url}}')]);
    // It is no variable of the signup email.
    const signup = await visitor.send(path('/email'), { ...draft, editor: 'html' });
    expect([signup.statusCode, wordsOf(signup)]).toEqual([400, expect.stringContaining('{{reward.key}}')]);
    await visitor.send(path('/email/reward/default'), {});
    expect(wordsOf(await visitor.open(path('/email/reward')))).toContain('No email is sent about rewards.');
    expect(await service.sql`SELECT 1 FROM mail_templates WHERE waitlist_id = ${list}`).toHaveLength(0);
  });
});
