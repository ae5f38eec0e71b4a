import { beforeAll, describe, expect, test } from 'vitest';
import { updateAccount } from '../../../../src/shared/account/administration/update-account.ts';
import { rowsOf, signedIn, textOf, type Visitor, wordsOf } from '../../../support/dashboard.ts';
import { makeList, type TestList } from '../../../support/list.ts';
import { useService } from '../../../support/service/service.ts';
import { recount } from '../../../support/storm/invariants.ts';

describe('the campaigns of a waitlist', () => {
  const service = useService();
  let list: TestList;
  let visitor: Visitor;
  let path: string;
  let root: string;

  const cardIn = (html: string) =>
    /<section class="card" aria-labelledby="campaigns">(.*?)<\/section>/s.exec(html)?.[1] ?? '';
  const countBehind = async (href: string) =>
    Number(/([\d,]+) signups? found/.exec(wordsOf(await visitor.open(href)))?.[1] ?? 0);
  /** The links of the card, each with the number that it shows. */
  const numbersIn = (html: string) =>
    [...cardIn(html).matchAll(/<a href="([^"]*)">(\d+)<\/a>/g)].map(([, href = '', count = '']) => ({
      href: href.replaceAll('&amp;', '&'),
      count: Number(count),
    }));

  /** `launch` has 3 signups of today, 2 by ads and 1 of these a user, and an older one; `podcast` has 1. */
  beforeAll(async () => {
    list = await makeList(service);
    await updateAccount(service.ctx, list.account.accountId, { timeZone: 'Pacific/Auckland' });
    visitor = await signedIn(service, list.account);
    root = `/dashboard/waitlists/${list.id}`;
    path = `${root}/statistics`;
    const launch = { utm_campaign: 'launch', utm_content: 'second-post' };
    const { id: old } = await list.add({ email: 'old@example.com', ...launch });
    for (const table of ['signups', 'signup_campaigns'])
      await service.sql`
        UPDATE ${service.sql(table)} SET created_at = created_at - interval '40 days'
        WHERE ${service.sql(table === 'signups' ? 'id' : 'signup_id')} = ${old}`;
    await list.add({ email: 'ada@example.com', utm_source: 'ads', ...launch });
    await list.add({ email: 'bo@example.com', utm_source: 'ads', ...launch });
    await list.add({ email: 'cy@example.com', utm_medium: 'email', ...launch });
    await list.add({ email: 'di@example.com', utm_campaign: 'podcast' });
    await list.add({ email: 'eve@example.com' });
    await service.sql`
      UPDATE signups SET confirmed_at = now() WHERE waitlist_id = ${list.id} AND email IN ('ada@example.com', 'cy@example.com')`;
    await recount(service.sql, list.id);
    const converted = await service.call('POST', '/v1/conversions', list.account.key, {
      payload: { email: 'ada@example.com', waitlist_id: list.id },
    });
    expect(converted.statusCode).toBe(200);
  });

  test('are counted in their period, and each number leads to its people', async () => {
    const { body } = await visitor.open(path);
    expect(rowsOf(cardIn(body))).toEqual([
      ['launch', '3', '2 · 67%', '1 · 33%'],
      ['podcast', '1', '0 · 0%', '0 · 0%'],
    ]);
    const numbers = numbersIn(body);
    expect(numbers.map(({ count }) => count)).toEqual([3, 2, 1, 1]);
    for (const { href, count } of numbers) expect(await countBehind(href), href).toBe(count);
    const all = (await visitor.open(`${path}?period=all`)).body;
    expect(rowsOf(cardIn(all))[0]?.slice(0, 2)).toEqual(['launch', '4']);
    for (const { href, count } of numbersIn(all)) expect(await countBehind(href), href).toBe(count);
  });

  test('are those of one source where the page is of one', async () => {
    const { body } = await visitor.open(`${path}?source=ads`);
    expect(textOf(cardIn(body))).toContain('utm_campaign of the signups from ads in this period');
    expect(rowsOf(cardIn(body))).toEqual([['launch', '2', '1 · 50%', '1 · 50%']]);
    for (const { href, count } of numbersIn(body)) expect(await countBehind(href), href).toBe(count);
    const direct = (await visitor.open(`${path}?source=direct`)).body;
    expect(rowsOf(cardIn(direct)).map(([name, count]) => [name, count])).toEqual([
      ['launch', '1'],
      ['podcast', '1'],
    ]);
    for (const { href, count } of numbersIn(direct)) expect(await countBehind(href), href).toBe(count);
  });

  test('have no card on a list without any, and say so in a period without any', async () => {
    const before = cardIn((await visitor.open(`${path}?from=2020-01-01&to=2020-02-01`)).body);
    expect(textOf(before)).toContain('None in this period.');
    const other = await makeList(service);
    await other.add({ email: 'ada@example.com', utm_source: 'ads' });
    const page = await (await signedIn(service, other.account)).open(
      `/dashboard/waitlists/${other.id}/statistics`,
    );
    expect([page.statusCode, page.body.includes('Campaigns')]).toEqual([200, false]);
  });

  test('narrow signups, make segments, and stand with a person', async () => {
    const found = wordsOf(await visitor.open(`${root}?utm_campaign=podcast`));
    expect(found).toContain('1 signup found');
    expect(found).toContain('Campaign podcast');
    const made = await visitor.send(`${root}/segments?utm_campaign=launch`, { name: 'By the launch' });
    expect(made.statusCode).toBe(303);
    const segments = await service.call('GET', `${list.url}/segments`, list.account.key);
    expect(segments.json().data).toMatchObject([{ filter: { utm_campaign: 'launch' } }]);
    const { id } = await list.find('ada@example.com');
    const { body } = await visitor.open(`${root}/signups/${id}`);
    expect(body).toContain(`<a href="${root}?utm_campaign=launch">launch</a>`);
    expect(textOf(body)).toContain('Campaign content second-post');
    expect(textOf(body)).not.toContain('Medium');
  });
});
