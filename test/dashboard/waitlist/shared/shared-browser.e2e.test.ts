import { describe, expect, test } from 'vitest';
import {
  barriersInBothSchemes,
  hasBrowser,
  keyboardOn,
  overflowOf,
  useBrowser,
} from '../../../support/browser.ts';
import { openAs, signedIn } from '../../../support/dashboard.ts';
import { makeList } from '../../../support/list.ts';
import { useService } from '../../../support/service/service.ts';
import { recount } from '../../../support/storm/invariants.ts';

describe.runIf(hasBrowser)('a public link to statistics in a browser', () => {
  const service = useService();
  const browser = useBrowser();

  test.each([390, 1_280])('is made, copied, opened and revoked, %i pixels wide', async (width) => {
    const list = await makeList(service, { plan: 'scale' }, { name: 'Acme Notes' });
    const sources = ['newsletter', 'linkedin.com', 'ads', undefined];
    for (let at = 0; at < 60; at++) {
      const { id } = await list.add({
        email: `p${at}@example.com`,
        utm_source: sources[at % 4],
        referrer: `https://${['news.example', 'blog.example', 'forum.example'][at % 3]}/`,
      });
      await service.sql`UPDATE signups SET created_at = created_at - make_interval(days => ${(at * at) % 29}) WHERE id = ${id}`;
    }
    await recount(service.sql, list.id);
    const visitor = await signedIn(service, list.account);
    const viewport = { width, height: 900 };
    const { page, complaints, baseUrl } = await openAs(visitor, service, browser, { viewport });
    const shoot = async (name: string, shown = page) => {
      if (!process.env.SHOTS) return;
      for (const colorScheme of ['light', 'dark'] as const) {
        await shown.emulateMedia({ colorScheme });
        await shown.screenshot({
          path: `${process.env.SHOTS}/${name}-${width}-${colorScheme}.png`,
          fullPage: true,
        });
      }
    };
    const check = async (shown = page) =>
      expect([await overflowOf(shown), await barriersInBothSchemes(shown)]).toEqual([0, []]);

    await page.goto(`/dashboard/waitlists/${list.id}/statistics`);
    await page.getByRole('link', { name: 'Share' }).click();
    await page.getByRole('button', { name: 'Create a link' }).click();
    await page.getByRole('button', { name: 'Copy the link' }).waitFor();
    const url = (await page.locator('.secret code').textContent()) ?? '';
    await check();
    await shoot('made');
    await page.getByRole('link', { name: 'Back to the statistics' }).click();
    await page.getByRole('button', { name: 'Create another link' }).waitFor();
    await check();
    await shoot('card');

    const { page: shared, complaints: others } = await browser.open(baseUrl, { viewport });
    await shared.goto(new URL(url).pathname);
    await shared.getByRole('heading', { name: 'Acme Notes' }).waitFor();
    await check(shared);
    await shoot('shared', shared);
    const label = () =>
      shared.evaluate(() => {
        const text = document.activeElement?.querySelector('text');
        return text && getComputedStyle(text).visibility === 'visible' ? text.textContent : null;
      });
    await keyboardOn(shared).tabTo(shared.locator('.bars [data-bar]').last());
    expect(await label()).toMatch(/^\d+ · .*, so far$/);
    await shared.keyboard.press('ArrowLeft');
    expect(await label()).toMatch(/^\d+ · \d+ \w+ \d{4}$/);
    await shared.keyboard.press('Home');
    await shared.keyboard.press('ArrowLeft');
    const [from] = await shared.locator('.chart p span').allTextContents();
    expect(await label()).toMatch(new RegExp(`· ${from}$`));
    await shoot('bar', shared);
    await shared.getByRole('link', { name: '7 days' }).click();
    await shared.waitForURL('**?period=7');
    expect(others).toEqual([]);

    await page.getByRole('button', { name: /^Revoke the link/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('The link is revoked.').waitFor();
    await shared.goto(`${new URL(url).pathname}?again`);
    await shared.getByRole('heading', { name: 'This link does not work' }).waitFor();
    await check(shared);
    await shoot('gone', shared);
    expect(complaints).toEqual([]);
  });
});
