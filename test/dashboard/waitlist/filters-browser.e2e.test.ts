import { describe, expect, test } from 'vitest';
import { barriersOn, hasBrowser, isReal, overflowOf, useBrowser } from '../../support/browser.ts';
import { openAs, signedIn } from '../../support/dashboard.ts';
import { makeList } from '../../support/list.ts';
import { useService } from '../../support/service/service.ts';

describe.runIf(hasBrowser)('the filters of signups in a browser', () => {
  const service = useService();
  const browser = useBrowser();

  test.each([
    ['desktop, light', { viewport: { width: 1200, height: 800 }, colorScheme: 'light' }],
    ['phone, dark', { viewport: { width: 390, height: 800 }, colorScheme: 'dark' }],
    ['phone without scripts', { viewport: { width: 390, height: 800 }, javaScriptEnabled: false }],
  ] as const)('can be filled in, corrected and cleared on %s', async (_, options) => {
    const hasScripts = !('javaScriptEnabled' in options);
    const list = await makeList(service, {}, { referral_bonus: 2 });
    await list.field('company', 'string');
    await list.field('size', 'number');
    await list.field('vip', 'boolean');
    const payload = { label: `Long ${'x'.repeat(150)}` };
    await service.call('PATCH', `${list.url}/fields/company`, list.account.key, { payload });
    await list.add({ email: 'ada@example.com', fields: { company: 'y'.repeat(1_000), size: 12, vip: true } });
    await list.add({ email: 'bo@example.com', fields: { size: 3 } });
    const visitor = await signedIn(service, list.account);
    const { page, complaints } = await openAs(visitor, service, browser, options);
    const size = page.locator('[name="field.size"]');
    const search = () => page.getByRole('button', { name: 'Search' }).click();
    const looksWell = async () => {
      if (!hasScripts) return; // these checks are scripts
      expect([await overflowOf(page), await barriersOn(page)]).toEqual([0, []]);
    };

    await page.goto(`/dashboard/waitlists/${list.id}`);
    await looksWell();
    await page.getByText('Filters', { exact: true }).click();
    await size.fill('twelve');
    await page.locator('.filters').getByLabel('vip').selectOption('Yes');
    await search();
    await page.getByRole('alert').getByText('must be a number').waitFor();
    await looksWell();
    expect(await size.inputValue()).toBe('twelve');

    await size.fill('12');
    await page.getByLabel('Signed up from').fill('2026-01-01');
    await page.getByLabel('Order').selectOption('Place in line');
    await search();
    await page.getByText('1 signup found.').waitFor();
    await looksWell();
    const { searchParams } = new URL(page.url());
    expect(Object.fromEntries([...searchParams].filter(([, value]) => value !== ''))).toEqual({
      order: 'display_position',
      created_from: '2026-01-01',
      'field.size': '12',
      'field.vip': 'true',
    });
    expect([...searchParams.values()].includes('')).toBe(!hasScripts);

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download 1 signup as CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/signups\.csv$/);
    await page.getByRole('link', { name: 'Clear filters' }).click();
    await page.locator('main').getByText('2 signups', { exact: true }).waitFor();
    expect(complaints.filter(isReal)).toEqual([]);
  });
});
