import { beforeAll, describe, expect, test } from 'vitest';
import { signedIn, type Visitor, wordsOf } from '../../../support/dashboard.ts';
import type { TestAccount } from '../../../support/service/make.ts';
import { useService } from '../../../support/service/service.ts';

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

  const stickers = {
    'rewards.0.at': '3',
    'rewards.0.name': 'Stickers, "big" \\ ones',
    'rewards.0.key': 'stickers',
    'rewards.0.text': 'Five, by post.',
    'rewards.0.image': 'https://notes.test/s.png',
  };
  const stored = {
    ...{ at: 3, key: 'stickers', name: 'Stickers, "big" \\ ones', text: 'Five, by post.' },
    image: 'https://notes.test/s.png',
  };

  test('are set, shown again, changed and removed', async () => {
    const saved = await visitor.send(path('/settings/rewards'), {
      ...stickers,
      ...{ 'rewards.1.at': '10', 'rewards.1.name': 'T-Shirt & more', 'rewards.1.key': '' },
      show_rewards: 'on',
    });
    expect(wordsOf(await visitor.follow(saved))).toContain('Saved.');
    const shirt = { at: 10, key: 't-shirt-more', name: 'T-Shirt & more' };
    expect(await settings()).toMatchObject({ rewards: [stored, shirt], links: { show_rewards: true } });
    const shown = (await visitor.open(path('/settings/rewards'))).body;
    expect(shown).toContain('name="rewards.0.name" type="text" value="Stickers, &quot;big&quot; \\ ones"');
    expect(shown).toContain('name="rewards.0.image" type="text" value="https://notes.test/s.png"');
    expect(shown).toContain('Five, by post.</textarea>');
    expect(shown).toContain('name="rewards.2.at"');
    expect(shown).not.toContain('name="rewards.3.at"');
    // Browsers would not send the form while the row for another reward is empty.
    expect(/<input[^>]*name="rewards.2.at"[^>]*>/.exec(shown)?.[0]).not.toContain('required');
    await visitor.send(path('/settings/rewards'), {
      ...stickers,
      'rewards.0.remove': 'on',
      ...{ 'rewards.1.at': '9', 'rewards.1.key': 'shirt', 'rewards.2.at': ' ' },
    });
    expect((await settings()).rewards).toEqual([{ at: 9, key: 'shirt' }]);
    await visitor.send(path('/settings/rewards'), {});
    expect(await settings()).toMatchObject({ rewards: [], links: { show_rewards: false } });
  });

  test.each([
    [{ 'rewards.0.at': '' }, 'rewards.0.at', 'Friends: is required'],
    [{ 'rewards.0.at': '0' }, 'rewards.0.at', 'Friends: must be at least 1'],
    [{ 'rewards.0.key': 'Free T' }, 'rewards.0.key', 'Key: must be 1 to 64 lower-case letters'],
    [{ 'rewards.0.key': '', 'rewards.0.name': '☕' }, 'rewards.0.key', 'Key: must be 1 to 64'],
    [{ 'rewards.0.image': 'http://a.example/x.png' }, 'rewards.0.image', 'must be an https URL'],
    [{ 'rewards.2.at': '3', 'rewards.2.key': 'b' }, 'rewards.2.at', 'must differ from the others'],
  ])('refuses %j at the field, with what was entered', async (wrong, field, message) => {
    const given = {
      ...stickers,
      'rewards.1.at': '4',
      'rewards.1.key': 'x',
      'rewards.1.remove': 'on',
      ...wrong,
    };
    const refused = await visitor.send(path('/settings/rewards'), given);
    expect(refused.statusCode).toBe(400);
    expect(wordsOf(refused)).toContain(message);
    const input = new RegExp(`<input[^>]*name="${field.replaceAll('.', '\\.')}"[^>]*>`).exec(
      refused.body,
    )?.[0];
    expect(input).toContain('aria-invalid');
    expect(refused.body).toContain('name="rewards.0.text"');
  });

  test('the leaderboard names people by a field of the list', async () => {
    const field = { key: 'nick', label: 'Nickname', type: 'string' };
    await service.call('POST', `/v1/waitlists/${list}/fields`, account.key, { payload: field });
    expect(wordsOf(await visitor.open(path('/settings/leaderboard')))).toContain('Nickname');
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

  test('a reward has its name wherever people are chosen by it', async () => {
    await visitor.send(path('/settings/rewards'), {
      ...{ 'rewards.0.at': '3', 'rewards.0.key': 'stickers', 'rewards.0.name': 'A sticker set' },
    });
    const { id } = (await service.signUp(account, list, { email: 'ada@example.com' })).json();
    expect(wordsOf(await visitor.open(path(`/signups/${id}`)))).toContain('Reached the reward A sticker set');
    const search = path('?reward=stickers');
    expect(wordsOf(await visitor.open(search))).toContain('Reward A sticker set , remove this filter');
    expect((await visitor.open(search)).body).toContain(
      '<option value="stickers" selected>A sticker set</option>',
    );
    const asked = await visitor.send(path('/selection?reward=stickers'), { action: 'delete', scope: 'all' });
    expect(wordsOf(asked)).toContain('Reward A sticker set');
    const segment = { name: 'Reached', filter: { reward: 'stickers' } };
    const made = (
      await service.call('POST', `/v1/waitlists/${list}/segments`, account.key, { payload: segment })
    ).json();
    expect(wordsOf(await visitor.open(path(`?segment=${made.id}`)))).toContain(
      'Reward reached A sticker set',
    );
    expect((await visitor.open(path('/write/new/edit'))).body).toContain(
      '<option value="stickers">A sticker set</option>',
    );
    const other = wordsOf(await visitor.open(path('?reward=mug&constructor=1')));
    expect(other).toContain('Reward mug , remove this filter');
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
