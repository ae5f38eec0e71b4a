import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exportSignups } from '../../../src/shared/list/signups/export/export-signups.ts';
import { addSignups } from '../../../src/shared/list/signups/queries.ts';
import { newReferralCode } from '../../../src/shared/list/signups/referral-code.ts';
import type { Signup } from '../../../src/shared/list/signups/schema.ts';
import { listSignups } from '../../../src/shared/list/signups/search/list-signups.ts';
import { openScans, type Scans } from '../../../src/shared/list/signups/search/scans.ts';
import type { SignupQuery } from '../../../src/shared/list/signups/search/schema.ts';
import { AppError } from '../../../src/shared/platform/errors.ts';
import { newId } from '../../../src/shared/platform/ids.ts';
import { openDatabase, type Sql, type Tx } from '../../../src/shared/platform/postgres/connection.ts';
import { listOf, makeList, type TestList } from '../../support/list.ts';
import { useService } from '../../support/service/service.ts';
import { recount } from '../../support/storm/invariants.ts';
import { readCsv } from '../../support/values/read-csv.ts';
import { triesAll } from '../../support/values/tries-all.ts';
import { unhurried } from '../../support/values/unhurried.ts';

const unknownId = '018f0000-0000-7000-8000-00000000dead';

describe('the filters of signups', () => {
  const service = useService();

  const query = (params: Record<string, string>) => new URLSearchParams(params).toString();
  const search = (list: TestList, params: Record<string, string>) => list.page(query(params));
  const addresses = async (list: TestList, params: Record<string, string>) => {
    const { data, total } = await search(list, params);
    expect([params, total]).toEqual([params, data.length]);
    return data.map(({ email }) => email.split('@')[0]);
  };
  const exported = async (list: TestList, params: Record<string, string>) => {
    const url = `${list.url}/signups/export?${query(params)}`;
    const response = await service.call('GET', url, list.account.key);
    expect(response.statusCode).toBe(200);
    const [, ...rows] = readCsv(response.body);
    return rows.map(([, email = '']) => email.split('@')[0]);
  };

  /** Ada referred bo and cy. Each has other values. */
  async function makePeople(): Promise<TestList> {
    const list = await makeList(service, {}, { referral_bonus: 2 });
    await list.field('company', 'string');
    await list.field('size', 'number');
    await list.field('vip', 'boolean');
    await list.add({ email: 'zoe@example.com', utm_source: 'ads' });
    const ada = await list.add({ email: 'Ada@Example.com', utm_source: 'Ads', fields: { company: 'Acme' } });
    const { referral_code } = ada;
    await list.add({
      email: 'bo@acme.example',
      referral_code,
      fields: { company: 'acme', size: 12, vip: true },
    });
    await list.add({
      email: 'cy@bücher.example',
      referral_code,
      utm_source: 'ads',
      fields: { size: 0.5, vip: false },
    });
    await service.sql`
      UPDATE signups SET email_status = CASE position WHEN 2 THEN 2 WHEN 3 THEN 10 ELSE 0 END,
             created_at = timestamptz '2026-03-01T00:00:00Z' + (position - 1) * interval '12 hours'
      WHERE waitlist_id = ${list.id}`;
    return list;
  }

  test('each select the signups that have the value (N1)', async () => {
    const list = await makePeople();
    const ada = await list.find('ada@example.com');
    const typed = `${ada.referral_code.slice(0, 5)}-${ada.referral_code.slice(5)}`.toUpperCase();
    const cases: readonly (readonly [Record<string, string>, readonly string[]])[] = [
      [{ email: ' ADA@example.com' }, ['Ada']],
      [{ referral_code: ada.referral_code }, ['Ada']],
      [{ referral_code: typed.replaceAll('0', 'o').replaceAll('1', 'l') }, ['Ada']],
      [{ referral_code: 'uuuuuuuuuu' }, []],
      [{ referral_code: '' }, []],
      [{ referral_code: 'x'.repeat(64) }, []],
      [{ utm_source: 'ads' }, ['cy', 'zoe']],
      [{ utm_source: 'Ads' }, ['Ada']],
      [{ utm_source: 'direct' }, []],
      [{ utm_source: 'ADS', match: 'exact' }, []],
      [{ utm_source: 'ADS', match: 'any_case' }, ['cy', 'Ada', 'zoe']],
      [{ utm_source: 'D', match: 'contains' }, ['cy', 'Ada', 'zoe']],
      [{ 'field.company': 'acme', match: 'any_case' }, ['bo', 'Ada']],
      [{ 'field.company': 'cm', match: 'any_case' }, []],
      [{ 'field.company': 'CM', match: 'contains' }, ['bo', 'Ada']],
      [{ 'field.size': '1', match: 'contains' }, []],
      [{ email_status: 'none' }, ['cy', 'zoe']],
      [{ email_status: 'complained' }, ['bo']],
      [{ email_status: 'bounced' }, []],
      [{ referred_by: ada.id.toUpperCase() }, ['cy', 'bo']],
      [{ referred_by: unknownId }, []],
      [{ q: 'ADA@' }, ['Ada']],
      [{ q: 'acme' }, ['bo']],
      [{ q: 'xn--bcher' }, ['cy']],
      [{ q: 'BÜCHER' }, ['cy']],
      [{ q: 'cher.example' }, ['cy']],
      [{ q: '%@%' }, []],
      [{ q: '_o@' }, []],
      [{ 'field.company': 'Acme' }, ['Ada']],
      [{ 'field.company': '' }, []],
      [{ 'field.size': '12' }, ['bo']],
      [{ 'field.size': '1.2e1' }, ['bo']],
      [{ 'field.size': '0.50' }, ['cy']],
      [{ 'field.size': '1' }, []],
      [{ 'field.vip': 'true' }, ['bo']],
      [{ 'field.vip': 'false' }, ['cy']],
      [{ 'not_field.company': 'Acme' }, ['cy', 'bo', 'zoe']],
      [{ 'not_field.company': 'ACME', match: 'any_case' }, ['cy', 'zoe']],
      [{ 'not_field.company': 'c', match: 'contains' }, ['cy', 'zoe']],
      [{ 'not_field.company': '' }, ['cy', 'bo', 'Ada', 'zoe']],
      [{ 'not_field.size': '1.2e1' }, ['cy', 'Ada', 'zoe']],
      [{ 'not_field.vip': 'false' }, ['bo', 'Ada', 'zoe']],
      [{ 'field.company': 'acme', 'not_field.size': '12', match: 'any_case' }, ['Ada']],
      [{ 'field.vip': 'true', 'not_field.vip': 'true' }, []],
      [{ not_email_domains: 'acme.example' }, ['cy', 'Ada', 'zoe']],
      [{ not_email_domains: ' BÜCHER.example,Example.com' }, ['bo']],
      [{ not_email_domains: 'me.example' }, ['cy', 'bo', 'Ada', 'zoe']],
      [{ not_email_domains: 'acme-example.com,ample.com' }, ['cy', 'bo', 'Ada', 'zoe']],
      [
        { not_email_domains: Array.from({ length: 20 }, (_, n) => `d${n}.example`).join(',') },
        ['cy', 'bo', 'Ada', 'zoe'],
      ],
      [{ created_from: '2026-03-02' }, ['cy', 'bo']],
      [{ created_to: '2026-03-01' }, ['Ada', 'zoe']],
      [{ created_from: '2026-03-01T12:00:00Z', created_to: '2026-03-02T01:00:00+01:00' }, ['bo', 'Ada']],
      [{ created_from: '2026-03-01T12:00:00.0001Z', created_to: '2026-03-02T12:00:00Z' }, ['cy', 'bo']],
      [{ created_to: '2026-03-01T11:59:59.999Z' }, ['zoe']],
      [{ created_from: '1000-01-01', created_to: '9999-12-31' }, ['cy', 'bo', 'Ada', 'zoe']],
      [{ created_to: '1000-01-01' }, []],
    ];
    for (const [params, expected] of cases) {
      expect([params, await addresses(list, params)]).toEqual([params, expected]);
      expect([params, await exported(list, params)]).toEqual([params, expected.toReversed()]);
    }
    await list.add({ email: 'umlaut@example.com', utm_source: 'ÜNAL' });
    expect(await addresses(list, { utm_source: 'ünal', match: 'any_case' })).toEqual(['umlaut']);
    await list.add({ email: 'deep@eu.mail.acme.example' });
    await list.add({ email: 'acme.example@other.test' });
    const others = ['acme.example', 'umlaut', 'cy', 'Ada', 'zoe'];
    expect(await addresses(list, { not_email_domains: 'acme.example' })).toEqual(others);
  });

  test('combine, and are paged like the list (N1, §2.10)', async () => {
    const list = await makePeople();
    const { id } = await list.find('ada@example.com');
    expect(await addresses(list, { referred_by: id, 'field.vip': 'true' })).toEqual(['bo']);
    expect(await addresses(list, { 'field.vip': 'true', 'field.size': '12', q: 'bo@' })).toEqual(['bo']);
    expect(await addresses(list, { 'field.vip': 'true', 'field.size': '0.5' })).toEqual([]);
    expect(await addresses(list, { email: 'ada@example.com', utm_source: 'ads' })).toEqual([]);
    expect(await addresses(list, { utm_source: 'ads', created_from: '2026-03-02' })).toEqual(['cy']);
    const [cy, zoe] = (await search(list, { utm_source: 'ads' })).data;
    const page = (params: Record<string, string>) => search(list, { utm_source: 'ads', ...params });
    expect(await page({ limit: '1' })).toEqual({ data: [cy], total: 2, limit: 1, offset: 0, has_more: true });
    expect(await page({ limit: '1', offset: '1', order: 'newest' })).toEqual({
      data: [zoe],
      total: 2,
      limit: 1,
      offset: 1,
      has_more: false,
    });
    for (const offset of ['2', '999999999999999'])
      expect(await page({ offset })).toMatchObject({ data: [], total: 2, has_more: false });
  });

  test('go with every order (N1)', async () => {
    const list = await makeList(service);
    await list.fill(8);
    await service.sql`
      UPDATE signups SET referral_count = CASE position WHEN 8 THEN 3 WHEN 6 THEN 1 WHEN 4 THEN 1 ELSE 0 END
      WHERE waitlist_id = ${list.id}`;
    const positions = async (params: Record<string, string>) =>
      (await search(list, params)).data.map(({ position }) => position);
    const whole = { created_from: '2020-01-01' };
    const orders = { oldest: [1, 2, 3, 4, 5, 6, 7, 8], referrals: [8, 4, 6, 1, 2, 3, 5, 7] };
    for (const [order, expected] of Object.entries({ ...orders, display_position: orders.oldest })) {
      expect(await positions({ order })).toEqual(expected);
      expect(await positions({ order, ...whole })).toEqual(expected);
    }
    await service.call('PATCH', list.url, list.account.key, { payload: { referral_bonus: 2 } });
    // 8 is displayed as 2, 4 as 2, and 6 as 4.
    const displayed = [1, 2, 4, 8, 3, 6, 5, 7];
    const inOrder = (await search(list, { order: 'display_position' })).data;
    expect(inOrder.map(({ display_position }) => display_position)).toEqual([1, 2, 2, 2, 3, 4, 5, 7]);
    for (const given of [{}, whole])
      for (let offset = 0; offset <= 9; offset++)
        for (const [order, expected] of Object.entries({ ...orders, display_position: displayed })) {
          const page = { order, limit: '3', offset: String(offset) };
          expect(await positions({ ...given, ...page })).toEqual(expected.slice(offset, offset + 3));
        }
  });

  test('treat a removed referrer as null, also before its referrals are cleared (C3.5)', async () => {
    const list = await makePeople();
    const { id } = await list.find('ada@example.com');
    await service.sql`
      INSERT INTO removed_referrers (account_id, waitlist_id, signup_id) VALUES (${list.account.accountId}, ${list.id}, ${id})`;
    expect(await addresses(list, { referred_by: id })).toEqual([]);
    expect(await exported(list, { referred_by: id })).toEqual([]);
  });

  test('do not reach other lists and accounts (§4.2)', async () => {
    const [list, foreign] = [await makePeople(), await makePeople()];
    const here = listOf(service, list.account, await service.waitlist(list.account));
    const ada = await list.find('ada@example.com');
    const { referral_code } = ada;
    for (const other of [here, foreign])
      for (const params of [{ referral_code }, { referred_by: ada.id }])
        expect(await addresses(other, params)).toEqual([]);
    for (const params of [{ q: 'ada' }, { utm_source: 'ads' }, { email: 'ada@example.com' }])
      expect(await addresses(here, params)).toEqual([]);
    expect((await search(list, { q: 'example' })).total).toBe(4);
    const stranger = `${foreign.url}/signups?${query({ referral_code })}`;
    expect((await service.call('GET', stranger, list.account.key)).statusCode).toBe(404);
    // The fields of another list are unknown.
    const response = await service.call('GET', `${here.url}/signups?field.size=1`, list.account.key);
    expect([response.statusCode, response.json().error.message]).toEqual([
      400,
      'field.size: the waitlist has no such field',
    ]);
  });

  const refused = [
    `referral_code=${'x'.repeat(65)}`,
    'utm_source=',
    'match=fuzzy',
    `utm_source=${'x'.repeat(201)}`,
    'utm_source=a&utm_source=b',
    'email_status=',
    'email_status=Sent',
    'email_status=null',
    'referred_by=',
    'referred_by=ada',
    'created_from=',
    'created_from=yesterday',
    'created_from=2026-02-30',
    'created_from=2026-01-01T10:00:00',
    'created_from=2026-01-02&created_to=2026-01-01',
    'created_to=2026-1-1',
    'created_to=2026-01-01T25:00:00Z',
    'q=',
    'q=ab',
    'q=%20ab%20',
    'q=abc&q=def',
    `field.company=${'x'.repeat(1_001)}`,
    'field.company=a&field.company=b',
    'field.size=',
    'field.size=twelve',
    'field.size=0x10',
    'field.size=1e999',
    'field.vip=1',
    'field.vip=TRUE',
    'field.nothing=1',
    'field.__proto__=1',
    'not_field.size=twelve',
    'not_field.nothing=1',
    'not_field.vip=1',
    'not_field.company=a&not_field.company=b',
    'not_field.=1',
    'not_fields=1',
    'not_email_domains=',
    'not_email_domains=acme',
    'not_email_domains=acme.com,',
    'not_email_domains=.acme.com',
    'not_email_domains=a@acme.com',
    'not_email_domains=(a|b).com',
    'not_email_domains=acme.com&not_email_domains=acme.io',
    `not_email_domains=${Array.from({ length: 21 }, (_, n) => `d${n}.com`).join(',')}`,
    `not_email_domains=${'x'.repeat(6_000)}`,
    'field.=1',
    'field.Size=1',
    'fields=1',
    'emial=ada@example.com',
    'Email=ada@example.com',
    '__proto__=1',
    'constructor=1',
    'order=sideways',
  ].map((given) => [given.slice(0, 40), given] as const);
  test.each(refused)('refuse %s by name, as the export does (N1)', async (_, given) => {
    const list = await makePeople();
    for (const path of ['signups', 'signups/export']) {
      const response = await service.call('GET', `${list.url}/${path}?${given}`, list.account.key);
      expect([response.statusCode, response.json().error.code]).toEqual([400, 'invalid_request']);
      expect(response.json().error.message).toMatch(new RegExp(`^${given.split('=')[0]}: `));
    }
  });

  test.each(['limit=5', 'offset=0', 'order=newest'])(
    'refuse %s for the export, which has neither pages nor orders',
    async (given) => {
      const list = await makeList(service);
      const { statusCode, body } = await service.call(
        'GET',
        `${list.url}/signups/export?${given}`,
        list.account.key,
      );
      expect([statusCode, JSON.parse(body).error.message]).toEqual([
        400,
        `${given.split('=')[0]}: no such query parameter`,
      ]);
    },
  );

  test('are checked before the list is looked for, and custom fields after it (C1.1)', async () => {
    const list = await makeList(service);
    const statuses = await Promise.all(
      ['q=a', 'emial=x', 'field.nothing=1'].map(async (given) => {
        const url = `/v1/waitlists/${newId()}/signups?${given}`;
        return (await service.call('GET', url, list.account.key)).statusCode;
      }),
    );
    expect(statuses).toEqual([400, 400, 404]);
  });

  test('equal a filter in memory, for random signups and searches (N1)', async () => {
    const account = await service.account();

    async function makeRandomList(people: readonly Person[]): Promise<TestList> {
      const list = listOf(service, account, await service.waitlist(account, { referral_bonus: 3 }));
      await list.field('company', 'string');
      await list.field('size', 'number');
      await list.field('vip', 'boolean');
      const codes = people.map(() => newReferralCode());
      const requests = people.map(({ referrer, source, fields }, index) => {
        const name = `${index % 2 === 0 ? 'Person' : 'guest'}${index}`;
        const [domain, ascii] = index % 3 === 0 ? ['bücher', 'xn--bcher-kva'] : ['mail', 'mail'];
        return list.request(`${name}@${domain}.example`, {
          email_key: `${name.toLowerCase()}@${ascii}.example`,
          code: codes[index] ?? '',
          referrer_code: codes[referrer] ?? null,
          utm_source: source,
          fields,
        });
      });
      await addSignups(service.sql, requests);
      let ms = start;
      const times = people.map(({ pause, deviation }) => {
        ms += pause * 60_000;
        return new Date(ms + deviation * 60_000).toISOString();
      });
      const statuses = people.map(({ status }) => String(status));
      await service.sql`
        UPDATE signups s SET email_status = given.status, created_at = given.created_at
        FROM unnest(${statuses}::text[]::smallint[], ${times}::text[]::timestamptz[]) WITH ORDINALITY AS given(status, created_at, position)
        WHERE s.waitlist_id = ${list.id} AND s.position = given.position`;
      await recount(service.sql, list.id);
      for (const { id, position } of (await list.page('limit=200')).data)
        if (people[position - 1]?.isRemoved) expect((await list.remove(id)).statusCode).toBe(204);
      return list;
    }

    const searches = fc.array(anySearch, { minLength: 12, maxLength: 12 });
    const property = fc.asyncProperty(
      fc.array(person, { maxLength: 40 }),
      searches,
      async (people, given) => {
        const list = await makeRandomList(people);
        const all = (await list.page('limit=200')).data;
        for (const { order, limit, offset, ...filters } of given) {
          const params = toParams(filters, all);
          const matches = all.filter((signup) => isMatch(signup, params));
          const data = matches.toSorted(comparisons[order ?? 'newest']).slice(offset, offset + limit);
          const page = { ...(order && { order }), limit: String(limit), offset: String(offset) };
          const hasMore = offset + data.length < matches.length;
          expect([params, page, await search(list, { ...params, ...page })]).toEqual([
            params,
            page,
            { data, total: matches.length, limit, offset, has_more: hasMore },
          ]);
          const names = matches.toSorted(comparisons.oldest).map(({ email }) => email.split('@')[0]);
          expect([params, await exported(list, params)]).toEqual([params, names]);
        }
      },
    );
    await fc.assert(property, { numRuns: triesAll ? 25 : 8 });
  });

  test('find every signup of a time, also if the clock was set back by up to an hour', async () => {
    const list = await makeList(service);
    await list.fill(150);
    // The clock is behind by 50 minutes for some signups.
    await service.sql`
      UPDATE signups SET created_at = timestamptz '2026-01-01T00:00:00Z'
        + (position - CASE WHEN position BETWEEN 70 AND 90 THEN 50 ELSE 0 END) * interval '1 minute'
      WHERE waitlist_id = ${list.id}`;
    const all = (await list.page('limit=200')).data;
    for (let minute = 0; minute <= 150; minute += 3) {
      const time = new Date(Date.parse('2026-01-01') + minute * 60_000).toISOString();
      const since = all.filter((signup) => signup.created_at >= time).length;
      const until = all.filter((signup) => signup.created_at <= time).length;
      expect([time, (await search(list, { created_from: time, limit: '1' })).total]).toEqual([time, since]);
      expect([time, (await search(list, { created_to: time, limit: '1' })).total]).toEqual([time, until]);
    }
  });

  test('read only what an index finds, and nothing of other lists of the account', async () => {
    const account = await service.account();
    const open = async () => listOf(service, account, await service.waitlist(account, { referral_bonus: 2 }));
    const [large, small] = [await open(), await open()];
    await large.fill(20_000);
    await small.fill(10);
    const { id, referral_code } = await large.find('person7@example.com');
    await unhurried(
      service.sql,
      (tx) => tx`
        UPDATE signups SET created_at = timestamptz '2026-01-01T00:00:00Z' + position * interval '1 minute',
               referred_by = CASE WHEN waitlist_id = ${large.id} AND position % 1000 = 0 THEN ${id}::uuid END
        WHERE account_id = ${account.accountId}`,
    );
    const caller = await service.ctx.findCaller(`Bearer ${account.key}`);
    // Plans are kept by connection.
    const oneConnection = openDatabase(service.ctx.config, service.ctx.log, 'test', 1);
    const search = (list: TestList, given: Omit<SignupQuery, 'limit' | 'offset'>) =>
      oneConnection.begin(async (tx) => {
        const read = async () => {
          const [row] = await tx<[{ rows: number }]>`
            SELECT (seq_tup_read + idx_tup_fetch)::integer AS rows FROM pg_stat_xact_user_tables WHERE relname = 'signups'`;
          return row.rows;
        };
        const ctx = {
          ...service.ctx,
          sql: tx as unknown as Sql,
          scans: { run: (_, __, scan) => scan(tx) } as Scans,
        };
        const before = await read();
        const { total } = await listSignups(ctx, caller, list.id, { limit: 5, offset: 0, ...given });
        return { total, read: (await read()) - before };
      });
    try {
      for (const analyzed of [false, true]) {
        if (analyzed) await service.sql`ANALYZE signups`;
        for (let run = 0; run < 7; run++) {
          // from the sixth on with a plan for any values
          for (const given of [
            { q: 'person' },
            { utm_source: 'nobody' },
            { not_email_domains: ['nobody.example'] as string[] },
            { email_status: 'none' },
            { created_from: '2026-01-01' },
            { order: 'display_position' },
            { order: 'referrals' },
          ] as const)
            expect([given, (await search(small, given)).read < 50]).toEqual([given, true]);
          const hour = { created_from: '2026-01-08T00:00:00Z', created_to: '2026-01-08T00:59:59Z' };
          for (const [given, total] of [
            [hour, 60],
            [{ ...hour, q: 'person' }, 60],
            [{ referral_code }, 1],
            [{ email: 'person9@example.com', q: 'person' }, 1],
            [{ referred_by: id }, 20],
          ] as const) {
            const found = await search(large, given);
            expect([given, found.total, found.read < 300]).toEqual([given, total, true]);
          }
        }
      }
    } finally {
      await oneConnection.end();
    }
  });

  test('of an export read each signup once', async () => {
    const list = await makeList(service);
    await list.fill(2_000);
    const { id } = await list.find('person7@example.com');
    // Gaps make many parts, and few matches would make their own index look cheap for each.
    await service.sql`
      UPDATE signups SET position = 1000000 + position * 100, referred_by = CASE WHEN position IN (100, 1000, 1900) THEN ${id}::uuid END
      WHERE waitlist_id = ${list.id}`;
    await recount(service.sql, list.id);
    await service.sql`ANALYZE signups`;
    const caller = await service.ctx.findCaller(`Bearer ${list.account.key}`);
    const sql = openDatabase(service.ctx.config, service.ctx.log, 'test', 1);
    const read = async () => {
      await sql`SELECT pg_stat_force_next_flush()`;
      const [row] = await sql<[{ rows: number }]>`
        SELECT seq_tup_read + idx_tup_fetch AS rows FROM pg_stat_user_tables WHERE relname = 'signups'`;
      return row.rows;
    };
    try {
      // What others have read is counted before, and not meanwhile.
      await Promise.all(
        Array.from({ length: 8 }, () => service.sql`SELECT pg_stat_force_next_flush(), pg_sleep(0.1)`),
      );
      const before = await read();
      const run: Scans['run'] = (_, __, scan) => scan(sql as unknown as Tx);
      const scans: Scans = { run, write: run, until: () => scans };
      const begin = await exportSignups({ ...service.ctx, sql, scans }, caller, list.id, {
        referred_by: id,
      });
      const { text } = await begin();
      const rows = readCsv((await text.toArray()).join(''));
      expect(rows.length).toBe(4);
      expect((await read()) - before).toBeLessThan(2_500);
    } finally {
      await sql.end();
    }
  });

  test('that take too long are refused with what to narrow, and other lists are read meanwhile', async () => {
    const list = await makeList(service);
    await list.fill(20_000);
    const caller = await service.ctx.findCaller(`Bearer ${list.account.key}`);
    const ctx = { ...service.ctx, scans: openScans(service.sql, 4, 1) };
    const refusalOf = (given: Parameters<typeof listSignups>[3]) =>
      listSignups(ctx, caller, list.id, given).catch((error: unknown) => error);
    const refusal = await refusalOf({ limit: 1, offset: 0, q: 'nobody', fields: undefined });
    expect(refusal).toBeInstanceOf(AppError);
    expect(refusal).toMatchObject({ code: 'invalid_request', status: 400 });
    expect((refusal as AppError).message).toMatch(/^q: .*created_from/);
    await service.call('PATCH', list.url, list.account.key, { payload: { referral_bonus: 2 } });
    for (const order of ['referrals', 'display_position'] as const)
      expect(await refusalOf({ limit: 200, offset: 19_000, order })).toMatchObject({
        status: 400,
        message: expect.stringMatching(/^order, offset: /),
      });
    // One signup is found by its index, without a limit of its own.
    expect(await refusalOf({ limit: 1, offset: 0, email: 'person7@example.com', q: 'person' })).toMatchObject(
      {
        total: 1,
      },
    );
  });

  test('are 429 with Retry-After if they wait too long for others of the account', async () => {
    const list = await makeList(service);
    await list.add({ email: 'ada@example.com' });
    const { scans } = service.ctx as unknown as { scans: Scans };
    let end = () => {};
    const gate = new Promise<void>((resolve) => {
      end = resolve;
    });
    const running = scans.run(list.account.accountId, 'too long', () => gate);
    const search = () => service.call('GET', `${list.url}/signups?q=ada`, list.account.key);
    const answer = await search();
    end();
    await running;
    expect([answer.statusCode, answer.json().error]).toEqual([
      429,
      { code: 'rate_limited', message: 'Other searches are still running. Try again in a few seconds.' },
    ]);
    expect(answer.headers['retry-after']).toBe('2');
    expect((await search()).json().total).toBe(1);
  });

  test('run one after the other for an account', async () => {
    const scans = openScans(service.sql, 100);
    const { accountId } = await service.account();
    let running = 0;
    let most = 0;
    const scan = (account: string) =>
      scans.run(account, 'too long', async (tx) => {
        running += 1;
        most = Math.max(most, running);
        await tx`SELECT pg_sleep(0.02)`;
        running -= 1;
      });
    await Promise.all([scan(accountId), scan(accountId), scan(accountId)]);
    expect(most).toBe(1);
    let bothRun: () => void = () => {};
    const untilBothRun = new Promise<void>((resolve) => {
      bothRun = resolve;
    });
    const meeting = (account: string) =>
      scans.run(account, 'too long', async () => {
        running += 1;
        if (running === 2) bothRun();
        await untilBothRun;
      });
    await Promise.all([meeting(accountId), meeting(newId())]);
    expect(running).toBe(2);
  });
});

const start = Date.parse('2026-05-01T22:00:00.500Z');

interface Person {
  readonly referrer: number;
  readonly source: string | null;
  readonly status: number;
  /** In minutes: since the signup before, and how wrong the clock is. */
  readonly pause: number;
  readonly deviation: number;
  readonly isRemoved: boolean;
  readonly fields: Record<string, string | number | boolean>;
}

const sources = ['ads', 'Ads', 'a&b=c', '"'] as const;
const values = {
  company: ['Acme', 'acme', '', '"a\\b"\n', 'é😀', 'true', '12'],
  size: [0, 12, -1.5, 1e21, 0.1],
  vip: [true, false],
} as const;

const person: fc.Arbitrary<Person> = fc.record({
  referrer: fc.nat({ max: 50 }),
  source: fc.constantFrom(...sources, null),
  status: fc.nat({ max: 10 }),
  pause: fc.nat({ max: 300 }),
  deviation: fc.integer({ min: -25, max: 25 }),
  isRemoved: fc.constantFrom(true, false, false, false),
  fields: fc.record(
    {
      company: fc.constantFrom(...values.company),
      size: fc.constantFrom(...values.size),
      vip: fc.constantFrom(...values.vip),
    },
    { requiredKeys: [] },
  ),
});

/** Names of signups are their index in the list, so that most exist. */
const anyone = fc.nat({ max: 45 });
const moment = fc.oneof(
  fc
    .integer({ min: -1, max: 7 })
    .map((days) => new Date(start + days * 86_400_000).toISOString().slice(0, 10)),
  fc.integer({ min: -60, max: 9_000 }).map((minutes) => new Date(start + minutes * 60_000).toISOString()),
);
const filters = fc.record(
  {
    email: anyone,
    referral_code: anyone,
    referred_by: anyone,
    utm_source: fc.constantFrom(...sources, 'none'),
    email_status: fc.constantFrom('none', 'sent', 'opened', 'complained'),
    created_from: moment,
    created_to: moment,
    q: fc.constantFrom('person', 'GUEST', 't1@', '@bücher', 'xn--', '.example', 'cher.ex', '%%%'),
    'field.company': fc.constantFrom(...values.company),
    'field.size': fc.constantFrom(...values.size).map(String),
    'field.vip': fc.constantFrom('true', 'false'),
    'not_field.company': fc.constantFrom(...values.company),
    'not_field.size': fc.constantFrom(...values.size).map(String),
    not_email_domains: fc.constantFrom(
      'mail.example',
      'BÜCHER.example',
      'il.example',
      'bücher.example,mail.example',
    ),
  },
  { requiredKeys: [] },
);
type Filters = typeof filters extends fc.Arbitrary<infer Value> ? Value : never;

const anySearch = fc
  .record({
    // Few at a time, or nothing would match.
    filters: filters.chain((given) => {
      const names = Object.keys(given) as (keyof Filters)[];
      return fc
        .subarray(names, { maxLength: Math.min(2, names.length) })
        .map((kept) => Object.fromEntries(kept.map((name) => [name, given[name]])) as Filters);
    }),
    order: fc.constantFrom(undefined, 'newest', 'oldest', 'referrals', 'display_position'),
    limit: fc.constantFrom(1, 3, 200),
    offset: fc.constantFrom(0, 0, 1, 7, 100),
  })
  .map(({ filters: given, ...page }) => ({ ...given, ...page }));

/** The filters as parameters of a query, with the signups that they name. */
function toParams(given: Filters, all: readonly Signup[]): Record<string, string> {
  const { email, referral_code, referred_by, created_from: from, created_to: to, ...others } = given;
  const named = (index: number) => all[index];
  const isEmpty = from !== undefined && to !== undefined && from > to; // refused by another test
  return Object.fromEntries(
    Object.entries({
      ...others,
      created_from: isEmpty ? undefined : from,
      created_to: to,
      email: email === undefined ? undefined : (named(email)?.email ?? 'nobody@example.com'),
      referral_code:
        referral_code === undefined ? undefined : (named(referral_code)?.referral_code ?? '0000000000'),
      referred_by: referred_by === undefined ? undefined : (named(referred_by)?.id ?? unknownId),
    }).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** Whether a signup matches, by its answer in the whole list. */
function isMatch(signup: Signup, params: Readonly<Record<string, string>>): boolean {
  return Object.entries(params).every(([name, value]) => {
    const part = value.toLowerCase();
    const address = signup.email.toLowerCase();
    switch (name) {
      case 'email':
        return signup.email === value;
      case 'referral_code':
      case 'referred_by':
      case 'utm_source':
        return signup[name] === value;
      case 'email_status':
        return (signup.email_status ?? 'none') === value;
      case 'created_from':
        return signup.created_at >= value;
      case 'created_to':
        return value.includes('T') ? signup.created_at <= value : signup.created_at.slice(0, 10) <= value;
      case 'q':
        return address.includes(part) || address.replace('bücher', 'xn--bcher-kva').includes(part);
      case 'field.company':
        return signup.fields.company === value;
      case 'not_field.company':
        return signup.fields.company !== value;
      case 'not_field.size':
        return String(signup.fields.size) !== value;
      case 'not_email_domains':
        return !part.split(',').some((domain) => address.endsWith(`@${domain}`));
      default:
        return String(signup.fields[name.replace('field.', '')]) === value;
    }
  });
}

const byPosition = (a: Signup, b: Signup) => a.position - b.position;
const comparisons = {
  newest: (a: Signup, b: Signup) => b.position - a.position,
  oldest: byPosition,
  referrals: (a: Signup, b: Signup) => b.referral_count - a.referral_count || byPosition(a, b),
  display_position: (a: Signup, b: Signup) =>
    (a.display_position ?? 0) - (b.display_position ?? 0) || byPosition(a, b),
};
