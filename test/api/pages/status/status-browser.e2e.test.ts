import { beforeAll, describe, expect, test } from 'vitest';
import {
  barriersInBothSchemes,
  hasBrowser,
  keyboardOn,
  overflowOf,
  useBrowser,
} from '../../../support/browser.ts';
import type { TestAccount } from '../../../support/service/make.ts';
import { useService } from '../../../support/service/service.ts';
import { makeStatusList } from './status-list.ts';

const phone = { width: 320, height: 700 };
const rewards = [
  { at: 1, key: 'st', name: 'Sticker pack' },
  { at: 3, key: 'mug', name: 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen' },
];
const shown = { site_url: 'https://acme.test/join', status_page: true, show_rewards: true };

describe.runIf(hasBrowser)('the status page in a browser (N1)', () => {
  const service = useService();
  const browser = useBrowser();
  let account: TestAccount;
  let baseUrl: string;
  beforeAll(async () => {
    account = await service.account();
    baseUrl = await service.app.listen({ port: 0, host: '127.0.0.1' });
  });

  test.each([
    [390, 'light'],
    [1_280, 'dark'],
  ] as const)(
    'asks the host of pictures behind the first paint, and nothing moves, %i pixels wide, %s',
    async (width, colorScheme) => {
      const list = await makeStatusList(service, account, {
        links: shown,
        rewards: [
          { at: 1, key: 'st', name: 'Sticker pack', text: 'Five of them, by post.' },
          { at: 3, key: 'mug', name: 'Mug', text: 'For coffee or tea.', image: 'https://notes.test/mug.svg' },
          { at: 5, key: 'early', name: 'Early access', image: 'https://notes.test/gone.svg' },
          { at: 10, key: 'shirt', image: 'https://notes.test/shirt.svg', text: 'x '.repeat(120) },
        ],
      });
      const ada = await list.person('ada@example.com');
      await list.add({ email: `friend${width}@example.com`, referral_code: ada.code });
      const { page, complaints } = await browser.open(baseUrl, {
        ...{ viewport: { width, height: 600 }, colorScheme },
      });
      const referrers: (string | undefined)[] = [];
      let answer = () => {};
      const answered = new Promise<void>((resolve) => {
        answer = resolve;
      });
      await page.route('https://notes.test/**', async (route) => {
        referrers.push(route.request().headers().referer);
        await answered;
        if (route.request().url().includes('gone')) return route.fulfill({ status: 404, body: '' });
        const body =
          '<svg xmlns="http://www.w3.org/2000/svg"><rect width="99" height="99" fill="#e11d48"/></svg>';
        return route.fulfill({ contentType: 'image/svg+xml', body });
      });
      await page.goto(ada.path, { waitUntil: 'domcontentloaded' });
      await page.getByText('Your place in line').waitFor(); // painted, and no picture has an answer yet
      const placesOf = () =>
        page
          .locator('.ladder li')
          .evaluateAll((items) =>
            items.map((item) => item.getBoundingClientRect()).map(({ y, height }) => [y + scrollY, height]),
          );
      const before = await placesOf();
      answer();
      await page.locator('.ladder').scrollIntoViewIfNeeded();
      await page.locator('.ladder li').last().scrollIntoViewIfNeeded();
      await page.waitForFunction(() =>
        [...document.querySelectorAll<HTMLImageElement>('.ladder img')].every(({ complete }) => complete),
      );
      expect(await placesOf()).toEqual(before);
      expect(new Set(referrers)).toEqual(new Set([undefined]));
      expect(complaints.filter((text) => /Content Security/i.test(text))).toEqual([]);
      expect([await overflowOf(page), await barriersInBothSchemes(page)]).toEqual([0, []]);
      if (process.env.SHOTS)
        await page.screenshot({ path: `${process.env.SHOTS}/ladder-${width}.png`, fullPage: true });
    },
  );

  test('follows the numbers while it is open and looked at, and copies the link', async () => {
    const settings = { links: shown, rewards };
    const list = await makeStatusList(service, account, settings, { referral_bonus: 5 });
    for (let at = 1; at <= 9; at++) await list.add({ email: `p${at}@example.com` });
    const ada = await list.person('ada@example.com');
    const permissions = ['clipboard-read', 'clipboard-write'];
    const { page, complaints } = await browser.open(baseUrl, { permissions });
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000); // however long the machine takes
    await page.goto(ada.path);
    const asked: number[] = [];
    page.on('response', (answer) => answer.url().includes('/live') && asked.push(answer.status()));
    const place = page.locator('.place');
    expect(await place.textContent()).toBe('10');

    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.getByRole('status').allTextContents()).toContain('Copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `https://acme.test/join?ref=${ada.code}`,
    );

    await page.clock.runFor(14_000);
    expect(asked).toEqual([]);
    await page.clock.runFor(5_000);
    await expect.poll(() => asked).toEqual([204]);
    await list.add({ email: 'friend@example.com', referral_code: ada.code });
    await page.getByText('QR code').click(); // what is open stays open
    await page.clock.runFor(19_000);
    await page.getByText('You moved up 4 places').waitFor();
    await page.clock.runFor(2_000);
    expect(await place.textContent()).toBe('6');
    expect(await page.getByRole('status').allTextContents()).toContain('Your place is now 6.');
    await page.getByAltText('QR code of your link').waitFor();
    expect(await page.evaluate(() => document.querySelector('img')?.naturalWidth)).toBeGreaterThan(0);

    const look = (isHidden: boolean) =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'hidden', { configurable: true, value });
        document.dispatchEvent(new Event('visibilitychange'));
      }, isHidden);
    const before = asked.length;
    await look(true);
    await page.clock.runFor(120_000);
    expect(asked).toHaveLength(before);
    await look(false);
    await page.clock.runFor(5_000);
    await expect.poll(() => asked.length).toBe(before + 1);

    await list.set({ links: { status_page: false } });
    await page.clock.runFor(19_000);
    await expect.poll(() => asked.at(-1)).toBe(404);
    const ended = asked.length;
    await page.clock.runFor(120_000);
    expect(asked).toHaveLength(ended);
    expect(complaints.filter((each) => !each.includes('404'))).toEqual([]);
    expect(await page.context().cookies()).toEqual([]);
    await page.context().close();
  });

  test('asks less often after errors, and no more after an hour', async () => {
    const list = await makeStatusList(service, account);
    const ada = await list.person('ada@example.com');
    const { page } = await browser.open(baseUrl);
    await page.clock.install();
    await page.goto(ada.path);
    let asked = 0;
    let status = 503;
    await page.route('**/live*', (route) => {
      asked += 1;
      return route.fulfill({ status, body: '' });
    });
    const minutes = async (count: number) => {
      for (let each = 0; each < count * 4; each++) {
        await page.clock.runFor(15_000);
        await page.evaluate(() => undefined); // answers arrive between the steps of the clock
      }
    };
    await minutes(10);
    expect(asked).toBeGreaterThan(2);
    expect(asked).toBeLessThan(8);
    status = 204;
    await minutes(51);
    const hour = asked;
    expect(hour).toBeGreaterThan(60);
    await minutes(5);
    expect(asked).toBe(hour);
    await page.context().close();
  });

  test('shares with the menu of the device where there is one', async () => {
    const list = await makeStatusList(service, account);
    const ada = await list.person('ada@example.com');
    const { page, complaints } = await browser.open(baseUrl);
    await page.addInitScript(() => {
      const shared: unknown[] = [];
      Object.assign(navigator, { share: async (what: unknown) => void shared.push(what) });
      Object.assign(window, { shared });
    });
    await page.goto(ada.path);
    await keyboardOn(page).press(page.getByRole('button', { name: 'Share' }));
    expect(await page.evaluate('shared')).toEqual([
      {
        text: expect.stringContaining('I am on the waitlist for'),
        url: `https://acme.test/join?ref=${ada.code}`,
      },
    ]);
    expect(await page.getByRole('link', { name: 'WhatsApp' }).isVisible()).toBe(false);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test('sends the link again without scripts, and has no button that does nothing', async () => {
    const list = await makeStatusList(service, account, { confirmation: { enabled: true } });
    const ada = await list.person('ada@example.com');
    await service.sql`UPDATE signups SET confirm_sent_at = now() - interval '2 hours' WHERE id = ${ada.id}`;
    const { page, complaints } = await browser.open(baseUrl, { javaScriptEnabled: false });
    await page.goto(ada.path);
    expect(await page.getByRole('button').allTextContents()).toEqual(['Send the link again']);
    for (const name of ['Copy', 'Share'])
      expect(await page.getByText(name, { exact: true }).isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Send the link again' }).click();
    await page.getByText('We have sent you a new link.').waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test.each([
    ['en', {}],
    ['de', { color: '#facc15', font: 'serif' }],
    ['ja', { color: '#0a0a0b', background: '#facc15' }],
    ['pl', { color: '#777777', background: '#101418', headline: 'h'.repeat(120), font: 'mono' }],
  ])('has no barriers in both schemes and fits a small screen: %s', async (language, brand) => {
    const settings = {
      ...{ links: shown, rewards, brand: { ...brand, language } },
      ...{ leaderboard: { public: true }, confirmation: { enabled: true } },
    };
    const list = await makeStatusList(service, account, settings, {
      name: 'Orbit'.repeat(15),
      referral_bonus: 5,
    });
    const ada = await list.person('ada@example.com');
    await list.add({ email: 'f1@example.com', referral_code: ada.code });
    await service.sql`
      INSERT INTO reward_grants (account_id, signup_id, at, waitlist_id, key, referral_count)
      VALUES (${account.accountId}, ${ada.id}, 1, ${list.id}, 'st', 1)`;
    const { page, complaints } = await browser.open(baseUrl, { viewport: phone });
    await page.goto(ada.path);
    await page.locator('summary').click();
    expect(await barriersInBothSchemes(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
    await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
    expect(await overflowOf(page)).toBe(0);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});
