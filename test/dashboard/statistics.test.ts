import { describe, expect, test } from 'vitest';
import { addDays } from '../../src/shared/stats/window.ts';
import { rowsOf, signedIn, textOf, type Visitor } from '../support/dashboard.ts';
import { makeList, type TestList } from '../support/list.ts';
import type { AccountOptions } from '../support/service/make.ts';
import { useService } from '../support/service/service.ts';
import { recount } from '../support/storm/invariants.ts';

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

  test('show figures, days, sources and referrer domains (§2.7)', async () => {
    const { list, visitor, path, today } = await open();
    await add(list, 0, 3, 'ads');
    await add(list, 2, 2);
    await add(list, 8, 4, 'ads');
    await add(list, 40, 1, 'old');
    const { referral_code } = await list.find('0.0.adsx@example.com');
    await list.add({ email: 'referred@example.com', referral_code });

    const { body } = await visitor.open(path);
    const text = textOf(body);
    expect(text).toContain('Signups 11 on the list now');
    expect(text).toContain('In this period 10 91 % of all');
    expect(text).toContain('Last 7 days 6 +50 % 4 in the 7 days before');
    expect(text).toContain('Referred 1 9 % of all');
    expect(text).toContain('ads 7 direct 3');
    expect(text).not.toContain('old 1');
    expect(text).toContain('example.org 10');
    expect(rowsOf(body)).toHaveLength(31);
    expect(
      rowsOf(body)
        .slice(-3)
        .map(([, count]) => count),
    ).toEqual(['2', '0', '4']);
    expect(body).toContain('role="img"');
    expect(body).toContain('at most 4"');

    const narrow = (await visitor.open(`${path}?from=${addDays(today, -2)}&to=${addDays(today, -1)}`)).body;
    expect(rowsOf(narrow).map(([, count]) => count)).toEqual(['2', '0']);
    expect(textOf(narrow)).toContain('In this period 2 ');
    expect(narrow).toContain(`name="from" type="date" value="${addDays(today, -2)}"`);
    const open_ended = (await visitor.open(`${path}?from=${addDays(today, -6)}&to=`)).body;
    expect(rowsOf(open_ended)).toHaveLength(7);
    expect(open_ended).toMatch(/aria-current="true"[^>]*>7 days/);
  });

  test('group a long window by weeks and a longer one by months, with the same sum', async () => {
    const { list, visitor, path, today } = await open();
    await add(list, 0, 2);
    await add(list, 100, 3);
    const weeks = rowsOf((await visitor.open(`${path}?from=${addDays(today, -100)}`)).body);
    expect(weeks).toHaveLength(15);
    expect(weeks.filter(([, count]) => count !== '0').map(([, count]) => count)).toEqual(['3', '2']);
    const months = (await visitor.open(`${path}?from=${addDays(today, -3_000)}`)).body;
    expect(textOf(months)).toContain('Signups per month');
    expect(rowsOf(months).reduce((sum, [, count]) => sum + Number(count), 0)).toBe(5);
    expect(rowsOf(months).length).toBeLessThan(101);
  });

  test('add up the less frequent sources', async () => {
    const { list, visitor, path } = await open();
    for (const [index, source] of [...'abcdefghij'].entries())
      await add(list, 0, 10 - index > 2 ? 2 : 1, source);
    const text = textOf((await visitor.open(path)).body);
    expect(text).toContain('h 2 2 others 2');
  });

  test('show the email engagement (C4.7)', async () => {
    const { list, visitor, path } = await open();
    expect(textOf((await visitor.open(path)).body)).toContain('No emails sent yet.');
    await list.fill(4);
    await service.sql`
      UPDATE signups SET email_status = 7, email_delivered_at = now(), email_opened_at = CASE WHEN position < 3 THEN now() END,
             email_clicked_at = CASE WHEN position = 1 THEN now() END WHERE waitlist_id = ${list.id} AND position < 4`;
    await service.sql`UPDATE signups SET email_status = 2 WHERE waitlist_id = ${list.id} AND position = 4`;
    await recount(service.sql, list.id);
    expect(textOf((await visitor.open(path)).body)).toContain(
      'Sent 4 Delivered 75 % Opened 50 % Clicked 25 %',
    );
  });

  test('show 30 days on free, with a note (C4.3)', async () => {
    const { visitor, path, today } = await open({ plan: 'free' });
    const usual = (await visitor.open(path)).body;
    expect(usual).not.toContain('>90 days<');
    expect(textOf(usual)).not.toContain('includes statistics of the last');
    expect(textOf(usual)).toContain('The free plan does not include email statistics.');
    const cut = (await visitor.open(`${path}?from=${addDays(today, -60)}`)).body;
    expect(textOf(cut)).toContain('The free plan includes statistics of the last 30 days.');
    expect(rowsOf(cut)).toHaveLength(31);
    const paid = await open();
    expect((await paid.visitor.open(paid.path)).body).toContain('>90 days<');
  });

  test.each([
    ['from=2026-02-30', 'From: no such day'],
    ['to=soon', 'To: expected a day as YYYY-MM-DD'],
    ['from=2026-03-02&to=2026-03-01', 'From: must not be after to. Showing the last 31 days instead.'],
    ['from=2000-01-01', 'From: at most 3660 days before to. Showing the last 31 days instead.'],
    ['from=2026-01-01&from=2026-01-02', 'From: '],
  ])('refuse %s on the page, and show the default window', async (query, message) => {
    const { visitor, path } = await open();
    const { statusCode, body } = await visitor.open(`${path}?${query}`);
    expect(statusCode).toBe(200);
    expect(body).toContain('role="alert"');
    expect(textOf(body)).toContain(message);
    expect(rowsOf(body)).toHaveLength(31);
  });
});
