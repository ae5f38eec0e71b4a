import { describe, expect, onTestFinished, test } from 'vitest';
import { updateAccount } from '../../../../src/shared/account/administration/update-account.ts';
import { openScans } from '../../../../src/shared/list/signups/search/scans.ts';
import { addDays } from '../../../../src/shared/list/stats/window.ts';
import { rowsOf, signedIn, textOf, type Visitor } from '../../../support/dashboard.ts';
import { makeList, type TestList } from '../../../support/list.ts';
import type { AccountOptions } from '../../../support/service/make.ts';
import { useService } from '../../../support/service/service.ts';
import { recount } from '../../../support/storm/invariants.ts';
import { unhurried } from '../../../support/values/unhurried.ts';

describe('the statistics of a waitlist', () => {
  const service = useService();

  const open = async (
    options: AccountOptions = {},
  ): Promise<{ list: TestList; visitor: Visitor; path: string; today: string }> => {
    const list = await makeList(service, options);
    const [{ today }] = await service.sql<
      [{ today: string }]
    >`SELECT (now() AT TIME ZONE 'UTC')::date AS today`;
    return {
      list,
      visitor: await signedIn(service, list.account),
      path: `/dashboard/waitlists/${list.id}/statistics`,
      today,
    };
  };
  /** Adds signups `days` days ago. */
  const add = async (list: TestList, daysAgo: number, count: number, utm_source?: string) => {
    for (let n = 0; n < count; n++) {
      const { id } = await list.add({
        email: `${daysAgo}.${n}.${utm_source ?? ''}x@example.com`,
        utm_source,
        referrer: 'https://www.example.org/a',
      });
      await service.sql`UPDATE signups SET created_at = created_at - make_interval(days => ${daysAgo}) WHERE id = ${id}`;
    }
    await recount(service.sql, list.id);
  };

  /** The links of a page to signups, each with the count that is beside it. */
  const linksIn = (html: string): { href: string; count: number }[] =>
    [
      ...html.matchAll(
        /<td[^>]*><a href="([^"]*created_from[^"]*)">[^<]*<\/a><\/td><td class="number"[^>]*>([\d,]+)</g,
      ),
      ...html.matchAll(/<span class="number"><a href="([^"]*created_from[^"]*)">([\d,]+)<\/a>/g),
    ].map(([, href = '', count = '']) => ({ href: href.replaceAll('&amp;', '&'), count: Number(count) }));
  const countBehind = async (visitor: Visitor, href: string) =>
    Number(/([\d,]+) signups? found/.exec(textOf((await visitor.open(href)).body))?.[1] ?? 0);

  test('show figures, days, sources and sites of a window (§2.7, N8)', async () => {
    const { list, visitor, path, today } = await open();
    await add(list, 40, 1, 'old');
    await add(list, 8, 4, 'ads');
    await add(list, 2, 2);
    await add(list, 0, 3, 'ads');
    const { referral_code } = await list.find('0.0.adsx@example.com');
    await list.add({ email: 'referred@example.com', referral_code });

    const { body } = await visitor.open(path);
    const text = textOf(body);
    expect(text).toContain('In this period 10 ');
    expect(text).toContain('Best day 4 ');
    expect(text).toContain('All signups 11 on the list now');
    expect(text).toContain('Of the sources, ads brought most: 7 signups.');
    expect(text).toContain('The source of the signups in this period');
    expect(text).toContain('Referred 1 9% of all signups');
    expect(text).toContain('ads 7 direct 3');
    expect(text).not.toContain('old 1');
    expect(text).toContain('example.org 9'); // 10 of all time
    expect(rowsOf(body)).toHaveLength(30);
    expect(
      rowsOf(body)
        .slice(-3)
        .map(([, count]) => count),
    ).toEqual(['2', '0', '4']);
    expect(body).toContain('at most 4"');
    expect(body).toMatch(/aria-current="true"[^>]*>30 days/);

    const week = textOf((await visitor.open(`${path}?period=7`)).body);
    expect(week).toContain('In this period 6 4 in the 7 days before');
    expect(week).toMatch(/ · \d earlier/); // under the pointer
    const { body: drawn } = await visitor.open(`${path}?period=7`);
    const earlier = rowsOf(drawn).map((row) => Number(row[3]));
    expect([earlier.length, earlier.reduce((sum, count) => sum + count, 0)]).toEqual([7, 4]);
    expect(drawn.match(/<g class="earlier">(?:<line[^>]*>(?:<\/line>)?){6}/)).not.toBeNull();
    const [, legend = ''] = /<ul class="legend">(.*?)<\/ul>/s.exec(drawn) ?? [];
    expect(textOf(legend)).toMatch(/\d{4} .*\d{4}/);
    expect(body).not.toContain('class="legend"'); // the list is younger than the days before
    const narrow = (await visitor.open(`${path}?from=${addDays(today, -2)}&to=${addDays(today, -1)}`)).body;
    expect(rowsOf(narrow).map(([, count]) => count)).toEqual(['2', '0']);
    expect(textOf(narrow)).toContain('In this period 2 ');
    expect(narrow).toContain(`name="from" type="date" value="${addDays(today, -2)}"`);
    const openEnded = (await visitor.open(`${path}?from=${addDays(today, -6)}&to=`)).body;
    expect(rowsOf(openEnded)).toHaveLength(7);
    expect(openEnded).toMatch(/aria-current="true"[^>]*>7 days/);
    const all = (await visitor.open(`${path}?period=all`)).body;
    expect(rowsOf(all)).toHaveLength(41);
    expect(textOf(all)).toContain('example.org 10');
    expect(all).toMatch(/aria-current="true"[^>]*>All time/);
  });

  test.each(['UTC', 'America/St_Johns', 'Pacific/Auckland'])(
    'lead from each figure to as many signups, by the days of %s (N8)',
    async (timeZone) => {
      const { list, visitor, path } = await open();
      await updateAccount(service.ctx, list.account.accountId, { timeZone });
      for (let n = 0; n < 24; n++)
        await list.add({
          email: `${n}@example.com`,
          ...(n % 3 > 0 && { utm_source: n % 3 === 1 ? 'ads' : 'a&b=c "d"' }),
          ...(n % 4 > 0 && { referrer: `https://site${n % 4}.example.org/a` }),
        });
      // Around the change of clocks of both places in 2026, every 5 hours, and on both sides of a midnight.
      await service.sql`
        UPDATE signups SET created_at = timestamptz '2026-03-07T03:29:59.999Z' + (position - 1) * interval '5 hours'
          + CASE WHEN position > 12 THEN interval '26 days' ELSE interval '0' END WHERE waitlist_id = ${list.id}`;
      await recount(service.sql, list.id);
      const byDay = await service.sql<{ day: string; signups: number }[]>`
        SELECT (created_at AT TIME ZONE ${timeZone})::date AS day, count(*)::integer AS signups FROM signups
        WHERE waitlist_id = ${list.id} GROUP BY 1 ORDER BY 1`;
      const last = byDay.at(-1)?.day ?? '';

      for (const query of [
        `from=${byDay[0]?.day}&to=${last}`,
        `from=${byDay[1]?.day}&to=${addDays(last, 200)}`,
      ]) {
        const { body } = await visitor.open(`${path}?${query}`);
        const links = linksIn(body);
        expect(links.length).toBeGreaterThan(8);
        for (const { href, count } of links)
          expect([href, await countBehind(visitor, href)]).toEqual([href, count]);
      }
      const { body } = await visitor.open(`${path}?from=${byDay[0]?.day}&to=${last}`);
      const shown = rowsOf(body).map(([, count]) => Number(count));
      expect(shown.filter((count) => count > 0)).toEqual(byDay.map(({ signups }) => signups));
      expect(shown).toHaveLength((Date.parse(last) - Date.parse(byDay[0]?.day ?? '')) / 86_400_000 + 1);
    },
  );

  test('show the counters in UTC where counting takes too long (N8)', async () => {
    const { list, visitor, path } = await open();
    await add(list, 40, 2, 'old');
    await add(list, 0, 3, 'ads');
    await updateAccount(service.ctx, list.account.accountId, { timeZone: 'Europe/Berlin' });
    expect(textOf((await visitor.open(path)).body)).toContain('Days in Europe/Berlin.');
    const { scans } = service.ctx;
    onTestFinished(() => void Object.assign(service.ctx, { scans }));
    Object.assign(service.ctx, { scans: openScans(service.sql, 4, 50) });
    const { body } = await unhurried(service.sql, async (tx) => {
      await tx`LOCK TABLE signups IN ACCESS EXCLUSIVE MODE`;
      return visitor.open(path);
    });
    expect(textOf(body)).toContain('Days in UTC: there are too many signups');
    expect(textOf(body)).toContain('In this period 3 ');
    expect(textOf(body)).toContain('of all time: this period has too many signups to count. example.org 5');
  });

  test('count more than 100,000 signups of a window only if that is asked for (N8)', async () => {
    const { list, visitor, path } = await open();
    await add(list, 40, 2, 'old');
    await add(list, 0, 3, 'ads');
    await service.sql`UPDATE signup_daily SET signups = 100001 WHERE waitlist_id = ${list.id} AND source = 'ads'`;
    const inUtc = (await visitor.open(path)).body;
    expect(textOf(inUtc)).toContain('This list has many signups, so sites are of all time, to be quick.');
    expect(textOf(inUtc)).toContain('example.org 5');
    await updateAccount(service.ctx, list.account.accountId, { timeZone: 'Europe/Berlin' });
    const { body } = await visitor.open(`${path}?period=7`);
    expect(textOf(body)).toContain('so days are in UTC and sites are of all time, to be quick.');
    expect(textOf(body)).toContain('Days in UTC: there are too many signups');
    const [, href = ''] = /href="([^"]*whole=yes[^"]*)"/.exec(body) ?? [];
    const whole = textOf((await visitor.open(href.replaceAll('&amp;', '&'))).body);
    expect(whole).not.toContain('to be quick');
    expect(whole).toContain('Days in Europe/Berlin.');
    expect(whole).toContain('example.org 3');
  });

  test('group a long window by weeks and a longer one by months, with the same sum', async () => {
    const { list, visitor, path, today } = await open();
    await add(list, 100, 3);
    await add(list, 0, 2);
    const weeks = (await visitor.open(`${path}?from=${addDays(today, -100)}`)).body;
    expect(textOf(weeks)).toContain('Signups per week');
    const counts = rowsOf(weeks).map(([, count]) => count);
    expect([15, 16]).toContain(counts.length); // from Monday to Sunday
    expect([counts.at(0), counts.at(-1)]).toEqual(['3', '2']);
    const months = (await visitor.open(`${path}?from=${addDays(today, -3_000)}`)).body;
    expect(textOf(months)).toContain('Signups per month');
    expect(rowsOf(months).reduce((sum, [, count]) => sum + Number(count), 0)).toBe(5);
    expect(rowsOf(months).length).toBeLessThan(101);
  });

  test.each(['UTC', 'Europe/Berlin'])(
    'say who became users, by source and site of the signups in a period (%s)',
    async (timeZone) => {
      const { list, visitor, path } = await open();
      await updateAccount(service.ctx, list.account.accountId, { timeZone });
      await add(list, 40, 3, 'old');
      await add(list, 3, 8, 'ads');
      await add(list, 3, 2);
      const before = textOf((await visitor.open(path)).body);
      expect(before).toContain('ads 8 direct 2');
      expect(before).not.toContain('became users');
      const convert = (email: string) =>
        service.call('POST', '/v1/conversions', list.account.key, {
          payload: { waitlist_id: list.id, email },
        });
      for (const email of ['3.0.adsx', '3.1.adsx', '3.0.x', '40.0.oldx', '40.1.oldx'])
        expect((await convert(`${email}@example.com`)).statusCode).toBeLessThan(300);
      const text = textOf((await visitor.open(path)).body);
      expect(text).toContain('Became users 3 30% of this period’s signups');
      expect(text).toContain('ads 8 · 25% became users direct 2 · 50% became users');
      expect(text).toContain('example.org 10 · 30% became users');
      const all = textOf((await visitor.open(`${path}?period=all`)).body);
      expect(all).toContain('Became users 5 38% of this period’s signups');
      expect(all).toContain('old 3 · 67% became users');
      expect(all).toContain('example.org 13 · 38% became users');
    },
  );

  test('count more than 20,000 users of a list only if that is asked for (N8)', async () => {
    const { list, visitor, path } = await open();
    await add(list, 0, 1);
    const convert = (from: number, to: number) => service.sql`
      INSERT INTO conversions (account_id, signup_id, waitlist_id)
      SELECT ${list.account.accountId}, coalesce(s.id, gen_random_uuid()), ${list.id}
      FROM generate_series(${from}::integer, ${to}) n LEFT JOIN signups s ON s.waitlist_id = ${list.id} AND s.position = n`;
    await convert(1, 20_000);
    expect(textOf((await visitor.open(path)).body)).toContain('Became users 1 100%');
    await convert(20_001, 20_001);
    const { body } = await visitor.open(path);
    expect(textOf(body)).toContain('This list has many signups, so users are not counted, to be quick.');
    expect(textOf(body)).not.toContain('Became users');
    const [, href = ''] = /href="([^"]*whole=yes[^"]*)"/.exec(body) ?? [];
    const whole = textOf((await visitor.open(href.replaceAll('&amp;', '&'))).body);
    expect(whole).not.toContain('to be quick');
    expect(whole).toContain('Became users 1 100%');
  });

  test('add up the less frequent sources', async () => {
    const { list, visitor, path } = await open();
    for (const [index, source] of [...'abcdefghij'].entries())
      await add(list, 0, 10 - index > 2 ? 2 : 1, source);
    const text = textOf((await visitor.open(path)).body);
    expect(text).toContain('h 2 All others 2');
  });

  test('show the email engagement (C4.7)', async () => {
    const { list, visitor, path } = await open();
    await list.fill(4);
    expect(textOf((await visitor.open(path)).body)).toContain('No emails sent yet.');
    await service.sql`UPDATE signups SET email_status = 2 WHERE waitlist_id = ${list.id}`;
    await recount(service.sql, list.id);
    const rates = 'Sent 4 Delivered not reported Opened not reported Clicked not reported';
    expect(textOf((await visitor.open(path)).body)).toContain(
      `do not report deliveries, opens and clicks. ${rates}`,
    );
    await service.sql`
      UPDATE signups SET email_status = 7, email_delivered_at = now(), email_opened_at = CASE WHEN position < 3 THEN now() END,
             email_clicked_at = CASE WHEN position = 1 THEN now() END WHERE waitlist_id = ${list.id} AND position < 4`;
    await service.sql`UPDATE signups SET email_status = 2 WHERE waitlist_id = ${list.id} AND position = 4`;
    await recount(service.sql, list.id);
    expect(textOf((await visitor.open(path)).body)).toContain('Sent 4 Delivered 75% Opened 50% Clicked 25%');
  });

  test('show 30 days on free, with a note (C4.3)', async () => {
    const { list, visitor, path, today } = await open({ plan: 'free' });
    await list.fill(1);
    const usual = (await visitor.open(path)).body;
    expect(usual).not.toContain('>90 days<');
    expect(usual).not.toContain('>All time<');
    expect(textOf(usual)).not.toContain('includes statistics of the last');
    expect(textOf(usual)).toContain('The Free plan does not include email statistics.');
    const cut = (await visitor.open(`${path}?from=${addDays(today, -60)}`)).body;
    expect(textOf(cut)).toContain('The Free plan includes statistics of the last 30 days.');
    expect(rowsOf(cut)).toHaveLength(31);
    const paid = await open();
    await paid.list.fill(1);
    expect((await paid.visitor.open(paid.path)).body).toContain('>90 days<');
  });

  test.each([
    ['from=2026-02-30', 'from', 'no such day'],
    ['to=soon', 'to', 'must be a day as YYYY-MM-DD'],
    ['from=2026-03-02&to=2026-03-01', 'from', 'must not be after “To”'],
    ['from=2000-01-01', 'from', 'at most 3660 days before “To”'],
    ['from=2026-01-01&from=2026-01-02', 'from', ''],
  ])('refuse %s at its field, and leave the chart as it was (N8)', async (query, name, message) => {
    const { visitor, path } = await open();
    const { statusCode, body } = await visitor.open(`${path}?${query}&shown=2026-01-05_2026-01-07`);
    expect(statusCode).toBe(200);
    expect(body).toMatch(new RegExp(`<small id="${name}-problem" class="problem" role="alert">${message}`));
    expect(rowsOf(body).map(([day]) => day)).toEqual(['5 Jan 2026', '6 Jan 2026', '7 Jan 2026']);
    expect(body).toContain('name="shown" value="2026-01-05_2026-01-07"');
    expect(rowsOf((await visitor.open(`${path}?${query}&shown=2026-02-30_x`)).body)).toHaveLength(30);
  });

  test('use the time zone that is set on the page of the account (N8)', async () => {
    const { list, visitor } = await open();
    const { id } = await list.add({ email: 'ada@example.com' });
    await service.sql`UPDATE signups SET created_at = '2026-07-01T23:30:00Z' WHERE id = ${id}`;
    const saved = await visitor.send('/dashboard/account', { time_zone: 'Asia/Kolkata' });
    expect(saved.statusCode).toBe(303);
    expect((await visitor.follow(saved)).body).toMatch(
      /selected value="Asia\/(Kolkata|Calcutta)"|value="Asia\/(Kolkata|Calcutta)" selected/,
    );
    const signup = await visitor.open(`/dashboard/waitlists/${list.id}/signups/${id}`);
    expect(textOf(signup.body)).toContain('2 Jul 2026, 05:00');
    const refused = await visitor.send('/dashboard/account', { time_zone: 'Mars/Olympus' });
    expect([refused.statusCode, textOf(refused.body)]).toEqual([
      400,
      expect.stringContaining('must be a time zone such as Europe/Berlin'),
    ]);
  });
});
