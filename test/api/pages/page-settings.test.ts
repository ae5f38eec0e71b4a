import { beforeAll, describe, expect, test } from 'vitest';
import { siteOrigin } from '../../support/forms/form-list.ts';
import { turnstileSecret } from '../../support/forms/turnstile.ts';
import { listOf, type TestList } from '../../support/list.ts';
import { type TestAccount, testModeOf } from '../../support/service/make.ts';
import { useService } from '../../support/service/service.ts';

describe('the settings of a signup page', () => {
  const service = useService({ BASE_URL: 'https://waitlist.test' });
  let account: TestAccount;
  let other: TestAccount;
  let made = 0;
  beforeAll(async () => {
    account = await service.account({ plan: 'scale' });
    other = await service.account({ plan: 'scale' });
  });
  const makeList = async (of = account): Promise<TestList> => {
    made += 1;
    return listOf(service, of, await service.waitlist(of, { name: `List ${made}` }));
  };
  const patch = (list: TestList, payload: object, of = account) =>
    service.call('PATCH', `${list.url}/settings`, of.key, { payload });
  const refusal = async (list: TestList, payload: object) => {
    const answer = await patch(list, payload);
    expect(answer.statusCode).toBe(400);
    return answer.json().error.message;
  };

  test('open a page by one change, which switches on the judging of referrals', async () => {
    const list = await makeList();
    const answer = await patch(list, { page: { enabled: true, slug: 'one-change' } });
    expect(answer.statusCode).toBe(200);
    expect(answer.json().page).toEqual({
      enabled: true,
      slug: 'one-change',
      show_total: true,
      invited_by_field: null,
      url: 'https://waitlist.test/w/one-change',
      embed_url: 'https://waitlist.test/w/one-change/embed.js',
    });
    expect(answer.json().abuse.mode).toBe('enforce');
    const [row] = await service.sql`SELECT abuse_mode FROM waitlist_counters WHERE waitlist_id = ${list.id}`;
    expect(row?.abuse_mode).toBe('enforce');
  });

  test('need a slug and judged referrals, and keep both while the page is enabled', async () => {
    const list = await makeList();
    expect(await refusal(list, { page: { enabled: true } })).toBe(
      'page.slug: is required while page.enabled is true',
    );
    const page = { enabled: true, slug: 'needs-judging' };
    for (const abuse of [{ mode: 'off' }, { mode: 'monitor' }, { mode: null }, null])
      expect(await refusal(list, { abuse, page })).toBe('page.enabled: needs abuse.mode to be "enforce"');
    expect((await patch(list, { page, abuse: { velocity: { per_hour: 5 } } })).json().abuse).toMatchObject({
      mode: 'enforce',
      velocity: { per_hour: 5 },
    });
    expect(await refusal(list, { abuse: { mode: 'off' } })).toBe(
      'abuse.mode: must stay "enforce" while page.enabled is true',
    );
    expect(await refusal(list, { page: { slug: null } })).toMatch(/^page\.slug: is required/);
    expect((await patch(list, { page: { enabled: false }, abuse: { mode: 'off' } })).statusCode).toBe(200);
  });

  test('need the site key of a captcha, which the page shows', async () => {
    const list = await makeList();
    const page = { enabled: true, slug: 'with-captcha' };
    const form = { captcha: { secret: turnstileSecret } };
    expect(await refusal(list, { page, form })).toMatch(/^form\.captcha\.site_key: is required/);
    const answer = await patch(list, { page, form: { captcha: { ...form.captcha, site_key: '0x4AAA' } } });
    expect(answer.json().form.captcha).toEqual({ provider: 'turnstile', site_key: '0x4AAA' });
    expect(await refusal(list, { form: { captcha: { site_key: '"><script>' } } })).toMatch(
      /site_key: must be/,
    );
    expect(await refusal(list, { form: { captcha: { site_key: null } } })).toMatch(/site_key: is required/);
  });

  test.each([
    ['ab', 'a'.repeat(61), '-abc', 'abc-', 'a--b', 'Abc', 'a_b', 'a.b', 'a/b', 'a b', '', '../abc', 'a%62c'],
    ['órbit', 'оrbit', 'ｏrbit', 'orb\u200bit', 'orbit\u0000', 'ſtar', 'x'.repeat(100_000), 7, {}, []],
  ])('refuse slugs of another form, and look-alikes of other alphabets', async (...slugs) => {
    const list = await makeList();
    for (const slug of slugs)
      expect(await refusal(list, { page: { slug } }), JSON.stringify(slug).slice(0, 40)).toMatch(
        /page\.slug/,
      );
  });

  test('refuse reserved words, and take blank space around a slug', async () => {
    const list = await makeList();
    for (const slug of ['admin', 'api', 'dashboard', 'www', 'robots', 'test'])
      expect(await refusal(list, { page: { slug } })).toBe('page.slug: is reserved. Choose another');
    expect((await patch(list, { page: { slug: ' spaced-out ' } })).json().page.slug).toBe('spaced-out');
  });

  test('give a slug to one list of all accounts, and say 409 to the others', async () => {
    const [first, second] = [await makeList(), await makeList()];
    const foreign = await makeList(other);
    expect((await patch(first, { page: { slug: 'taken-name' } })).statusCode).toBe(200);
    for (const [list, of] of [
      [second, account],
      [foreign, other],
    ] as const) {
      const answer = await patch(list, { page: { slug: 'taken-name', show_total: false } }, of);
      expect(answer.statusCode).toBe(409);
      expect(answer.json().error).toMatchObject({
        code: 'conflict',
        message: 'page.slug: is taken. Choose another.',
      });
      const { page } = (await service.call('GET', `${list.url}/settings`, of.key)).json();
      expect(page).toMatchObject({ slug: null, show_total: true });
    }
    expect((await patch(first, { page: { slug: 'taken-name' } })).statusCode).toBe(200);
  });

  test('free a slug with null, with null for the group, and with the deletion of the list', async () => {
    const next = await makeList();
    for (const free of [
      (list: TestList) => patch(list, { page: { slug: null } }),
      (list: TestList) => patch(list, { page: null }),
      (list: TestList) => service.call('DELETE', list.url, account.key),
    ]) {
      const list = await makeList();
      await patch(list, { page: { slug: 'passed-on' } });
      await patch(list, { page: { slug: 'passed-on-2' } });
      expect((await patch(next, { page: { slug: 'passed-on' } })).statusCode).toBe(409);
      await free(list);
      for (const slug of ['passed-on', 'passed-on-2'])
        expect((await patch(next, { page: { slug } })).statusCode).toBe(200);
      await patch(next, { page: null });
    }
  });

  test('a list that takes another name keeps the five before, and can have them back', async () => {
    const list = await makeList();
    const second = await makeList();
    for (let index = 0; index < 7; index += 1)
      expect((await patch(list, { page: { slug: `renamed-${index}` } })).statusCode).toBe(200);
    expect((await patch(second, { page: { slug: 'renamed-1' } })).statusCode).toBe(409);
    expect((await patch(second, { page: { slug: 'renamed-0' } })).statusCode).toBe(200);
    expect((await patch(list, { page: { slug: 'renamed-3' } })).json().page.slug).toBe('renamed-3');
    const rows = await service.sql`
      SELECT name FROM waitlist_pages WHERE waitlist_id = ${list.id} ORDER BY replaced_at IS NOT NULL, name`;
    expect(rows.map(({ name }) => name)).toEqual([3, 1, 2, 4, 5, 6].map((index) => `renamed-${index}`));
  });

  test('of lists that want the same name at once, one gets it', async () => {
    const lists = await Promise.all(Array.from({ length: 8 }, () => makeList()));
    const answers = await Promise.all(lists.map((list) => patch(list, { page: { slug: 'wanted-by-all' } })));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, ...Array(7).fill(409)]);
  });

  test('a list in test mode takes no name of a live one', async () => {
    const inTest = await testModeOf(service, account);
    const list = await makeList(inTest);
    const answer = await patch(list, { page: { enabled: true, slug: 'both-modes' } }, inTest);
    expect(answer.json().page).toMatchObject({
      slug: 'both-modes',
      url: 'https://waitlist.test/w/test--both-modes',
    });
    expect((await patch(await makeList(), { page: { slug: 'both-modes' } })).statusCode).toBe(200);
  });

  test('lead referral links to the page, unless the list has a site', async () => {
    const list = await makeList();
    await patch(list, { page: { enabled: true, slug: 'linked' } });
    const add = async (email: string) =>
      (
        await service.call('POST', `${list.url}/signups`, account.key, {
          payload: { email, include: ['referral_link', 'status_token'] },
        })
      ).json();
    const signup = await add('ada@example.com');
    const link = `https://waitlist.test/w/linked?ref=${signup.referral_code}`;
    expect(signup.referral_link).toBe(link);
    const links = await service.call('GET', `${list.url}/signups/${signup.id}/links`, account.key);
    expect(links.json().referral_link).toBe(link);
    const status = await service.call('GET', '/v1/public/status', undefined, {
      headers: { authorization: `Status ${signup.status_token}` },
    });
    expect(status.json().referral_link).toBe(link);
    await patch(list, { links: { site_url: siteOrigin } });
    expect((await add('grace@example.com')).referral_link).toMatch(/^https:\/\/site\.example\/\?ref=/);
    await patch(list, { links: { site_url: null }, page: { enabled: false } });
    expect((await add('alan@example.com')).referral_link).toBeNull();
  });
});
