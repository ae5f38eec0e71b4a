import { describe, expect, test } from 'vitest';
import { barriersOn, hasBrowser, overflowOf, useBrowser } from '../../../support/browser.ts';
import { openAs, signedIn } from '../../../support/dashboard.ts';
import { listOf } from '../../../support/list.ts';
import { useService } from '../../../support/service/service.ts';

describe.runIf(hasBrowser)('the page of earned rewards in a browser', () => {
  const service = useService();
  const browser = useBrowser();
  const shotsIn = process.env.SHOTS;

  test.each([
    [390, 'dark'],
    [1_280, 'light'],
  ] as const)(
    'shows whom to send what, and marks it, %i pixels wide, %s',
    async (width, colorScheme) => {
      const account = await service.account();
      const list = listOf(service, account, await service.waitlist(account));
      const rewards = [
        { at: 3, key: 'stickers', name: 'Sticker pack', text: 'Five of them, by post.' },
        { at: 10, key: 'shirt', name: 'T-shirt with the rocket' },
      ];
      await service.call('PATCH', `${list.url}/settings`, account.key, { payload: { rewards } });
      const visitor = await signedIn(service, account);
      const viewport = { width, height: 900 };
      const { page } = await openAs(visitor, service, browser, { viewport, colorScheme });
      const look = async (name: string) => {
        expect([name, await overflowOf(page), await barriersOn(page)]).toEqual([name, 0, []]);
        if (shotsIn) await page.screenshot({ path: `${shotsIn}/${name}-${width}.png`, fullPage: true });
      };
      const path = `/dashboard/waitlists/${list.id}`;
      await page.goto(`${path}/rewards`);
      await look('no-rewards');

      const names = ['ada.lovelace', 'grace', 'x'.repeat(40), 'linus', 'margaret.hamilton', 'barbara'];
      for (const [index, name] of names.entries()) {
        const { id } = await list.add({ email: `${name}@example.com` });
        for (const { at, key } of index % 2 === 0 ? rewards : rewards.slice(0, 1))
          await service.sql`
            INSERT INTO reward_grants (account_id, signup_id, at, waitlist_id, key, referral_count)
            VALUES (${account.accountId}, ${id}, ${at}, ${list.id}, ${key}, ${at})`;
      }
      await page.goto(`${path}/rewards`);
      const bar = page.locator('.selection');
      expect(await bar.isVisible()).toBe(false);
      await look('rewards');
      await page.locator('tbody input[type="checkbox"]').nth(1).check();
      await page.locator('tbody input[type="checkbox"]').nth(2).check();
      expect(await bar.textContent()).toContain('2 selected');
      await look('rewards-selected');
      await bar.getByRole('button', { name: 'Hand over' }).click();
      await page.getByText('2 rewards marked as handed over.').waitFor();
      await look('rewards-marked');
      expect(await page.locator('tbody').getByText('Handed over').count()).toBe(2);
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByText('Undone: 2 rewards.').waitFor();
      await page.getByRole('button', { name: /^Hand over: Sticker pack of grace/ }).click();
      await page.getByText('1 reward marked as handed over.').waitFor();
      await page.locator('tbody th a', { hasText: 'grace@' }).click();
      await page.getByRole('heading', { name: 'Rewards' }).waitFor();
      await look('rewards-of-person');
      await page.goto(`${path}/settings/rewards`);
      await page.getByText('Add a reward').click();
      if (shotsIn)
        await page.locator('section[aria-labelledby="rewards"]').screenshot({
          path: `${shotsIn}/rewards-settings-${width}.png`,
        });
      expect(await overflowOf(page)).toBe(0);
      await page.getByRole('group', { name: 'Rewards, 1' }).getByLabel('Text').fill('Ten, by post.');
      await page.getByRole('button', { name: 'Save rewards' }).click();
      await page.getByText('Saved.').waitFor();
      const saved = (await service.call('GET', `${list.url}/settings`, account.key)).json();
      expect(saved.rewards.map(({ text }: { text?: string }) => text)).toEqual(['Ten, by post.', undefined]);
    },
    60_000,
  );
});
