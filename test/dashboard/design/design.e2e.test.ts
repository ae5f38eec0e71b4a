import { describe, expect, test } from 'vitest';
import { barriersOn, hasBrowser, isReal, overflowOf, useBrowser } from '../../support/browser.ts';
import { openAs, signedIn, wordsOf } from '../../support/dashboard.ts';
import { useService } from '../../support/service/service.ts';

describe('the page of all parts of the dashboard', () => {
  const local = useService({ BASE_URL: 'http://localhost:3000' });
  const browser = useBrowser();

  test.runIf(hasBrowser)('shows them without barriers in both themes, on a desktop and a phone', async () => {
    const visitor = await signedIn(local, await local.account());
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [1_280, 390]) {
        const viewport = { width, height: 800 };
        const { page, complaints } = await openAs(visitor, local, browser, { viewport, colorScheme });
        await page.goto('/dashboard/design');
        const found = [await overflowOf(page), await barriersOn(page), complaints.filter(isReal)];
        expect([colorScheme, width, ...found]).toEqual([colorScheme, width, 0, [], []]);
        // A menu opens by the keyboard, below its button, and closes again.
        const dots = page.getByRole('button', { name: 'More, light' });
        await dots.press('Enter');
        const menu = page.getByRole('group', { name: 'More, light' });
        const [button, opened] = [await dots.boundingBox(), await menu.boundingBox()];
        expect((opened?.y ?? 0) - (button?.y ?? 0) - (button?.height ?? 0)).toBe(4);
        expect(opened?.x).toBeGreaterThan(0);
        expect(await barriersOn(page)).toEqual([]);
        await page.keyboard.press('Escape');
        expect(await menu.isVisible()).toBe(false);
        const [first, second] = await page.locator('.theme.light .toast').all();
        const above = await first?.boundingBox();
        const below = await second?.boundingBox();
        expect(below?.y).toBeGreaterThan((above?.y ?? 0) + (above?.height ?? 0)); // toasts stand in a stack
      }
  });
});

describe('a service that others reach', () => {
  const service = useService({ BASE_URL: 'https://waitlist.example.com' });

  test('has no such page', async () => {
    const visitor = await signedIn(service, await service.account());
    const answer = await visitor.open('/dashboard/design');
    expect([answer.statusCode, wordsOf(answer)]).toEqual([404, expect.stringContaining('No such page')]);
  });
});
