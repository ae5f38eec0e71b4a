import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  barriersInBothSchemes,
  barriersOn,
  hasBrowser,
  isReal,
  overflowOf,
  useBrowser,
} from '../../support/browser.ts';
import { openAs, signedIn } from '../../support/dashboard.ts';
import { makeList } from '../../support/list.ts';
import { useService } from '../../support/service/service.ts';

describe.runIf(hasBrowser)('pages that tick, in a browser', () => {
  const service = useService();
  const browser = useBrowser();

  const open = async (options: object = {}) => {
    const list = await makeList(service, {}, { name: 'Orbit' });
    const visitor = await signedIn(service, list.account);
    const viewport = { width: 1200, height: 800 };
    const opened = await openAs(visitor, service, browser, { viewport, ...options });
    await opened.page.clock.install();
    opened.page.setDefaultTimeout(20_000);
    const looks: string[] = [];
    opened.page.on('request', (request) => {
      if (request.headers()['x-peek'] !== undefined) looks.push(new URL(request.url()).pathname);
    });
    return { list, visitor, looks, path: `/dashboard/waitlists/${list.id}`, ...opened };
  };

  const setHidden = (page: Page, isHidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, isHidden);

  /** From now on only the time passes that a test lets pass, however long the machine takes. */
  const stopTime = ({ clock }: Page) => clock.pauseAt(Date.now() + 60_000);

  /** Where everything on the page is that a new signup could move. */
  const placesOn = (page: Page) =>
    page.evaluate(() =>
      [...document.querySelectorAll('main h2, main h3, main table, main a, main .figure, main input')]
        .filter((element) => !element.closest('.news'))
        .map((element) => {
          const { x, y } = element.getBoundingClientRect();
          return `${element.tagName} ${Math.round(x)} ${Math.round(y)}`;
        }),
    );

  for (const viewport of [
    { width: 1200, height: 800 },
    { width: 390, height: 800 },
  ])
    test(`the signups count on and tell of new ones, and nothing moves, ${viewport.width} px wide`, async () => {
      const { list, page, path, complaints, looks } = await open({ viewport });
      await list.add({ email: 'ada@example.com' });
      await stopTime(page);
      await page.goto(path);
      const before = await placesOn(page);
      await page.clock.runFor(4_500);
      expect(looks).toEqual([]);
      await page.clock.runFor(600);
      await expect.poll(() => looks).toEqual([`${path}/live`]);

      await list.add({ email: 'bob@example.com' });
      await list.add({ email: 'cleo@example.com' });
      await page.clock.runFor(5_000);
      const show = page.getByRole('link', { name: '2 new signups, show' });
      await show.waitFor();
      expect(await page.locator('#total').textContent()).toBe('3 signups');
      await page.clock.runFor(5_000);
      await expect.poll(() => page.locator(`#side-${list.id}`).textContent()).toBe('3 signups');
      expect(await page.getByRole('status').textContent()).toBe('There are new signups.');
      expect(await page.getByRole('link', { name: 'cleo@example.com' }).count()).toBe(0);
      expect(await placesOn(page)).toEqual(before);
      await page.clock.resume();
      expect([await barriersOn(page), await overflowOf(page)]).toEqual([[], 0]);

      await show.click();
      await page.getByRole('link', { name: 'cleo@example.com' }).waitFor();
      expect(complaints.filter(isReal)).toEqual([]);
    });

  test('the first signup of a list is told', async () => {
    const { list, page, path } = await open();
    await page.goto(path);
    await list.add({ email: 'ada@example.com' });
    await page.clock.runFor(5_000);
    await page.getByRole('link', { name: '1 new signup, show' }).click();
    await page.getByRole('link', { name: 'ada@example.com' }).waitFor();
  });

  test('a search and a later page do not look', async () => {
    const { list, page, path, looks } = await open();
    await list.add({ email: 'ada@example.com' });
    for (const query of ['?q=ada', '?page=2']) {
      await page.goto(path + query);
      await page.clock.runFor(12_000);
    }
    expect(looks).toEqual([]);
  });

  test('the overview counts on in place', async () => {
    const { list, page, complaints } = await open();
    await list.add({ email: 'ada@example.com' });
    await page.goto('/dashboard');
    const before = await placesOn(page);
    await list.add({ email: 'bob@example.com' });
    await page.clock.runFor(5_000);
    await page.getByRole('link', { name: '1 new signup, show' }).waitFor();
    expect(await page.locator(`#figures-${list.id} .figure`).textContent()).toBe('2 signups');
    expect(await placesOn(page)).toEqual(before);
    await page.getByRole('link', { name: '1 new signup, show' }).click();
    await page.getByRole('link', { name: 'bob@example.com' }).waitFor();
    expect(complaints.filter(isReal)).toEqual([]);
  });

  test('a tab in the background asks nothing, and goes on when it is seen', async () => {
    const { page, path, looks } = await open();
    await stopTime(page);
    await page.goto(path);
    await setHidden(page, true);
    await page.clock.runFor(60_000);
    expect(looks).toEqual([]);
    await setHidden(page, false);
    await expect.poll(() => looks).toHaveLength(1);
  });

  test('it stops where nobody is signed in any more, and after errors', async () => {
    const { page, path, visitor, looks } = await open();
    await page.goto(path);
    await page.route('**/live?*', (route) => route.fulfill({ status: 503 }));
    for (let minute = 0; minute < 10; minute++) await page.clock.runFor(60_000);
    expect(looks).toHaveLength(5);

    await page.unroute('**/live?*');
    await page.goto(path);
    looks.length = 0;
    await visitor.send('/dashboard/sign-out');
    await page.clock.runFor(5_000);
    await expect.poll(() => looks.length).toBeGreaterThan(0);
    const asked = looks.length;
    await page.clock.runFor(60_000);
    expect(looks).toHaveLength(asked);
  });

  for (const viewport of [
    { width: 1200, height: 800 },
    { width: 390, height: 800 },
  ])
    test(`a deletion is undone by its toast, by keyboard too, ${viewport.width} px wide`, async () => {
      const { list, page, path, complaints } = await open({ viewport });
      for (const name of ['ada', 'bob', 'cleo']) await list.add({ email: `${name}@example.com` });
      await page.goto(path);
      await page.getByLabel('Select bob@example.com').check();
      await page.getByRole('button', { name: 'Delete…' }).click();
      await page.getByRole('button', { name: 'Delete 1 signup' }).click();
      const toast = page.getByRole('status').filter({ hasText: 'Deleted 1 signup.' });
      await toast.waitFor({ timeout: 5_000 });
      expect(await page.getByRole('link', { name: 'bob@example.com' }).count()).toBe(0);
      expect([await barriersInBothSchemes(page), await overflowOf(page)]).toEqual([[], 0]);
      await toast.getByRole('button', { name: 'Undo' }).press('Enter');
      await page.getByRole('status').filter({ hasText: '1 signup kept.' }).waitFor();
      await page.getByRole('link', { name: 'bob@example.com' }).waitFor();
      await page.getByRole('button', { name: 'Close' }).click();
      expect(await page.getByText('1 signup kept.').count()).toBe(0);
      expect(complaints.filter(isReal)).toEqual([]);
    });

  test('nothing looks without scripts', async () => {
    const { page, path, looks } = await open({ javaScriptEnabled: false });
    await page.goto(path);
    expect(await page.getByRole('heading', { name: 'No signups yet' }).count()).toBe(1);
    expect(looks).toEqual([]);
  });
});
