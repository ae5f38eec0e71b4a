import { describe, expect, test } from 'vitest';
import { rankOf } from '../../../../src/shared/list/mail-state/status.ts';
import {
  barriersInBothSchemes,
  hasBrowser,
  isReal,
  overflowOf,
  useBrowser,
} from '../../../support/browser.ts';
import { openAs, signedIn } from '../../../support/dashboard.ts';
import { useService } from '../../../support/service/service.ts';
import { recount } from '../../../support/storm/invariants.ts';

describe.runIf(hasBrowser)('the form that corrects an address, in a browser', () => {
  const service = useService();
  const browser = useBrowser();

  async function setUp() {
    const account = await service.account({ plan: 'launch' });
    const list = await service.waitlist(account);
    await service.signUp(account, list, { email: 'bob@example.com' });
    const { id } = (await service.signUp(account, list, { email: 'ada@gmial.com' })).json();
    const visitor = await signedIn(service, account);
    const open = (width: number, javaScriptEnabled = true) =>
      openAs(visitor, service, browser, { viewport: { width, height: 900 }, javaScriptEnabled });
    const bounce = async () => {
      await service.sql`
        UPDATE mails SET state = 'sent', bounce_class = 'permanent', bounce_reason = 'no such user' WHERE id = ${id}`;
      await service.sql`UPDATE signups SET email_status = ${rankOf('bounced')} WHERE id = ${id}`;
      await recount(service.sql, list);
    };
    return { path: `/dashboard/waitlists/${list}/signups/${id}`, open, bounce };
  }

  test.each([390, 1_280])('comes first where the mail bounced, %i pixels wide', async (width) => {
    const { path, open, bounce } = await setUp();
    const { page, complaints } = await open(width);
    await page.goto(path);
    expect(await page.getByLabel('Right address').isVisible()).toBe(false);
    await page.getByText('Correct the address').first().click();
    expect(await page.getByLabel('Right address').isVisible()).toBe(true);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/folded-${width}.png` });
    expect([await overflowOf(page), await barriersInBothSchemes(page)]).toEqual([0, []]);
    await bounce();
    await page.goto(path);
    expect(await page.locator('main').getByRole('heading', { level: 2 }).first().textContent()).toBe(
      'Correct the address',
    );
    expect(await page.getByLabel('Right address').inputValue()).toBe('ada@gmial.com');
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/bounced-${width}.png` });
    expect([await overflowOf(page), await barriersInBothSchemes(page)]).toEqual([0, []]);
    await page.getByLabel('Right address').fill('bob@example.com');
    await page.keyboard.press('Enter');
    await page.getByText('Another signup of this waitlist has this address.').first().waitFor();
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/refused-${width}.png` });
    await page.getByLabel('Right address').fill('ada@gmail.com');
    await page.keyboard.press('Enter');
    await page.getByText('The address is ada@gmail.com now.').waitFor();
    await page.locator('h2', { hasText: 'ada@gmail.com' }).first().waitFor();
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/done-${width}.png`, fullPage: true });
    expect(complaints.filter(isReal).filter((one) => !one.includes('409'))).toEqual([]);
  });

  test('works by the keyboard alone, and without JavaScript', async () => {
    const { path, open } = await setUp();
    const { page } = await open(1_280, false);
    await page.goto(path);
    await page.locator('summary', { hasText: 'Correct the address' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('ada@gmail.com');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('The address is ada@gmail.com now.').waitFor();
  });
});
