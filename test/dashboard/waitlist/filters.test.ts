import { describe, expect, onTestFinished, test } from 'vitest';
import { openScans } from '../../../src/shared/list/signups/search/scans.ts';
import { newId } from '../../../src/shared/platform/ids.ts';
import { rowsOf, signedIn, textOf, type Visitor } from '../../support/dashboard.ts';
import { makeList, type TestList } from '../../support/list.ts';
import { useService } from '../../support/service/service.ts';
import { readCsv } from '../../support/values/read-csv.ts';
import { unhurried } from '../../support/values/unhurried.ts';

describe('the filters of the signups page', () => {
  const service = useService();

  /** Ada referred bo and cy. Each has other values. */
  async function open(): Promise<{ list: TestList; visitor: Visitor; path: string; code: string }> {
    const list = await makeList(service, {}, { referral_bonus: 2 });
    await list.field('company', 'string');
    await list.field('size', 'number');
    await list.field('vip', 'boolean');
    await list.add({ email: 'zoe@example.com', utm_source: 'ads' });
    const { referral_code } = await list.add({ email: 'ada@example.com', fields: { company: 'Acme & Co' } });
    await list.add({ email: 'bo@acme.example', referral_code, fields: { size: 12, vip: true } });
    await list.add({
      email: 'cy@acme.example',
      referral_code,
      utm_source: 'ads',
      fields: { size: 0.5, vip: false },
    });
    await service.sql`
      UPDATE signups SET email_status = CASE position WHEN 2 THEN 2 ELSE 0 END,
             created_at = timestamptz '2026-03-01T00:00:00Z' + (position - 1) * interval '12 hours'
      WHERE waitlist_id = ${list.id}`;
    const visitor = await signedIn(service, list.account);
    return { list, visitor, path: `/dashboard/waitlists/${list.id}`, code: referral_code };
  }
  const queryOf = (given: Record<string, string>) => new URLSearchParams(given).toString();
  const namesOn = (html: string) => rowsOf(html).map(([email = '']) => email.split('@')[0]);
  /** The link that downloads what a page shows. */
  const downloadOn = (html: string) => {
    const [, href = '', text = ''] =
      /<a class="button quiet" href="([^"]*signups\.csv[^"]*)">(.*?)<\/a>/.exec(html) ?? [];
    return { href: href.replaceAll('&amp;', '&'), text: textOf(text) };
  };

  test('find what the API finds, alone and together, count it and download it (N1)', async () => {
    const { visitor, path, code } = await open();
    const cases: readonly (readonly [Record<string, string>, readonly string[]])[] = [
      [{ q: 'ACME' }, ['cy', 'bo']],
      [{ q: 'c' }, ['cy']],
      [{ utm_source: 'ads' }, ['cy', 'zoe']],
      [{ email_status: 'none' }, ['cy', 'bo', 'zoe']],
      [{ email_status: 'sent' }, ['ada']],
      [{ created_from: '2026-03-02' }, ['cy', 'bo']],
      [{ created_to: '2026-03-01' }, ['ada', 'zoe']],
      [{ created_from: '2026-03-01T12:00:00Z', created_to: '2026-03-02T00:00:00Z' }, ['bo', 'ada']],
      [{ referral_code: code.toUpperCase() }, ['ada']],
      [{ 'field.company': 'Acme & Co' }, ['ada']],
      [{ 'field.company': 'Acme' }, []],
      [{ 'field.company': 'ACME & co' }, ['ada']],
      [{ 'field.company': 'ACME & co', match: 'exact' }, []],
      [{ 'field.company': 'cme', match: 'contains' }, ['ada']],
      [{ utm_source: 'ADS' }, ['cy', 'zoe']],
      [{ utm_source: 'aDs', match: 'exact' }, []],
      [{ utm_source: 'D', match: 'contains', q: 'cy' }, ['cy']],
      [{ 'field.size': '12' }, ['bo']],
      [{ 'field.vip': 'false' }, ['cy']],
      [{ 'not_field.company': 'acme & CO' }, ['cy', 'bo', 'zoe']],
      [{ 'not_field.size': '12', not_email_domains: 'example.com' }, ['cy']],
      [{ not_email_domains: 'ACME.example, other.example' }, ['ada', 'zoe']],
      [{ q: 'acme', 'field.vip': 'true', utm_source: '' }, ['bo']],
      [{ q: 'c', utm_source: 'ads', order: 'oldest' }, ['cy']],
      [{ q: 'zo', 'field.vip': 'true' }, []],
      [{ email_status: 'none', order: 'oldest' }, ['zoe', 'bo', 'cy']],
      [{ utm_source: ' ', order: 'display_position' }, ['zoe', 'ada', 'bo', 'cy']],
    ];
    for (const [given, names] of cases) {
      const { statusCode, body } = await visitor.open(`${path}?${queryOf(given)}`);
      expect([given, statusCode, namesOn(body)]).toEqual([given, 200, names]);
      const { href, text } = downloadOn(body);
      expect(text).toBe(
        names.length === 0 ? '' : `Download ${names.length} signup${names.length === 1 ? '' : 's'} as CSV`,
      );
      if (names.length === 0) continue;
      const [, ...rows] = readCsv((await visitor.open(href)).body);
      expect([given, rows.map(([, email = '']) => email.split('@')[0])]).toEqual([
        given,
        ['zoe', 'ada', 'bo', 'cy'].filter((name) => names.includes(name)),
      ]);
    }
  });

  test('find the people behind figures: referred, users, mails that came so far, and who gets none', async () => {
    const { list, visitor, path } = await open();
    const call = (method: 'POST' | 'PATCH', url: string, payload: object) =>
      service.call(method, `/v1${url}`, list.account.key, { payload });
    const [ada, cy] = [await list.find('ada@example.com'), await list.find('cy@acme.example')];
    await call('POST', '/conversions', { waitlist_id: list.id, signup_id: ada.id });
    await call('POST', '/suppressions', { email: 'CY@acme.example' });
    await service.sql`UPDATE signups SET unsubscribed_at = now() WHERE waitlist_id = ${list.id} AND email = 'zoe@example.com'`;
    await service.sql`UPDATE signups SET email_status = 8, email_opened_at = now() WHERE id = ${cy.id}`;
    for (const [given, names] of [
      [{ referred: 'true' }, ['cy', 'bo']],
      [{ invitation_state: 'converted' }, ['ada']],
      [{ invitation_state: 'none', order: 'oldest' }, ['zoe', 'bo', 'cy']],
      [{ reached: 'sent' }, ['cy', 'ada']],
      [{ reached: 'delivered' }, ['cy']],
      [{ reached: 'clicked' }, []],
      [{ mails: 'unsubscribed' }, ['zoe']],
      [{ mails: 'suppressed' }, ['cy']],
      [{ mails: 'suppressed', referred: 'true', utm_source: 'ads' }, ['cy']],
      [{ mails: 'suppressed', utm_source: 'none of it' }, []],
      [{ reward: 'mug' }, []],
    ] as const) {
      const query = queryOf(given);
      const { statusCode, body } = await visitor.open(`${path}?${query}`);
      expect([query, statusCode, namesOn(body)]).toEqual([query, 200, [...names]]);
      if (names.length === 0) continue;
      const [, ...rows] = readCsv((await visitor.open(`${path}/signups.csv?${query}`)).body);
      expect([query, rows.length]).toEqual([query, names.length]);
      const asked = await visitor.send(`${path}/selection?${query}`, { action: 'delete', scope: 'all' });
      expect(textOf(asked.body)).toMatch(new RegExp(`Delete .*${names.length} signup`));
    }
    const shown = textOf((await visitor.open(`${path}?mails=suppressed`)).body);
    expect(shown).toContain('Gets no mails Address suppressed , remove this filter');
    for (const given of [{ mails: 'all' }, { referred: 'no' }, { invitation_state: 'x' }, { reached: '9' }]) {
      const refused = await visitor.open(`${path}?${queryOf(given)}`);
      expect([given, /class="problem"/.test(refused.body)]).toEqual([given, true]);
      expect((await visitor.open(`${path}/signups.csv?${queryOf(given)}`)).statusCode).toBe(400);
    }
    const statistics = (await visitor.open(`${path}/statistics`)).body;
    expect(statistics).toContain(`href="${path}?referred=true"`);
  });

  test('by confirmation are offered where it is asked for, and those by a referrer stay in the search (N3, N8)', async () => {
    const { list, visitor, path } = await open();
    const ada = (await list.find('ada@example.com')).id;
    const { body } = await visitor.open(`${path}?referred_by=${ada}`);
    expect(namesOn(body)).toEqual(['cy', 'bo']);
    expect(textOf(body)).toContain('Referred by ada@example.com');
    expect(body).toContain(`<input type="hidden" name="referred_by" value="${ada}"`);
    expect(body).toContain(`<a class="chip" href="${path}">Referred by`);
    expect(body).not.toContain('name="confirmed"');
    expect(textOf((await visitor.open(`${path}?referred_by=${newId()}`)).body)).toContain('not on the list');

    await service.call('PATCH', `${list.url}/settings`, list.account.key, {
      payload: { confirmation: { enabled: true } },
    });
    await service.sql`UPDATE signups SET confirmed_at = now() WHERE id = ${ada}`;
    const confirmed = (await visitor.open(`${path}?confirmed=true&q=`)).body;
    expect(namesOn(confirmed)).toEqual(['ada']);
    expect(confirmed).toMatch(/name="confirmed".*<option value="true" selected>/s);

    const query = queryOf({
      referred_by: ada,
      confirmed: 'false',
      email_status: 'none',
      'field.vip': 'false',
    });
    const asked = await visitor.send(`${path}/selection?${query}`, { action: 'delete', scope: 'all' });
    const words = textOf(asked.body);
    for (const text of ['Referred by ada@example.com', 'Address confirmed No', 'Email status Not sent'])
      expect(words).toContain(text);
    expect(words).toMatch(/\bvip No/i);
  });

  test('suggest the values that signups have', async () => {
    const { visitor, path } = await open();
    const { body } = await visitor.open(path);
    const valuesOf = (name: string) => {
      const list = new RegExp(`<datalist id="${name}-values">(.*?)</datalist>`).exec(body)?.[1] ?? '';
      return [...list.matchAll(/value="([^"]*)"/g)].map(([, value]) => value);
    };
    expect(body).toMatch(/name="utm_source"[^>]* list="utm_source-values"/);
    expect([valuesOf('utm_source'), valuesOf('field.company')]).toEqual([['ads'], ['Acme &amp; Co']]);
  });

  test('stay in the form, and go with a link', async () => {
    const { visitor, path } = await open();
    const given = {
      q: 'acme',
      order: 'oldest',
      utm_source: 'ads',
      email_status: 'none',
      created_from: '2026-03-01',
      created_to: '2026-03-02T12:00:00Z',
      'field.company': '"<x>',
      'field.vip': 'false',
      'not_field.company': 'Acme',
      not_email_domains: 'acme.com,acme.io',
    };
    const { body } = await visitor.open(`${path}?${queryOf(given)}`);
    for (const control of [
      'name="q" type="search" value="acme"',
      'name="utm_source" type="text" value="ads"',
      'name="created_from" type="date" value="2026-03-01"',
      'name="created_to" type="text" value="2026-03-02T12:00:00Z"',
      'name="field.company" type="text" value="&quot;&lt;x>"',
      'name="not_field.company" type="text" value="Acme"',
      'name="not_email_domains" type="text" value="acme.com,acme.io"',
      '<option value="oldest" selected>',
      '<option value="none" selected>',
      '<option value="false" selected>',
    ])
      expect(body).toContain(control);
    expect(textOf(body)).toContain('Filters 8 in use');
    const chips = [...body.matchAll(/<a class="chip" href="([^"]*)">(.*?)<\/a>/g)].map(
      ([, href = '', html = '']) => ({
        href,
        words: textOf(html),
      }),
    );
    expect(chips).toHaveLength(8);
    expect(chips.at(-2)?.words).toContain('company is not Acme');
    expect(chips.at(-1)?.words).toContain('Not at the domains acme.com,acme.io');
    expect(chips[0]?.words).toContain('Source ads');
    expect(chips[0]?.href).not.toContain('utm_source');
    expect(chips[0]?.href).toContain('email_status=none');
    expect(body).toContain(`<a href="${path}">Clear filters</a>`);

    const bare = (await visitor.open(path)).body;
    expect(bare).not.toContain('class="chip"');
    expect(bare).not.toContain('Clear filters');
    expect(textOf(bare)).toContain('4 signups');
  });

  test.each([
    [{ 'field.size': 'many' }, 'field.size', 'many', 'must be a number'],
    [{ 'not_field.size': 'many' }, 'not_field.size', 'many', 'must be a number'],
    [{ not_email_domains: 'acme' }, 'not_email_domains', 'acme', 'must be a domain such as example.com'],
    [{ created_from: '2026-13-01' }, 'created_from', '2026-13-01', 'must be a day as YYYY-MM-DD'],
    [
      { created_from: '2026-03-02', created_to: '2026-03-01' },
      'created_from',
      '2026-03-02',
      'must not be after created_to',
    ],
    [{ q: 'x'.repeat(321) }, 'q', 'x'.repeat(321), 'must be at most 320 characters'],
    [
      { order: 'sideways' },
      'order',
      'sideways',
      'must be one of newest, oldest, referrals, display_position',
    ],
    [{ email_status: 'gone' }, 'email_status', 'gone', 'must be one of none, '],
  ])('that are not valid get a message beside the input: %j', async (given, name, kept, message) => {
    const { visitor, path } = await open();
    const { statusCode, body } = await visitor.open(`${path}?${queryOf(given as Record<string, string>)}`);
    expect(statusCode).toBe(200);
    const words = message.replace('created_to', '“Signed up to”');
    expect(body).toContain(`<small id="${name}-problem" class="problem" role="alert">${words}`);
    expect(body).toMatch(new RegExp(`aria-describedby="${name}-problem[^"]*" aria-invalid`));
    expect(body).toContain(`value="${kept}"`);
    expect(rowsOf(body)).toEqual([]); // not everybody
    expect(downloadOn(body).text).toBe('');
    expect(
      (await visitor.open(`${path}/signups.csv?${queryOf(given as Record<string, string>)}`)).statusCode,
    ).toBe(400);
  });

  test('that do not exist are refused by name', async () => {
    const { visitor, path } = await open();
    for (const [query, message] of [
      ['utm_sorce=ads', 'utm_sorce: no such query parameter'],
      ['field.age=1', 'field.age: the waitlist has no such field'],
      ['email=ada', 'email: no such query parameter'],
    ]) {
      const { statusCode, body } = await visitor.open(`${path}?${query}`);
      expect([query, statusCode, rowsOf(body)]).toEqual([query, 200, []]);
      expect(textOf(body)).toContain(message);
      expect(body).toContain('Clear filters');
    }
    const twice = await visitor.open(`${path}?q=acme&q=ada&utm_source=a&page=2&page=3`);
    expect([twice.statusCode, rowsOf(twice.body)]).toEqual([200, []]);
    expect(twice.body).toContain('must be a string');
  });

  test('that take too long are refused in plain words, and the download is still offered', async () => {
    const { visitor, path } = await open();
    const { scans } = service.ctx;
    onTestFinished(() => void Object.assign(service.ctx, { scans }));
    Object.assign(service.ctx, { scans: openScans(service.sql, 4, 50) });
    const [searched, sorted] = await unhurried(service.sql, async (tx) => {
      await tx`LOCK TABLE signups IN ACCESS EXCLUSIVE MODE`;
      return [
        await visitor.open(`${path}?q=acme&utm_source=ads`),
        await visitor.open(`${path}?order=referrals`),
      ] as const;
    });
    expect([searched.statusCode, sorted.statusCode]).toEqual([200, 200]);
    const words = textOf(searched.body);
    expect(words).toContain('Source, Address: the search takes too long');
    expect(words).toContain('“Signed up from” and “Signed up to”');
    expect(searched.body).toContain('type="search" value="acme"');
    expect(downloadOn(searched.body)).toEqual({
      href: `${path}/signups.csv?q=acme&utm_source=ads`,
      text: 'Download as CSV',
    });
    expect(textOf(sorted.body)).toContain('Order, Page: sorting so many signups takes too long');
    expect(textOf(sorted.body)).toContain('Use a smaller page number');
  });

  test('come with columns for the first custom fields and the place with a bonus, or those that were chosen', async () => {
    const { list, visitor, path } = await open();
    await list.field('team', 'string');
    await list.field('fifth', 'string');
    await list.add({ email: 'di@example.com', fields: { team: 'Red', fifth: 'hidden value' } });
    const { body } = await visitor.open(path);
    const [, head = ''] = /<thead[^>]*>(.*?)<\/thead>/s.exec(body) ?? [];
    expect(textOf(head)).toBe('Select Email Place Email status Referrals Source Signed up company size');
    expect(head).toMatch(/aria-sort="descending"[^>]*><a href="[^"]*\?order=oldest">Signed up</);
    const sorted = (await visitor.open(`${path}?q=example&order=referrals`)).body;
    expect(sorted).toMatch(/aria-sort="descending"[^>]*><a href="[^"]*">Referrals</);
    expect(sorted).toContain(`<a href="${path}?q=example&amp;order=newest">Signed up</a>`);
    expect(rowsOf(body).map((row) => row.slice(6))).toEqual([
      ['', ''],
      ['', '0.5'],
      ['', '12'],
      ['Acme & Co', ''],
      ['', ''],
    ]);
    expect(textOf(body)).not.toContain('hidden value');

    const ticked = { 'show.position': 'on', 'show.field.fifth': 'on', 'show.field.gone': 'on', other: 'on' };
    const chosen = await visitor.send(`${path}/columns?q=example&order=oldest`, ticked);
    expect(chosen.headers.location).toBe(`${path}?q=example&order=oldest`);
    const after = (await visitor.follow(chosen)).body;
    const [, columns = ''] = /<thead[^>]*>(.*?)<\/thead>/s.exec(after) ?? [];
    expect(textOf(columns)).toBe('Select Email Position fifth');
    expect(rowsOf(after).at(-1)).toEqual(['di@example.com', '5', 'hidden value']);
    const again = await visitor.send(`${path}/columns`, { reset: 'yes' });
    expect(textOf((await visitor.follow(again)).body)).not.toContain('hidden value');
    expect(body).toContain('name="field.fifth"');
    expect(body).toContain('value="display_position"');

    await service.sql`
      UPDATE signups SET confirmed_at = '2026-03-01T12:00Z', unsubscribed_at = '2026-03-02T12:00Z'
      WHERE waitlist_id = ${list.id} AND email = 'di@example.com'`;
    await service.sql`
      WITH di AS (SELECT account_id, id, waitlist_id FROM signups WHERE waitlist_id = ${list.id} AND email = 'di@example.com'),
      user_of AS (INSERT INTO conversions (account_id, signup_id, waitlist_id) SELECT account_id, id, waitlist_id FROM di)
      INSERT INTO reward_grants (account_id, signup_id, at, waitlist_id, key, referral_count)
      SELECT account_id, id, at, waitlist_id, key, at FROM di, (VALUES (1, 'stickers'), (3, 'mug')) AS reward(at, key)`;
    const became = ['confirmed', 'unsubscribed', 'invitation', 'rewards'].map((name) => [
      `show.${name}`,
      'on',
    ]);
    const more = await visitor.follow(await visitor.send(`${path}/columns`, Object.fromEntries(became)));
    const [, moreHead = ''] = /<thead[^>]*>(.*?)<\/thead>/s.exec(more.body) ?? [];
    expect(textOf(moreHead)).toBe('Select Email Unsubscribed Confirmed Rewards Invitation');
    expect(rowsOf(more.body)[0]).toEqual([
      'di@example.com',
      expect.stringContaining('2 Mar'),
      expect.stringContaining('1 Mar'),
      'stickers, mug',
      'User',
    ]);
    expect(more.body).toContain('<td class="became"><span class="tag">User</span></td>'); // also on a phone
    expect(rowsOf(more.body)[1]?.slice(1)).toEqual(['', '', '', '']);
    await visitor.send(`${path}/columns`, { reset: 'yes' });

    await service.call('PATCH', list.url, list.account.key, { payload: { referral_bonus: null } });
    const without = (await visitor.open(path)).body;
    expect(without).not.toContain('Place');
    expect(without).not.toContain('value="display_position"');
  });

  test('that match few signups of a long list download all of them', async () => {
    const list = await makeList(service);
    await list.fill(12_000);
    const found = [
      1,
      2,
      2_499,
      2_500,
      2_501,
      7_000,
      ...Array.from({ length: 1_500 }, (_, at) => 9_001 + at),
      12_000,
    ];
    await service.sql`UPDATE signups SET utm_source = 'ads' WHERE waitlist_id = ${list.id} AND position = ANY(${found.map(String)}::text[]::integer[])`;
    const visitor = await signedIn(service, list.account);
    const { body } = await visitor.open(`/dashboard/waitlists/${list.id}?utm_source=ads`);
    expect(downloadOn(body).text).toBe('Download 1,507 signups as CSV');
    const [, ...rows] = readCsv((await visitor.open(downloadOn(body).href)).body);
    expect(rows.map(([position]) => Number(position))).toEqual(found);
  });
});
