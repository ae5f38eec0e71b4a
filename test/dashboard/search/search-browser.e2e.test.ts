import { describe, expect, test } from 'vitest';
import { barriersOn, hasBrowser, isReal, overflowOf, useBrowser } from '../../support/browser.ts';
import { openAs, signedIn } from '../../support/dashboard.ts';
import { makeList } from '../../support/list.ts';
import { useService } from '../../support/service/service.ts';

describe.runIf(hasBrowser)('the search that goes anywhere, in a browser', () => {
  const service = useService();
  const browser = useBrowser();

  const open = async (options: object) => {
    const list = await makeList(service, {}, { name: 'Orbit' });
    await list.add({ email: 'ada@example.com' });
    const visitor = await signedIn(service, list.account);
    return { list, ...(await openAs(visitor, service, browser, options)) };
  };

  test('opens by keys, follows what is typed, and is left by keys alone', async () => {
    const { list, page, complaints } = await open({ viewport: { width: 1200, height: 800 } });
    await page.goto('/dashboard/integrations');
    await page.keyboard.press('Control+k');
    const dialog = page.getByRole('dialog', { name: 'Search' });
    await dialog.getByRole('link', { name: 'Create a waitlist' }).waitFor();
    expect(await barriersOn(page)).toEqual([]);
    await page.keyboard.type('ada@');
    await dialog.getByRole('link', { name: 'ada@example.com Orbit' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/dashboard/waitlists/${list.id}/signups/*`);

    // Faster than the server answers.
    await page.keyboard.press('Control+k');
    await dialog.getByRole('searchbox').waitFor();
    await page.keyboard.type('orbit statis');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/statistics');
    await page.keyboard.press('Control+k');
    await dialog.getByRole('searchbox').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(complaints.filter(isReal)).toEqual([]);
  });

  test('is a page without scripts, on a phone', async () => {
    const { list, page } = await open({ viewport: { width: 390, height: 800 }, javaScriptEnabled: false });
    await page.goto('/dashboard');
    await page.locator('.top').getByRole('link', { name: 'Search' }).click();
    await page.getByRole('searchbox').fill('orbit stat');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('link', { name: 'Statistics Orbit' }).click();
    expect(page.url()).toContain(`/waitlists/${list.id}/statistics`);
  });

  test('fits a phone', async () => {
    const { page } = await open({ viewport: { width: 390, height: 800 } });
    await page.goto('/dashboard');
    await page.locator('.top').getByRole('link', { name: 'Search' }).click();
    await page.getByRole('dialog', { name: 'Search' }).waitFor();
    expect([await overflowOf(page), await barriersOn(page)]).toEqual([0, []]);
  });
});
