import { describe, expect, test } from 'vitest';
import { makeList, type TestList } from '../../support/list.ts';
import { useService } from '../../support/service/service.ts';
import { readCsv } from '../../support/values/read-csv.ts';

describe('segments', () => {
  const service = useService();

  const open = async () => {
    const list = await makeList(service);
    const { key } = list.account;
    const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object, by = key) =>
      service.call(method, path, by, payload === undefined ? {} : { payload });
    const make = async (name: string, filter: object) =>
      (await call('POST', `${list.url}/segments`, { name, filter })).json() as { id: string };
    return { list, call, make, url: `${list.url}/segments` };
  };
  const people = async (list: TestList) => {
    await service.call('POST', `${list.url}/fields`, list.account.key, {
      payload: { key: 'team', label: 'Team', type: 'number' },
    });
    await list.add({ email: 'ada@example.com', utm_source: 'ads', fields: { team: 3 } });
    await list.add({ email: 'bob@example.com', utm_source: 'ads', fields: { team: 5 } });
    await list.add({ email: 'cleo@example.com', utm_source: 'Ads' });
  };

  test('are made, listed, changed and deleted, with an entry in the audit log each', async () => {
    const { call, url, list } = await open();
    const made = await call('POST', url, { name: 'Ads', filter: { utm_source: 'ads' } });
    expect([made.statusCode, made.json()]).toEqual([
      201,
      {
        id: expect.any(String),
        waitlist_id: list.id,
        name: 'Ads',
        filter: { utm_source: 'ads' },
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    ]);
    const { id } = made.json();
    expect((await call('GET', url)).json()).toMatchObject({ total: 1, data: [made.json()] });
    const patched = await call('PATCH', `${url}/${id}`, { filter: { min_referrals: 1 } });
    expect(patched.json()).toMatchObject({ name: 'Ads', filter: { min_referrals: 1 } });
    expect((await call('DELETE', `${url}/${id}`)).statusCode).toBe(204);
    expect((await call('DELETE', `${url}/${id}`)).statusCode).toBe(404);
    const { data } = (await call('GET', '/v1/audit-log?limit=3')).json();
    expect(data.map(({ action }: { action: string }) => action)).toEqual([
      'segment.deleted',
      'segment.updated',
      'segment.created',
    ]);
  });

  test('narrow the list and the export of signups, together with other filters', async () => {
    const { list, call, make } = await open();
    await people(list);
    const segment = await make('Ads', { utm_source: 'ads', match: 'any_case' });
    const team = await make('Team', { fields: { team: 3 } });
    const emails = async (query: string) =>
      (await call('GET', `${list.url}/signups?${query}`))
        .json()
        .data.map(({ email }: { email: string }) => email);
    expect(await emails(`segment=${segment.id}`)).toHaveLength(3);
    expect(await emails(`segment=${team.id}`)).toEqual(['ada@example.com']);
    expect(await emails(`segment=${segment.id}&field.team=5`)).toEqual(['bob@example.com']);
    const rest = await make('Rest', { not_fields: { team: 3 }, not_email_domains: ['acme.com'] });
    expect(await emails(`segment=${rest.id}`)).toEqual(['cleo@example.com', 'bob@example.com']);
    expect(await emails(`segment=${rest.id}&not_field.team=5`)).toEqual(['cleo@example.com']);
    expect(await emails(`segment=${rest.id}&not_email_domains=example.com`)).toEqual([]);
    expect(await emails(`segment=${segment.id}&q=cleo&order=oldest`)).toEqual(['cleo@example.com']);
    const csv = await call('GET', `${list.url}/signups/export?segment=${team.id}`);
    expect(
      readCsv(csv.body)
        .slice(1)
        .map((row) => row.includes('ada@example.com')),
    ).toEqual([true]);
    const other = await open();
    const foreign = await other.make('Theirs', {});
    for (const id of [foreign.id, '01a2235a-e012-7000-b915-fb23a965d3c1'])
      expect((await call('GET', `${list.url}/signups?segment=${id}`)).json().error).toMatchObject({
        code: 'invalid_request',
        message: 'segment: the waitlist has no such segment',
      });
  });

  test('stand for a filter in waves and announcements, which store it as it was', async () => {
    const { list, call, make, url } = await open();
    await people(list);
    await call('PATCH', `${list.url}/settings`, { invitations: { url: 'https://site.example/welcome' } });
    const ads = await make('Ads', { utm_source: 'ads' });
    const wide = await make('New', { created_from: '2026-01-01', email_status: 'none' });

    const wave = await call('POST', `${list.url}/waves`, { size: 5, deliver: 'link', segment: ads.id });
    expect(wave.json()).toMatchObject({ matched: 2, filter: { utm_source: 'ads' } });
    const text = { name: 'News', subject: 'News', html: '<p>News</p>' };
    const draft = (body: object) => call('POST', `${list.url}/announcements`, { ...text, ...body });
    const announcement = (await draft({ segment: ads.id })).json();
    expect(announcement).toMatchObject({ matched: 2, filter: { utm_source: 'ads' } });
    const patched = await call('PATCH', `/v1/announcements/${announcement.id}`, { segment: wide.id });
    expect(patched.json().filter).toEqual({ created_from: '2026-01-01', email_status: 'none' });

    await call('PATCH', `${url}/${ads.id}`, { filter: {} });
    expect((await call('GET', `/v1/waves/${wave.json().id}`)).json().filter).toEqual({ utm_source: 'ads' });

    const refused = async (body: object) =>
      (await call('POST', `${list.url}/waves`, { size: 5, deliver: 'link', ...body })).json().error.message;
    expect(await refused({ segment: wide.id })).toBe(
      'segment: its filter has created_from, email_status, which cannot be used here',
    );
    expect(await refused({ segment: ads.id, filter: {} })).toBe('segment: cannot be given beside filter');
  });

  test('refuse a field that is not there, and the 51st', async () => {
    const { call, make, url } = await open();
    const refused = await call('POST', url, { name: 'X', filter: { fields: { none: 'x' } } });
    expect([refused.statusCode, refused.json().error.message]).toEqual([
      400,
      'filter.fields.none: the waitlist has no such field',
    ]);
    for (const filter of [{ ids: [] }, { nothing: 1 }, { not_fields: { none: 'x' } }])
      expect((await call('POST', url, { name: 'X', filter })).statusCode).toBe(400);
    for (let at = 0; at < 49; at++) await make(`Segment ${at}`, {});
    const statuses = (
      await Promise.all([1, 2, 3].map(() => call('POST', url, { name: 'One more', filter: {} })))
    ).map(({ statusCode }) => statusCode);
    expect(statuses.toSorted()).toEqual([201, 409, 409]);
  });

  test('are of their account alone, and go with their waitlist', async () => {
    const { list, call, make, url } = await open();
    const { id } = await make('Ours', {});
    const { account } = await makeList(service);
    for (const answer of [
      await call('GET', url, undefined, account.key),
      await call('POST', url, { name: 'X', filter: {} }, account.key),
      await call('PATCH', `${url}/${id}`, { name: 'X' }, account.key),
      await call('DELETE', `${url}/${id}`, undefined, account.key),
    ])
      expect(answer.statusCode).toBe(404);
    expect((await call('GET', url)).json().data).toMatchObject([{ name: 'Ours' }]);
    expect((await call('DELETE', list.url)).statusCode).toBe(204);
    expect((await call('GET', url)).statusCode).toBe(404);
  });
});
