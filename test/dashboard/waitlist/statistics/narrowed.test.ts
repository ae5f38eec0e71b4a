import { describe, expect, onTestFinished, test } from 'vitest';
import { updateAccount } from '../../../../src/shared/account/administration/update-account.ts';
import { openScans } from '../../../../src/shared/list/signups/search/scans.ts';
import { rowsOf, signedIn, textOf, type Visitor, wordsOf } from '../../../support/dashboard.ts';
import { makeList, type TestList } from '../../../support/list.ts';
import { useService } from '../../../support/service/service.ts';
import { recount } from '../../../support/storm/invariants.ts';
import { unhurried } from '../../../support/values/unhurried.ts';

const hrefsIn = (html: string, part: RegExp) =>
  [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gs)]
    .filter(([, , text = '']) => part.test(textOf(text)))
    .map(([, href = '']) => href.replaceAll('&amp;', '&'));

describe('the statistics of one source or site', () => {
  const service = useService();

  const open = async (timeZone = 'UTC') => {
    const list = await makeList(service);
    await updateAccount(service.ctx, list.account.accountId, { timeZone });
    return {
      list,
      visitor: await signedIn(service, list.account),
      path: `/dashboard/waitlists/${list.id}/statistics`,
    };
  };

  /** Signups of `ads` (6), of `Ads` (1) and without a source (2), over a week, on two sites. */
  const fill = async (list: TestList) => {
    // In the order of time, as positions are.
    await add(list, 'older', 9, 'ads', 1);
    for (const [index, days] of [6, 5, 5].entries()) await add(list, `ads${index}`, days, 'ads', index);
    for (const index of [0, 1]) await add(list, `direct${index}`, 2, undefined, index);
    for (const index of [0, 1]) await add(list, `ads${3 + index}`, 1, 'ads', index);
    await add(list, 'other', 1, 'Ads', 1);
    await add(list, 'ads5', 0, 'ads', 2);
    await recount(service.sql, list.id);
  };
  const add = async (
    list: TestList,
    name: string,
    days: number,
    utm_source: string | undefined,
    site: number,
  ) => {
    const referrer = site === 2 ? undefined : `https://site${site}.example/`;
    const { id } = await list.add({ email: `${name}@example.com`, utm_source, referrer });
    await service.sql`UPDATE signups SET created_at = created_at - make_interval(days => ${days}) WHERE id = ${id}`;
  };
  const countBehind = async (visitor: Visitor, href: string) =>
    Number(/([\d,]+) signups? found/.exec(wordsOf(await visitor.open(href)))?.[1] ?? 0);
  const daysOf = (html: string) => rowsOf(html).map(([, count]) => Number(count));

  test.each(['UTC', 'Pacific/Auckland'])(
    'has its days, its sites and its people, exactly, and the way back (%s)',
    async (timeZone) => {
      const { list, visitor, path } = await open(timeZone);
      await fill(list);
      const convert = (email: string) =>
        service.call('POST', '/v1/conversions', list.account.key, {
          payload: { waitlist_id: list.id, email },
        });
      for (const name of ['ads0', 'ads3', 'direct0']) await convert(`${name}@example.com`);

      const whole = (await visitor.open(`${path}?period=7`)).body;
      expect(daysOf(whole)).toEqual([1, 2, 0, 0, 2, 3, 1]);
      expect(hrefsIn(whole, /^ads$/)).toEqual([`${path}?period=7&source=ads`]);
      const { body } = await visitor.open(`${path}?period=7&source=ads`);
      const words = textOf(body);
      expect(daysOf(body)).toEqual([1, 2, 0, 0, 0, 2, 1]);
      expect(words).toContain('In this period 6 ');
      expect(words).toContain('Share 67% of 9 signups in this period');
      expect(words).toContain('Became users 2 33% of them');
      expect(words).toContain('site0.example 2 · 100% became users site1.example 2 · 0% became users');
      expect(words).toContain('ads 6 · 33% became users direct 2 · 50% became users Ads 1 · 0% became users');
      expect(body).toMatch(/<a href="[^"]*source=ads" aria-current="true">ads</);
      expect(words).not.toContain('Best referrers');
      expect(hrefsIn(body, /^Source ads , remove this filter$/)).toEqual([`${path}?period=7`]);
      expect(hrefsIn(body, /^30 days$/)).toEqual([`${path}?period=30&source=ads`]);
      expect(body).toContain('<input type="hidden" name="source" value="ads"');

      for (const [text, count] of [
        [/^6$/, 6],
        [/^2$/, 2],
      ] as const)
        for (const href of hrefsIn(body, text))
          expect([href, await countBehind(visitor, href)]).toEqual([href, count]);

      const site = textOf((await visitor.open(`${path}?period=7&site=site1.example`)).body);
      expect(site).toContain('In this period 4 ');
      expect(site).toContain('ads 2 · 0% became users Ads 1 · 0% became users direct 1 · 0% became users');
      const direct = textOf((await visitor.open(`${path}?period=7&source=direct`)).body);
      expect(direct).toContain('In this period 2 ');
    },
  );

  test.each(['', 'x'.repeat(201), 'a&source=b'])('is that of all signups for source=%s', async (source) => {
    const { list, visitor, path } = await open();
    await fill(list);
    const answer = await visitor.open(`${path}?period=7&source=${source}`);
    expect(answer.statusCode).toBe(200);
    expect(wordsOf(answer)).toContain('In this period 9 ');
  });

  test('is counted by the counters where a period has many signups, and by all of it only if that is asked for', async () => {
    const { list, visitor, path } = await open('Europe/Berlin');
    await fill(list);
    await service.sql`
      UPDATE signup_daily SET signups = 100001 WHERE waitlist_id = ${list.id} AND source = 'Ads'`;
    const quick = (await visitor.open(`${path}?period=7&source=ads`)).body;
    expect(textOf(quick)).toContain('In this period 6 ');
    expect(textOf(quick)).toContain('days are in UTC and its sites are not counted, to be quick.');
    expect(textOf(quick)).toContain('too many signups to count the sites of one source at once');
    const [all = ''] = hrefsIn(quick, /^Count all$/);
    const whole = textOf((await visitor.open(all)).body);
    expect(whole).toContain('site0.example 2');
    expect(whole).not.toContain('to be quick');

    const site = (await visitor.open(`${path}?period=7&site=site0.example`)).body;
    expect(textOf(site)).toContain('those of site0.example alone are not counted');
    const [counted = ''] = hrefsIn(site, /^count them all the same$/);
    expect(textOf((await visitor.open(counted)).body)).toContain('In this period 3 ');
  });

  test('of one site reads the window twice, and not where that are too many signups', async () => {
    const { list, visitor, path } = await open();
    await fill(list);
    await service.sql`
      UPDATE signup_daily SET signups = 60000 WHERE waitlist_id = ${list.id} AND source = 'Ads'`;
    const whole = textOf((await visitor.open(`${path}?period=7`)).body);
    expect(whole).not.toContain('to be quick');
    const site = textOf((await visitor.open(`${path}?period=7&site=site0.example`)).body);
    expect(site).toContain('those of site0.example alone are not counted');
  });

  test('says so where counting takes too long', async () => {
    const { list, visitor, path } = await open();
    await fill(list);
    const { scans } = service.ctx;
    onTestFinished(() => void Object.assign(service.ctx, { scans }));
    Object.assign(service.ctx, { scans: openScans(service.sql, 4, 50) });
    const { body } = await unhurried(service.sql, async (tx) => {
      await tx`LOCK TABLE signups IN ACCESS EXCLUSIVE MODE`;
      return visitor.open(`${path}?period=7&whole=yes&site=site0.example`);
    });
    expect(textOf(body)).toContain('those of site0.example alone are not counted');
    expect(textOf(body)).toContain('Choose a shorter one.');
  });
});

describe('the statistics of a waitlist', () => {
  const service = useService();

  test('tell the change of each day to the one before', async () => {
    const list = await makeList(service);
    const visitor = await signedIn(service, list.account);
    await list.fill(32);
    await service.sql`
      UPDATE signups SET created_at = date_trunc('day', now(), 'UTC') - CASE WHEN position <= 12 THEN interval '3 days' WHEN position <= 30
             THEN interval '2 days' ELSE interval '1 day' END WHERE waitlist_id = ${list.id}`;
    await recount(service.sql, list.id);
    const { body } = await visitor.open(`/dashboard/waitlists/${list.id}/statistics?period=7`);
    expect(rowsOf(body).map(([, count, change]) => [count, change])).toEqual([
      ['0', ''],
      ['0', '±0'],
      ['0', '±0'],
      ['12', '+12'],
      ['18', '+50%'],
      ['2', '−89%'],
      ['0', ''], // it goes on
    ]);
    expect(body).toMatch(/aria-label="[^"]* 20\d\d: 18, \+50% on the day before"/);
  });

  test('show the way from signup to user, of the steps that the list has, each with its people', async () => {
    const list = await makeList(service);
    const visitor = await signedIn(service, list.account);
    const path = `/dashboard/waitlists/${list.id}`;
    await list.fill(8);
    const seen = async () => wordsOf(await visitor.open(`${path}/statistics`));
    expect(await seen()).not.toContain('From signup to user');
    const payload = { confirmation: { enabled: true } };
    await service.call('PATCH', `${list.url}/settings`, list.account.key, { payload });
    await service.sql`UPDATE signups SET email_status = 2 WHERE waitlist_id = ${list.id} AND position <= 6`;
    await service.sql`UPDATE signups SET confirmed_at = now() WHERE waitlist_id = ${list.id} AND position <= 5`;
    await recount(service.sql, list.id);
    // Invited twice, once in vain; invited; a user without an invitation; a user who is off the list.
    const invite = (position: number, state: string) => service.sql`
      INSERT INTO invitations (account_id, id, waitlist_id, signup_id, state, deliver, token_hash, valid_days, expires_at)
      SELECT account_id, gen_random_uuid(), waitlist_id, id, ${state}, 'link', decode(md5(random()::text), 'hex'), 7, now() FROM signups
      WHERE waitlist_id = ${list.id} AND position = ${position}`;
    await invite(1, 'expired');
    await invite(1, 'converted');
    await invite(2, 'revoked');
    await invite(3, 'invited');
    await service.sql`
      INSERT INTO conversions (account_id, signup_id, waitlist_id)
      SELECT account_id, id, waitlist_id FROM signups WHERE waitlist_id = ${list.id} AND position IN (1, 7)
      UNION ALL SELECT ${list.account.accountId}, gen_random_uuid(), ${list.id}`;
    expect(await seen()).toContain(
      'Signed up 8 · 100% Signup email sent 6 · 75% Confirmed the address 5 · 63% Invited 3 · 38% Became a user 2 · 25%',
    );
    const { body } = await visitor.open(`${path}/statistics`);
    for (const [name, count] of [
      [/^Signup email sent$/, 6],
      [/^Confirmed the address$/, 5],
      [/^Invited$/, 3],
      [/^Became a user$/, 2],
    ] as const) {
      const [href = ''] = hrefsIn(body, name);
      expect([name, wordsOf(await visitor.open(href))]).toEqual([
        name,
        expect.stringContaining(`${count} signups found.`),
      ]);
    }
  });

  test('draw who brought whom, the best first, and lead to each', async () => {
    const list = await makeList(service);
    const visitor = await signedIn(service, list.account);
    const path = `/dashboard/waitlists/${list.id}`;
    const bring = async (name: string, referral_code?: string) =>
      list.add({ email: `${name}@example.com`, referral_code });
    const ada = await bring('ada');
    const bob = await bring('bob', ada.referral_code);
    for (const name of ['cleo', 'dora', 'emil']) await bring(name, ada.referral_code);
    for (const name of ['finn', 'gus']) await bring(name, bob.referral_code);
    const { body } = await visitor.open(`${path}/statistics`);
    const [tree = ''] = /<ol class="tree">.*?<\/ol>/s.exec(body) ?? [];
    expect(textOf(tree)).toBe(
      'ada@example.com brought 4 bob@example.com brought 2 cleo@example.com dora@example.com ' +
        'and 1 more whom ada@example.com brought bob@example.com brought 2 finn@example.com gus@example.com',
    );
    expect(hrefsIn(tree, /^bob@example.com$/)).toEqual([
      `${path}/signups/${bob.id}`,
      `${path}/signups/${bob.id}`,
    ]);
    expect(hrefsIn(tree, /^brought 4$/)).toEqual([`${path}?referred_by=${ada.id}`]);
  });
});
