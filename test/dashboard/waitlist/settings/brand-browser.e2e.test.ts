import { beforeAll, describe, expect, test } from 'vitest';
import {
  barriersInBothSchemes,
  barriersOn,
  hasBrowser,
  isReal,
  keyboardOn,
  overflowOf,
  useBrowser,
  waitInFrame,
} from '../../../support/browser.ts';
import { makeVisitor } from '../../../support/dashboard.ts';
import type { TestAccount } from '../../../support/service/make.ts';
import { useService } from '../../../support/service/service.ts';

describe.runIf(hasBrowser)('the brand in a browser', () => {
  const service = useService();
  const browser = useBrowser();
  let account: TestAccount;
  let baseUrl: string;

  beforeAll(async () => {
    account = await service.account();
    baseUrl = await service.app.listen({ port: 0, host: '127.0.0.1' });
  });

  /** Opens the settings of a new list as a signed-in user. */
  async function openSettings(options = {}, role?: Parameters<typeof makeVisitor>[2]) {
    const list = await service.waitlist(account, { name: 'Orbit' });
    const brand = { color: '#4338ca', headline: 'Soon' };
    await service.call('PATCH', `/v1/waitlists/${list}/settings`, account.key, { payload: { brand } });
    const path = `/dashboard/waitlists/${list}/settings/brand`;
    const { email, password } = await makeVisitor(service, account, role);
    const watched = await browser.open(baseUrl, options);
    const { page } = watched;
    await page.goto(`/dashboard/sign-in?next=${encodeURIComponent(path)}`);
    await page.fill('[name=email]', email);
    await page.fill('[name=password]', password);
    await page.click('main button');
    await page.waitForURL(`**${path}`, { waitUntil: 'domcontentloaded' });
    await page.locator('.device').scrollIntoViewIfNeeded();
    return { ...watched, path, shown: page.frameLocator('.device iframe:last-child') };
  }

  test('the preview follows what is typed, and adds nothing to the history', async () => {
    const { page, complaints, shown } = await openSettings();
    await waitInFrame(shown.getByRole('heading', { name: 'Soon' }));
    const before = await page.evaluate(() => history.length);
    await page.fill('[name=headline]', 'Notes that write themselves');
    await waitInFrame(shown.getByRole('heading', { name: 'Notes that write themselves' }));
    await page.fill('[name=color]', '#facc15');
    const button = shown.getByRole('button', { name: 'Join' });
    const color = () => button.evaluate((element) => getComputedStyle(element).backgroundColor).catch(String);
    await expect.poll(color).toBe('rgb(250, 204, 21)');
    expect(await page.locator('.device iframe').count()).toBe(1);
    expect(await page.evaluate(() => history.length)).toBe(before);
    expect(complaints.filter(isReal)).toEqual([]);
  });

  test('a picker and its text say the same color', async () => {
    const { page } = await openSettings();
    const picker = page.getByLabel('Pick: Color');
    const text = page.getByLabel('Color', { exact: true });
    expect(await picker.inputValue()).toBe('#4338ca');
    await picker.fill('#facc15');
    expect(await text.inputValue()).toBe('#facc15');
    await text.fill('#0A0A0A');
    expect(await picker.inputValue()).toBe('#0a0a0a');
    expect(await page.getByLabel('Pick: Background').getAttribute('class')).toBe('none');
    await page.getByLabel('Background', { exact: true }).fill('#f3efe6');
    expect(await page.getByLabel('Pick: Background').getAttribute('class')).toBe('');
    await page.getByRole('button', { name: 'Save brand' }).click();
    await page.getByRole('status').waitFor();
    expect(await text.inputValue()).toBe('#0A0A0A');
  });

  test('page, screen and look are chosen by keyboard, and leave nothing to save', async () => {
    const { page, shown, complaints } = await openSettings();
    const { tabTo, press } = keyboardOn(page);
    await page.getByLabel('Links below the pages').focus();
    await tabTo(page.locator('[name=state]'));
    await page.keyboard.press('ArrowDown');
    await waitInFrame(shown.getByText('Your place in line'));
    await press(page.getByLabel('Phone'), 'ArrowRight');
    const frame = page.locator('.device iframe').last();
    expect(await frame.evaluate((element) => getComputedStyle(element).width)).toBe('1080px');
    await press(page.getByLabel('Light', { exact: true }), 'ArrowRight');
    const scheme = () =>
      shown
        .locator('html')
        .evaluate((element) => getComputedStyle(element).colorScheme)
        .catch(String);
    await expect.poll(scheme).toBe('dark');
    await waitInFrame(shown.getByText('Your place in line'));
    await page.getByRole('link', { name: 'Custom fields', exact: true }).click();
    await page.getByRole('heading', { name: 'Add a field' }).waitFor();
    expect(complaints.filter(isReal)).toEqual([]);
  });

  test('a link or a form of the page in the preview leads nowhere', async () => {
    const { page, shown, path } = await openSettings();
    await waitInFrame(shown.getByRole('button', { name: 'Join' }));
    await shown.getByLabel('Email').fill('ada@example.com');
    await shown.getByRole('button', { name: 'Join' }).click({ noWaitAfter: true });
    await page.selectOption('[name=state]', 'moved');
    await waitInFrame(shown.getByText('Your place in line'));
    await shown.getByRole('link', { name: 'WhatsApp' }).click({ noWaitAfter: true });
    await page.waitForTimeout(500);
    expect(await shown.getByText('Your place in line').count()).toBe(1);
    expect(page.context().pages()).toHaveLength(1);
    expect(page.url()).toBe(baseUrl + path);
  });

  test('a viewer chooses what is shown, too', async () => {
    const { page, shown } = await openSettings({}, 'viewer');
    await waitInFrame(shown.getByRole('heading', { name: 'Soon' }));
    await page.selectOption('[name=state]', 'unconfirmed');
    await waitInFrame(shown.getByRole('button', { name: 'Send the link again' }));
  });

  test('without scripts its buttons show it, and colors are texts', async () => {
    const { page, shown } = await openSettings({ javaScriptEnabled: false });
    expect(await page.locator('input[type=color]:visible').count()).toBe(0);
    await page.selectOption('[name=state]', 'reward');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await waitInFrame(shown.getByText('Reached'));
    await page.fill('[name=headline]', 'Written without scripts');
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    await waitInFrame(shown.getByRole('heading', { name: 'Written without scripts' }));
    expect(await page.inputValue('[name=headline]')).toBe('Written without scripts');
  });

  test.each([
    ['desktop', { width: 1200, height: 800 }],
    ['phone', { width: 390, height: 800 }],
  ])('on a %s the page has no barrier and is not wider than the screen', async (_, viewport) => {
    const { page, shown } = await openSettings({ viewport });
    await waitInFrame(shown.getByRole('heading', { name: 'Soon' }));
    expect(await barriersInBothSchemes(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
    await page.getByLabel('Desktop').check({ force: true });
    expect(await overflowOf(page)).toBe(0);
    const width = () =>
      page.evaluate(() => {
        const [screen, device] = ['.screen', '.device'].map(
          (name) => document.querySelector(name)?.getBoundingClientRect().width ?? 0,
        );
        return (screen ?? 0) - (device ?? 0);
      });
    expect(Math.abs(await width())).toBeLessThan(1);
  });

  test.each(['light', 'dark'])('no page in the %s preview has a barrier', async (scheme) => {
    const { page, path } = await openSettings();
    const { page: blank } = await browser.open(baseUrl);
    for (const state of ['signup', 'new', 'moved', 'reward', 'invited', 'unconfirmed']) {
      const preview = await page.request.get(`${path}/brand/preview?state=${state}&scheme=${scheme}`);
      await blank.setContent(await preview.text()); // a page with a sandbox runs no rules either
      expect([state, await barriersOn(blank)]).toEqual([state, []]);
    }
  });
});
