import { describe, expect, test } from 'vitest';
import { addSignups, type SignupRequest } from '../../src/shared/list/signups/queries.ts';
import type { Stats } from '../../src/shared/list/stats/schema.ts';
import { addDays } from '../../src/shared/list/stats/window.ts';
import { newId } from '../../src/shared/platform/ids.ts';
import { listOf, makeList, type TestList } from '../support/list.ts';
import { useService } from '../support/service/service.ts';
import { findBrokenInvariants, recount } from '../support/storm/invariants.ts';

describe('GET /v1/waitlists/{id}/stats', () => {
  const service = useService();
  let added = 0;

  const ask = (list: TestList, query = '') =>
    service.call('GET', `${list.url}/stats?${query}`, list.account.key);
  const stats = async (list: TestList, query = ''): Promise<Stats> => {
    const response = await ask(list, query);
    if (response.statusCode !== 200) throw new Error(response.body);
    return response.json();
  };
  /** Today in UTC, by the clock of Postgres. */
  const today = async () => {
    const [row] = await service.sql`SELECT (clock_timestamp() AT TIME ZONE 'UTC')::date AS day`;
    return row?.day as string;
  };

  /** Adds signups on a day in the past, at its first or last millisecond. */
  async function addOn(
    list: TestList,
    day: string,
    count: number,
    change: Partial<SignupRequest> = {},
  ): Promise<void> {
    const requests = Array.from({ length: count }, () =>
      list.request(`person${++added}@example.com`, change),
    );
    await addSignups(service.sql, requests);
    await service.sql`
      UPDATE signups SET created_at = (${day} || CASE WHEN position % 2 = 0 THEN ' 00:00:00.000Z' ELSE ' 23:59:59.999Z' END)::timestamptz
      WHERE id IN ${service.sql(requests.map(({ id }) => id))}`;
    await recount(service.sql, list.id);
  }

  test('returns zeros, nulls and 31 days up to today for an empty list (§2.7, §4.4, C4.2)', async () => {
    const list = await makeList(service);
    const to = await today();
    const from = addDays(to, -30);
    expect(await stats(list)).toStrictEqual({
      waitlist_id: list.id,
      total: 0,
      range_total: 0,
      range_from: from,
      range_to: to,
      daily: Array.from({ length: 31 }, (_, index) => ({ date: addDays(from, index), signups: 0 })),
      by_source: [],
      email_engagement: { emails_sent: 0, delivery_rate: null, open_rate: null, click_rate: null },
      growth: { last_7: 0, prev_7: 0, delta: null },
      referrer_domains: [],
      referred_count: 0,
    });
  });

  test('counts a signup at once (§2.7)', async () => {
    const list = await makeList(service);
    const ada = await list.add({
      email: 'ada@example.com',
      utm_source: 'ads',
      referrer: 'https://www.Example.com/x',
    });
    await list.add({ email: 'bob@example.com', referral_code: ada.referral_code });
    const { daily, ...rest } = await stats(list);
    expect(daily.at(-1)?.signups).toBe(2);
    expect(rest).toMatchObject({
      total: 2,
      range_total: 2,
      by_source: [
        { source: 'ads', signups: 1 },
        { source: 'direct', signups: 1 },
      ],
      growth: { last_7: 2, prev_7: 0, delta: null },
      referrer_domains: [{ domain: 'example.com', signups: 1 }],
      referred_count: 1,
    });
  });

  test('does not count repeated or refused signups (§1 rule 3)', async () => {
    const list = await makeList(service);
    await list.add({ email: 'ada@example.com' });
    await list.add({ email: 'ADA@example.com', utm_source: 'ads', referrer: 'https://example.com' });
    await list.signUp({ email: 'nobody', utm_source: 'ads' });
    expect(await stats(list)).toMatchObject({
      total: 1,
      range_total: 1,
      by_source: [{ source: 'direct', signups: 1 }],
      referrer_domains: [],
    });
  });

  describe('for a window', () => {
    test('includes both ends, in days of UTC, and zeros in between (§4.4, C4.2)', async () => {
      const list = await makeList(service);
      await addOn(list, '2020-02-27', 5);
      await addOn(list, '2020-02-28', 2);
      await addOn(list, '2020-03-01', 3);
      await addOn(list, '2020-03-02', 5);
      const { total, range_total, range_from, range_to, daily } = await stats(
        list,
        'from=2020-02-28&to=2020-03-01',
      );
      expect({ total, range_total, range_from, range_to, daily }).toEqual({
        total: 15,
        range_total: 5,
        range_from: '2020-02-28',
        range_to: '2020-03-01',
        daily: [
          { date: '2020-02-28', signups: 2 },
          { date: '2020-02-29', signups: 0 },
          { date: '2020-03-01', signups: 3 },
        ],
      });
    });

    test('limits only daily, by_source and range_total (C4.4)', async () => {
      const list = await makeList(service);
      const now = await today();
      await addOn(list, '2020-02-01', 2, { utm_source: 'ads', referrer_domain: 'example.com' });
      await addOn(list, now, 3, { utm_source: 'mail', referrer_domain: 'example.org' });
      const all = await stats(list, `from=2020-02-01&to=2020-02-01`);
      expect(all).toMatchObject({
        total: 5,
        range_total: 2,
        by_source: [{ source: 'ads', signups: 2 }],
        growth: { last_7: 3, prev_7: 0, delta: null },
        referrer_domains: [
          { domain: 'example.org', signups: 3 },
          { domain: 'example.com', signups: 2 },
        ],
      });
    });

    test('defaults to a start 30 days before the end, and to an end today (§4.4)', async () => {
      const list = await makeList(service);
      const now = await today();
      expect(await stats(list, 'to=2024-03-30')).toMatchObject({
        range_from: '2024-02-29',
        range_to: '2024-03-30',
      });
      const from = addDays(now, -400);
      const { daily, ...rest } = await stats(list, `from=${from}`);
      expect(rest).toMatchObject({ range_from: from, range_to: now });
      expect(daily).toHaveLength(401);
    });

    test('accepts one in the future, and one of a single day (§4.4)', async () => {
      const list = await makeList(service);
      const day = addDays(await today(), 10);
      expect(await stats(list, `from=${day}&to=${day}`)).toMatchObject({
        daily: [{ date: day, signups: 0 }],
      });
    });

    test('accepts at most 3,660 days (C4.1)', async () => {
      const list = await makeList(service);
      const to = '2024-12-31';
      expect((await stats(list, `from=${addDays(to, -3659)}&to=${to}`)).daily).toHaveLength(3660);
      expect((await ask(list, `from=${addDays(to, -3660)}&to=${to}`)).statusCode).toBe(400);
    });

    test.each([
      ['from=2024-02-02&to=2024-02-01'],
      ['from=9999-12-31'],
      ['from=2023-02-29'],
      ['to=2024-02-30'],
      ['to=2024-13-01'],
      ['to=2024-00-10'],
      ['to=2024-01-00'],
      ['to=0000-01-01'],
      ['to=2024-1-1'],
      ['to=20240101'],
      ['to=2024-01-01T00:00:00Z'],
      ['to=+02024-01-01'],
      ['to=today'],
      ['to='],
      ['from='],
      ['to=2024-01-01&to=2024-01-02'],
    ])('refuses %s, whether the list exists or not (C1.1, C4.1)', async (query) => {
      const list = await makeList(service);
      for (const id of [list.id, newId()]) {
        const response = await ask(listOf(service, list.account, id), query);
        expect([response.statusCode, response.json().error.code]).toEqual([400, 'invalid_request']);
        expect(response.json().error.message).toMatch(/^(from|to): /);
      }
    });

    test.each([
      ['to=0001-01-01', 400],
      ['to=0999-12-31', 400],
      ['to=1000-01-01', 200],
      ['to=9999-12-31', 200],
    ])('answers %s with %d (§4.4)', async (query, status) => {
      const list = await makeList(service);
      expect((await ask(list, query)).statusCode).toBe(status);
    });
  });

  describe('on free', () => {
    test('moves the start to 30 days ago, and neither refuses nor deletes anything (§4.4, C4.3)', async () => {
      const list = await makeList(service, { plan: 'free' });
      const now = await today();
      const earliest = addDays(now, -30);
      await addOn(list, addDays(now, -31), 4, { utm_source: 'old' });
      await addOn(list, earliest, 2, { utm_source: 'new' });
      for (const query of ['from=2020-01-01', `from=${addDays(now, -31)}`, `from=${earliest}`, '']) {
        const { daily, ...rest } = await stats(list, query);
        expect(rest).toMatchObject({
          total: 6,
          range_total: 2,
          range_from: earliest,
          range_to: now,
          by_source: [{ source: 'new', signups: 2 }],
        });
        expect(daily).toHaveLength(31);
      }
      expect((await list.page()).total).toBe(6);
    });

    test('keeps a start within the 30 days (§4.4)', async () => {
      const list = await makeList(service, { plan: 'free' });
      const from = addDays(await today(), -29);
      expect(await stats(list, `from=${from}`)).toMatchObject({ range_from: from });
    });

    test('moves an earlier window to the first of these days (C4.3)', async () => {
      const list = await makeList(service, { plan: 'free' });
      const earliest = addDays(await today(), -30);
      await addOn(list, addDays(earliest, -1), 4);
      await addOn(list, earliest, 2);
      for (const query of ['from=2020-01-01&to=2020-02-01', 'to=2020-02-01', `to=${addDays(earliest, -1)}`]) {
        expect(await stats(list, query)).toMatchObject({
          range_from: earliest,
          range_to: earliest,
          range_total: 2,
          daily: [{ date: earliest, signups: 2 }],
        });
      }
    });

    test('refuses an invalid window as on every plan (C4.1)', async () => {
      const list = await makeList(service, { plan: 'free' });
      expect((await ask(list, 'from=2020-02-02&to=2020-02-01')).statusCode).toBe(400);
    });

    test('has this limit, and paid plans have none (§8)', async () => {
      for (const plan of ['launch', 'scale', 'enterprise'] as const) {
        const list = await makeList(service, { plan });
        expect(await stats(list, 'from=2020-01-01&to=2020-01-31')).toMatchObject({
          range_from: '2020-01-01',
        });
      }
    });
  });

  test('orders by_source by signups and then by name, with direct for no source (§2.7, C4.5)', async () => {
    const list = await makeList(service);
    const now = await today();
    await addOn(list, now, 1, { utm_source: 'b' });
    await addOn(list, now, 1, { utm_source: 'Z' });
    await addOn(list, now, 1, { utm_source: 'a' });
    await addOn(list, now, 1, { utm_source: 'é' });
    await addOn(list, now, 1, { utm_source: 'direct' });
    await addOn(list, now, 2);
    await addOn(list, addDays(now, -1), 1, { utm_source: 'b' });
    await addOn(list, addDays(now, -40), 9, { utm_source: 'old' });
    expect((await stats(list)).by_source).toEqual([
      { source: 'direct', signups: 3 },
      { source: 'b', signups: 2 },
      { source: 'Z', signups: 1 },
      { source: 'a', signups: 1 },
      { source: 'é', signups: 1 },
    ]);
  });

  test.each([
    [
      { 0: 3, 6: 4, 7: 2, 13: 3, 14: 50 },
      { last_7: 7, prev_7: 5, delta: 40 },
    ],
    [
      { 0: 1, 7: 3 },
      { last_7: 1, prev_7: 3, delta: -67 },
    ],
    [{ 7: 4 }, { last_7: 0, prev_7: 4, delta: -100 }],
    [
      { 3: 4, 14: 4 },
      { last_7: 4, prev_7: 0, delta: null },
    ],
    [
      { 0: 2, 10: 2 },
      { last_7: 2, prev_7: 2, delta: 0 },
    ],
  ])('returns for the signups by days ago %j the growth %j (§2.7, C4.8)', async (byDaysAgo, growth) => {
    const list = await makeList(service);
    const now = await today();
    for (const [daysAgo, count] of Object.entries(byDaysAgo))
      await addOn(list, addDays(now, -Number(daysAgo)), count);
    expect((await stats(list)).growth).toEqual(growth);
    // Does not depend on the window (C4.4).
    expect((await stats(list, 'from=2020-01-01&to=2020-01-02')).growth).toEqual(growth);
  });

  describe('for a list with very many sources', () => {
    /** A list with `count` sources of two signups each on one day, and `more`. */
    async function listWith(count: number, more: Readonly<Record<string, number>> = {}) {
      const list = await makeList(service);
      const names = Array.from({ length: count }, (_, n) => `source-${String(n).padStart(4, '0')}`);
      const rows = [...names.map((source) => [source, 2] as const), ...Object.entries(more)];
      const day = await today();
      await service.sql`
        INSERT INTO signup_daily ${service.sql(
          rows.map(([source, signups]) => ({
            account_id: list.account.accountId,
            waitlist_id: list.id,
            day,
            source,
            signups,
          })),
        )}`;
      const counted = await stats(list);
      // These numbers have no rows.
      await service.sql`DELETE FROM signup_daily WHERE waitlist_id = ${list.id}`;
      return { names, stats: counted };
    }
    const sumOf = ({ by_source }: Stats) => by_source.reduce((sum, { signups }) => sum + signups, 0);

    test('returns 200 of them', async () => {
      const { names, stats } = await listWith(199, { other: 3 });
      expect(stats.by_source).toEqual([
        { source: 'other', signups: 3 },
        ...names.map((source) => ({ source, signups: 2 })),
      ]);
    });

    test('adds up the rest in a last entry', async () => {
      const { names, stats } = await listWith(1_000, { direct: 5, rare: 1 });
      expect(stats.by_source).toEqual([
        { source: 'direct', signups: 5 },
        ...names.slice(0, 199).map((source) => ({ source, signups: 2 })),
        { source: 'other', signups: 801 * 2 + 1 },
      ]);
      expect([stats.range_total, sumOf(stats)]).toEqual([2_006, 2_006]);
    });

    test('counts a source named other in that entry', async () => {
      const { names, stats } = await listWith(300, { other: 7 });
      expect(stats.by_source).toEqual([
        ...names.slice(0, 199).map((source) => ({ source, signups: 2 })),
        { source: 'other', signups: 101 * 2 + 7 },
      ]);
      expect([stats.range_total, sumOf(stats)]).toEqual([607, 607]);
    });
  });

  test('returns the five most frequent referrer_domains of all time, of http and https only (§2.7, C4.9)', async () => {
    const list = await makeList(service);
    const referrers = {
      'https://www.b.example.com/page': 2,
      'http://B.example.com:8080/other?x=1': 1,
      'https://a.example.com': 2,
      'https://c.example.com': 2,
      'https://e.example.com': 1,
      'https://d.example.com': 1,
      'https://f.example.com': 1,
      'ftp://ftp.example.com': 9,
      'android-app://com.example': 9,
      'example.com': 9,
      'not an address': 9,
    };
    for (const [referrer, count] of Object.entries(referrers))
      for (let n = 0; n < count; n++) await list.add({ email: `person${++added}@example.com`, referrer });
    expect((await stats(list)).referrer_domains).toEqual([
      { domain: 'b.example.com', signups: 3 },
      { domain: 'a.example.com', signups: 2 },
      { domain: 'c.example.com', signups: 2 },
      { domain: 'd.example.com', signups: 1 },
      { domain: 'e.example.com', signups: 1 },
    ]);
    expect(await findBrokenInvariants(service.sql)).toEqual([]);
  });

  test('counts the Referer header if the body has no referrer (§2.7)', async () => {
    const list = await makeList(service);
    const headers = { referer: 'https://www.header.example.com/' };
    const send = (payload: object) =>
      service.call('POST', `${list.url}/signups`, list.account.key, { payload, headers });
    await send({ email: 'a@example.com' });
    await send({ email: 'b@example.com', referrer: 'https://body.example.com/' });
    await send({ email: 'c@example.com', referrer: null });
    expect((await stats(list)).referrer_domains).toEqual([
      { domain: 'body.example.com', signups: 1 },
      { domain: 'header.example.com', signups: 1 },
    ]);
  });

  test('counts sent mails in email_engagement, and a click as open and delivery (§2.7, C4.6, C4.7)', async () => {
    const list = await makeList(service);
    await list.fill(12);
    const set = (position: number, status: number, columns: string[] = []) =>
      service.sql`UPDATE signups SET ${service.sql({
        email_status: status,
        ...Object.fromEntries(columns.map((column) => [`email_${column}_at`, '2024-01-01T00:00:00Z'])),
      })} WHERE waitlist_id = ${list.id} AND position = ${position}`;
    // mails with null, config_error, failed and suppressed were not sent
    await set(2, 1);
    await set(3, 4);
    await set(4, 5);
    await set(5, 2);
    await set(6, 3);
    await set(7, 6, ['delivered']);
    await set(8, 7, ['opened']);
    await set(9, 8, ['clicked']);
    await set(10, 8, ['delivered', 'opened', 'clicked']);
    await set(11, 9);
    await set(12, 10, ['delivered']);
    await recount(service.sql, list.id);
    // 8 sent; delivered 7, 8, 9, 10, 12; opened 8, 9, 10; clicked 9, 10
    const { email_engagement } = await stats(list, 'from=2020-01-01&to=2020-01-02');
    expect(email_engagement).toEqual({ emails_sent: 8, delivery_rate: 63, open_rate: 38, click_rate: 25 });

    // Deleted signups do not count (C4.10).
    for (const { id, position } of (await list.page()).data) if (position > 8) await list.remove(id);
    expect((await stats(list)).email_engagement).toEqual({
      emails_sent: 4,
      delivery_rate: 50,
      open_rate: 25,
      click_rate: 0,
    });
    expect(await findBrokenInvariants(service.sql)).toEqual([]);
  });

  test('does not count deleted signups (C4.10)', async () => {
    const list = await makeList(service);
    const ada = await list.add({
      email: 'ada@example.com',
      utm_source: 'ads',
      referrer: 'https://example.com',
    });
    await list.add({ email: 'bob@example.com', referral_code: ada.referral_code });
    await addOn(list, addDays(await today(), -8), 1, { utm_source: 'old', referrer_domain: 'example.org' });
    const empty = await stats(await makeList(service));
    for (const { id } of (await list.page()).data) await list.remove(id);
    expect(await stats(list)).toEqual({ ...empty, waitlist_id: list.id });
    expect(await findBrokenInvariants(service.sql)).toEqual([]);
  });

  test('does not count signups of other lists (§4.2)', async () => {
    const list = await makeList(service);
    const sibling = listOf(service, list.account, await service.waitlist(list.account));
    await sibling.add({ email: 'ada@example.com', referrer: 'https://example.com' });
    expect(await stats(list)).toMatchObject({
      total: 0,
      range_total: 0,
      by_source: [],
      referrer_domains: [],
    });
    expect(await stats(sibling)).toMatchObject({ total: 1, range_total: 1 });
  });

  test('returns 404 for unknown, foreign and malformed ids, and needs waitlists:read (§4.4, §5)', async () => {
    const list = await makeList(service);
    const foreign = await makeList(service);
    for (const id of [newId(), foreign.id, 'nope']) {
      const response = await ask(listOf(service, list.account, id));
      expect([response.statusCode, response.json().error.code]).toEqual([404, 'not_found']);
    }
    const other = await service.key(list.account, ['signups:read', 'account:read', 'waitlists:write']);
    expect((await service.call('GET', `${list.url}/stats`, other)).statusCode).toBe(403);
    expect((await service.call('GET', `${list.url}/stats`)).statusCode).toBe(401);
  });
});
