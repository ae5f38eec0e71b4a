import { beforeAll, describe, expect, test } from 'vitest';
import { signedIn, textOf, type Visitor, wordsOf } from '../../../support/dashboard.ts';
import { makeList, type TestList } from '../../../support/list.ts';
import { useService } from '../../../support/service/service.ts';

describe('segments where people are chosen', () => {
  const service = useService();
  let list: TestList;
  let visitor: Visitor;
  let path: string;
  let ads: string;
  let unmailed: string;

  const call = (method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object) =>
    service.call(method, url, list.account.key, payload && { payload });
  const makeSegment = async (name: string, filter: object) =>
    (await call('POST', `${list.url}/segments`, { name, filter })).json().id as string;
  const countOn = (html: string) => textOf(/<div id="count"[^>]*>(.*?)<\/div>/s.exec(html)?.[1] ?? '');

  beforeAll(async () => {
    list = await makeList(service);
    await call('POST', `${list.url}/fields`, { key: 'team', label: 'Team', type: 'number' });
    await call('PATCH', `${list.url}/settings`, { invitations: { url: 'https://notes.test/hello' } });
    await list.add({ email: 'ada@example.com', utm_source: 'ads', fields: { team: 3 } });
    await list.add({ email: 'bo@example.com', utm_source: 'ads', fields: { team: 5 } });
    await list.add({ email: 'cy@example.com' });
    ads = await makeSegment('From ads', { utm_source: 'ads' });
    unmailed = await makeSegment('Unmailed', { email_status: 'none' });
    visitor = await signedIn(service, list.account);
    path = `/dashboard/waitlists/${list.id}`;
  });

  test('a wave is of a segment, and of those in it who match the rest', async () => {
    const { body } = await visitor.open(`${path}/invite`);
    expect(body).toContain(`<option value="${ads}">From ads</option>`);
    expect(body).not.toContain(unmailed); // waves cannot be narrowed so
    const asked = { size: '10', deliver: 'link', segment: ads };
    expect(countOn((await visitor.send(`${path}/invite/count`, asked)).body)).toMatch(/^2 people .* of 2/);
    const narrowed = { ...asked, 'field.team': '3' };
    expect(countOn((await visitor.send(`${path}/invite/count`, narrowed)).body)).toMatch(/^1 person .* of 1/);
    const drafted = await visitor.send(`${path}/invite/waves`, narrowed);
    expect(wordsOf(await visitor.follow(drafted))).toContain('Source ads');
    const { data } = (await call('GET', `${list.url}/waves`)).json();
    expect(data[0].filter).toEqual({ utm_source: 'ads', fields: { team: 3 } });
  });

  test('what the segment narrows by already is refused at its control', async () => {
    const asked = { size: '10', deliver: 'link', segment: ads, utm_source: 'newsletter' };
    const refused = await visitor.send(`${path}/invite/count`, asked);
    expect([refused.statusCode, wordsOf(refused)]).toEqual([
      400,
      expect.stringContaining('the segment From ads narrows by it already'),
    ]);
    const other = { size: '10', deliver: 'link', segment: crypto.randomUUID() };
    const gone = await visitor.send(`${path}/invite/waves`, other);
    expect([gone.statusCode, wordsOf(gone)]).toEqual([400, expect.stringContaining('not there any more')]);
  });

  test('an announcement is to a segment', async () => {
    const { body } = await visitor.open(`${path}/write/new/edit`);
    expect(body).toContain(`<option value="${unmailed}">Unmailed</option>`);
    const asked = { segment: ads, 'field.team': '5' };
    expect(countOn((await visitor.send(`${path}/write/new/edit/count`, asked)).body)).toMatch(/^1 person/);
    const saved = await visitor.send(`${path}/write/new/edit`, {
      ...asked,
      ...{ editor: 'simple', name: 'To ads', subject: 'Hello', headline: 'Hello', text: 'Hello.' },
    });
    expect(saved.statusCode).toBe(303);
    const { data } = (await call('GET', `${list.url}/announcements`)).json();
    expect(data[0].filter).toEqual({ utm_source: 'ads', fields: { team: 5 } });
  });

  test('a selection of signups is written to, by rows and by the search they came from', async () => {
    const page = await list.page();
    const [cy, bo] = page.data as { id: string; email: string }[];
    const filterOf = async (search: string, fields: Record<string, string | string[]>) => {
      const answer = await visitor.send(`${path}/selection${search}`, { action: 'write', ...fields });
      expect([answer.statusCode, wordsOf(answer)]).toEqual([303, '']);
      const edit = String(answer.headers.location);
      expect(edit).toMatch(new RegExp(`^${path}/write/[^/]+/edit$`));
      expect((await visitor.open(edit)).body).toContain('Save and review');
      const { data } = (await call('GET', `${list.url}/announcements`)).json();
      expect(edit).toContain(data[0].id);
      return [data[0].filter, data[0].selected];
    };
    expect(await filterOf('', { scope: 'rows', selected: [cy?.id ?? '', bo?.id ?? ''] })).toEqual([
      { id_count: 2 },
      2,
    ]);
    expect(await filterOf('?utm_source=ADS', { scope: 'all' })).toEqual([
      { utm_source: 'ADS', match: 'any_case' },
      2,
    ]);
    expect(await filterOf(`?segment=${ads}&field.team=3`, { scope: 'all' })).toEqual([
      { utm_source: 'ads', fields: { team: 3 } },
      1,
    ]);
    expect(await filterOf('?q=bo', { scope: 'all' })).toEqual([{ id_count: 1 }, 1]);
    expect(await filterOf('', { scope: 'all' })).toEqual([{}, 3]);
    const nobody = await visitor.send(`${path}/selection?q=zzz`, { action: 'write', scope: 'all' });
    expect([nobody.statusCode, wordsOf(nobody)]).toEqual([400, expect.stringContaining('No signup matches')]);
  });
});
