import { describe, expect, test } from 'vitest';
import { barriersOn, hasBrowser, overflowOf, useBrowser } from '../../support/browser.ts';
import { openAs, signedIn } from '../../support/dashboard.ts';
import { makeJudgingList } from '../../support/referrals/judging.ts';
import { useService } from '../../support/service/service.ts';

describe.runIf(hasBrowser)('the page Review in a browser', () => {
  const service = useService();
  const browser = useBrowser();

  test.each([390, 780, 1_280])(
    'shows every button whole without scrolling, %i pixels wide',
    async (width) => {
      const account = await service.account();
      const list = await makeJudgingList(service, account);
      for (const name of ['bot1', `bot2.${'x'.repeat(50)}`]) await list.refer(`${name}@mailinator.com`);
      const visitor = await signedIn(service, account);
      const { page } = await openAs(visitor, service, browser, { viewport: { width, height: 900 } });
      await page.goto(`/dashboard/waitlists/${list.id}/review`);
      const places = await page.locator('.scroll button:visible').evaluateAll((buttons) =>
        buttons.map((button) => {
          const { right, height } = button.getBoundingClientRect();
          const table = button.closest('.scroll')?.getBoundingClientRect();
          const lines = Math.round(height / Number.parseFloat(getComputedStyle(button).lineHeight));
          return { text: button.textContent, isInside: right <= (table?.right ?? 0), isOneLine: lines < 3 };
        }),
      );
      expect(places.map(({ text }) => text)).toEqual([
        ...['Credit all', 'Refuse all'],
        ...['Credit', 'Refuse', 'Credit', 'Refuse'],
      ]);
      expect(places.filter(({ isInside, isOneLine }) => !isInside || !isOneLine)).toEqual([]);
      expect([await overflowOf(page), await barriersOn(page)]).toEqual([0, []]);
      await page.getByRole('button', { name: 'Refuse all: referrer@owner.example' }).click();
      const dialog = page.getByRole('dialog', { name: /^This refuses 2 referrals/ });
      await dialog.waitFor();
      expect([await overflowOf(page), await barriersOn(page)]).toEqual([0, []]);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      if (process.env.SHOTS)
        await page.screenshot({ path: `${process.env.SHOTS}/review-${width}.png`, fullPage: true });
    },
  );
});
