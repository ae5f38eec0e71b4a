import { describe, expect, test } from 'vitest';
import { addDays } from '../../../src/shared/list/stats/window.ts';
import { importsOf } from '../../support/imports/imports.ts';
import { makeList, type TestList } from '../../support/list.ts';
import { useService } from '../../support/service/service.ts';
import { openTestWorker } from '../../support/service/worker.ts';
import { readCsv } from '../../support/values/read-csv.ts';

const keys = ['utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;
const none = { utm_medium: null, utm_campaign: null, utm_term: null, utm_content: null };

describe('campaigns', () => {
  const service = useService();

  const get = async (list: TestList, path: string) =>
    service.call('GET', `${list.url}${path}`, list.account.key);
  const campaignsOf = async (list: TestList): Promise<unknown[]> =>
    ((await list.page('order=oldest&include=campaign')).data as { campaign?: unknown }[]).map(
      ({ campaign }) => campaign,
    );
  const counted = async (list: TestList, query = '') =>
    (await get(list, `/stats?include=campaigns${query}`)).json().campaigns;

  test('are kept with a signup as its link says, and shown where asked for', async () => {
    const list = await makeList(service);
    const whole = {
      utm_medium: 'social',
      utm_campaign: 'Launch, week 1',
      utm_term: 'wait',
      utm_content: 'b',
    };
    const added = await list.add({ email: 'ada@example.com', utm_source: 'x', ...whole });
    await list.add({ email: 'bo@example.com', utm_campaign: ' ', utm_term: 'only', utm_medium: null });
    await list.add({ email: 'cy@example.com', utm_campaign: '', utm_content: null });
    await list.add({ email: 'di@example.com' });
    expect(await campaignsOf(list)).toEqual([whole, { ...none, utm_term: 'only' }, null, null]);
    expect(Object.keys(added)).toEqual(['id', 'position', 'total', 'referral_code']);
    const plain = (await get(list, `/signups/${added.id}`)).json();
    expect(plain).not.toHaveProperty('campaign');
    expect((await get(list, `/signups/${added.id}?include=campaign`)).json()).toEqual({
      ...plain,
      campaign: whole,
    });
    // A signup without any has no row.
    const rows = await service.sql`SELECT 1 FROM signup_campaigns WHERE waitlist_id = ${list.id}`;
    expect(rows).toHaveLength(2);
  });

  test.each(keys)('%s is refused if it is too long, or no text', async (key) => {
    const list = await makeList(service);
    await list.add({ email: 'most@example.com', [key]: 'ü'.repeat(200) });
    for (const [value, problem] of [
      ['x'.repeat(201), 'must be at most 200 characters'],
      [7, 'must be a string'],
      [['a'], 'must be a string'],
    ]) {
      const answer = await list.signUp({ email: 'ada@example.com', [key]: value });
      expect([answer.statusCode, answer.json().error.message]).toEqual([400, `${key}: ${problem}`]);
    }
    expect((await list.page()).total).toBe(1);
  });

  test('stay the first ones when somebody signs up again, and come with each signup of a bulk', async () => {
    const list = await makeList(service);
    const signups = [
      { email: 'ada@example.com', utm_campaign: 'first' },
      { email: 'bo@example.com', utm_campaign: 'x'.repeat(201) },
      { email: 'cy@example.com' },
      { email: 'ada@example.com', utm_campaign: 'second' },
    ];
    const bulk = await service.call('POST', `${list.url}/signups/bulk`, list.account.key, {
      payload: { signups },
    });
    expect(bulk.json()).toMatchObject({ created: 2, existing: 1, rejected: 1 });
    await list.add({ email: 'ada@example.com', utm_campaign: 'third' });
    await list.add({ email: 'cy@example.com', utm_campaign: 'late' });
    expect(await campaignsOf(list)).toEqual([{ ...none, utm_campaign: 'first' }, null]);
  });

  test('narrow lists, exports and segments, each by its exact name', async () => {
    const list = await makeList(service);
    for (const [index, utm_campaign] of ['launch', 'Launch', 'launch', 'launch 2', undefined].entries())
      await list.add({ email: `${index}@example.com`, utm_campaign });
    const emails = async (query: string) => (await list.page(query)).data.map(({ email }) => email);
    expect(await emails('utm_campaign=launch')).toEqual(['2@example.com', '0@example.com']);
    expect(await emails('utm_campaign=launch&match=contains')).toHaveLength(2);
    expect(await emails('utm_campaign=launch&q=0@ex')).toEqual(['0@example.com']);
    expect(await emails('utm_campaign=none')).toEqual([]);
    expect((await get(list, '/signups?utm_campaign=')).statusCode).toBe(400);
    const csv = readCsv((await get(list, '/signups/export?utm_campaign=Launch')).body);
    expect(csv.slice(1).map((row) => row[1])).toEqual(['1@example.com']);
    const segment = await service.call('POST', `${list.url}/segments`, list.account.key, {
      payload: { name: 'Launch', filter: { utm_campaign: 'launch' } },
    });
    expect(segment.json()).toMatchObject({ filter: { utm_campaign: 'launch' } });
    expect(await emails(`segment=${segment.json().id}`)).toHaveLength(2);
    expect(await emails(`segment=${segment.json().id}&utm_campaign=Launch`)).toEqual([]);
  });

  test('are counted with what became of them, most signups first', async () => {
    const list = await makeList(service);
    expect(await counted(list)).toEqual([]);
    expect((await get(list, '/stats')).json()).not.toHaveProperty('campaigns');
    const ids: string[] = [];
    const idsAt = (...places: number[]) => places.map((place) => ids[place] ?? '');
    for (const utm_campaign of ['b', 'a', 'c', 'c', 'c', undefined])
      ids.push((await list.add({ email: `${ids.length}@example.com`, utm_campaign })).id);
    await list.add({ email: 'medium@example.com', utm_medium: 'social' });
    const other = await makeList(service);
    await other.add({ email: 'other@example.com', utm_campaign: 'a' });
    await service.sql`UPDATE signups SET confirmed_at = now() WHERE id IN ${service.sql(idsAt(2, 3, 5))}`;
    for (const id of [ids[1], ids[3]])
      await service.sql`
        INSERT INTO conversions (account_id, signup_id, waitlist_id) VALUES (${list.account.accountId}, ${id ?? ''}, ${list.id})`;
    const all = [
      { utm_campaign: 'c', signups: 3, confirmed: 2, users: 1 },
      { utm_campaign: 'a', signups: 1, confirmed: 0, users: 1 },
      { utm_campaign: 'b', signups: 1, confirmed: 0, users: 0 },
    ];
    expect(await counted(list)).toEqual(all);
    const both = (await get(list, '/stats?include=campaigns,confirmation')).json();
    expect(both).toMatchObject({ campaigns: all, confirmed: 0 });
    expect((await get(list, '/stats?include=campaign')).json().error.message).toBe(
      'include: must be one or more of confirmation, campaigns, separated by commas',
    );
    await list.remove(ids[2] ?? '');
    await list.remove(ids[0] ?? '');
    expect(await counted(list)).toEqual([
      { utm_campaign: 'c', signups: 2, confirmed: 1, users: 1 },
      { utm_campaign: 'a', signups: 1, confirmed: 0, users: 1 },
    ]);
    expect(
      await service.sql`SELECT 1 FROM signup_campaigns WHERE signup_id IN ${service.sql(idsAt(0, 2))}`,
    ).toEqual([]);
  });

  test('are counted by the days of the window in UTC, and all beyond 200 together', async () => {
    const list = await makeList(service);
    const [{ today }] = await service.sql<
      [{ today: string }]
    >`SELECT (now() AT TIME ZONE 'UTC')::date AS today`;
    const day = addDays(today, -3);
    for (const [index, time] of ['00:00:00.000Z', '23:59:59.999Z'].entries()) {
      const { id } = await list.add({ email: `${index}@example.com`, utm_campaign: 'edge' });
      await service.sql`UPDATE signup_campaigns SET created_at = ${`${day}T${time}`} WHERE signup_id = ${id}`;
    }
    const edge = [{ utm_campaign: 'edge', signups: 2, confirmed: 0, users: 0 }];
    expect(await counted(list, `&from=${day}&to=${day}`)).toEqual(edge);
    expect(await counted(list, `&from=${addDays(day, 1)}&to=${today}`)).toEqual([]);
    expect(await counted(list, `&from=${addDays(day, -9)}&to=${addDays(day, -1)}`)).toEqual([]);
    const signups = Array.from({ length: 203 }, (_, index) => ({
      email: `many${index}@example.com`,
      utm_campaign: `campaign ${String(index).padStart(3, '0')}`,
    }));
    await service.call('POST', `${list.url}/signups/bulk`, list.account.key, { payload: { signups } });
    const many = await counted(list);
    expect(many).toHaveLength(201);
    expect(many.slice(0, 2)).toEqual([
      ...edge,
      { utm_campaign: 'campaign 000', signups: 1, confirmed: 0, users: 0 },
    ]);
    expect(many.at(-1)).toEqual({ utm_campaign: null, signups: 4, confirmed: 0, users: 0 });
  });

  test('leave in the export of the list and of the person, and come back in an import', async () => {
    const list = await makeList(service);
    const campaign = { ...none, utm_campaign: 'say "hi", all\nof you', utm_content: 'b' };
    await list.add({ email: 'ada@example.com', ...campaign });
    await list.add({ email: 'bo@example.com' });
    const csv = await get(list, '/signups/export');
    const [names = [], ...rows] = readCsv(csv.body);
    expect(names.slice(-4)).toEqual(keys);
    expect(rows.map((row) => row.slice(-4))).toEqual([
      ['', campaign.utm_campaign, '', 'b'],
      ['', '', '', ''],
    ]);
    const people = await Promise.all(
      ['ada', 'bo'].map((name) =>
        service.call('POST', '/v1/people/export', list.account.key, {
          payload: { email: `${name}@example.com` },
        }),
      ),
    );
    expect(people.map((person) => person.json().signups[0].campaign)).toEqual([campaign, null]);
    const worker = openTestWorker(service);
    const other = await makeList(service);
    const imports = importsOf(service, worker, other);
    expect(await imports.run(csv.body)).toMatchObject({ created: 2, rejected: 0 });
    expect(await campaignsOf(other)).toEqual([campaign, null]);
    expect(await counted(other)).toMatchObject([{ utm_campaign: campaign.utm_campaign, signups: 1 }]);
    await worker.close();
  });

  test('are read from columns of those names, unless a custom field has the name', async () => {
    const worker = openTestWorker(service);
    const list = await makeList(service);
    await list.field('utm_term', 'string');
    const imports = importsOf(service, worker, list);
    const { id, columns } = await imports.run(
      `email,utm_campaign,utm_term,UTM Medium\na@example.com,spring,word,email\nb@example.com,${'x'.repeat(201)},,\n`,
    );
    expect(columns.mapped).toMatchObject({ utm_campaign: 'utm_campaign', utm_term: 'fields.utm_term' });
    expect((await imports.rows(id, 'outcome=rejected')).map(({ line, reason }) => [line, reason])).toEqual([
      [3, 'utm_campaign: must be at most 200 characters'],
    ]);
    expect(await campaignsOf(list)).toEqual([{ ...none, utm_campaign: 'spring', utm_medium: 'email' }]);
    expect((await list.find('a@example.com')).fields).toEqual({ utm_term: 'word' });
    await worker.close();
  });
});
