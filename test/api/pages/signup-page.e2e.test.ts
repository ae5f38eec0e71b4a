import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  barriersInBothSchemes,
  hasBrowser,
  keyboardOn,
  overflowOf,
  useBrowser,
} from '../../support/browser.ts';
import { makePageList, type PageList } from '../../support/pages/page-list.ts';
import type { TestAccount } from '../../support/service/make.ts';
import { useService } from '../../support/service/service.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const join = { name: 'Join the waitlist' };

describe.runIf(hasBrowser)('the signup page in a browser', () => {
  const service = useService();
  const browser = useBrowser();
  let serviceUrl: string;
  let account: TestAccount;
  /** A site of the owner's, with a page that has the script. */
  let site: Server;
  let siteUrl: string;
  let html = '';
  let policy = '';

  beforeAll(async () => {
    serviceUrl = await service.app.listen({ port: 0, host: '127.0.0.1' });
    account = await service.account({ plan: 'scale' });
    site = createServer(({ url = '' }, response) => {
      if (url.startsWith('/favicon')) return void response.writeHead(204).end();
      if (policy) response.setHeader('content-security-policy', policy);
      response.setHeader('content-type', 'text/html; charset=utf-8').end(html);
    }).listen(0, '127.0.0.1');
    await once(site, 'listening');
    siteUrl = `http://localhost:${(site.address() as AddressInfo).port}`;
  });
  beforeEach(async () => {
    policy = '';
    // The tests share an address, and more posts than it has in a minute.
    const { redis } = service.ctx;
    for (const key of await redis.keys('limit:*')) await redis.del(key);
  });
  afterAll(() => {
    site?.closeAllConnections();
    site?.close();
  });

  const make = (settings: Parameters<typeof makePageList>[2] = {}) =>
    makePageList(service, account, settings);
  const emails = async (list: PageList) => (await list.page()).data.map(({ email }) => email);

  test('on a phone a friend signs up by a link, and gets a link to share', async () => {
    const list = await make({ links: { status_page: true }, form: { fields: ['company'] } });
    await list.field('company', 'string');
    const friend = await list.add({ email: 'friend@friend.example' });
    const { page, complaints } = await browser.open(serviceUrl, phone);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(`${list.path}?ref=${friend.referral_code}`);
    expect(await barriersInBothSchemes(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
    await page.getByText('A friend has invited you.').waitFor();
    await page.getByLabel('Email').tap();
    await page.keyboard.type('ada@real.example');
    await page.getByLabel('company').fill('Analytical');
    await page.getByRole('button', join).tap();
    await page.getByRole('heading', { name: 'You are on the list' }).waitFor();
    const [ada] = (await list.page()).data;
    expect(ada).toMatchObject({ email: 'ada@real.example', fields: { company: 'Analytical' } });
    expect(await page.content()).toContain(`${list.path}?ref=${ada?.referral_code}`);
    expect(await barriersInBothSchemes(page)).toEqual([]);
    expect(await overflowOf(page)).toBe(0);
    await page.goto('/robots.txt');
    await page.goBack();
    await page.getByRole('heading', { name: 'You are on the list' }).waitFor(); // and sends nothing again
    expect(await page.context().cookies()).toEqual([]);
    expect(requests.filter((url) => new URL(url).origin !== serviceUrl)).toEqual([]);
    expect(complaints.filter((text) => !/favicon/.test(text))).toEqual([]);
  });

  test('by the keyboard alone, with a mistake that is shown beside what was entered', async () => {
    const list = await make();
    const { page } = await browser.open(serviceUrl, { viewport: { width: 320, height: 640 } });
    await page.goto(list.path);
    expect(await overflowOf(page)).toBe(0);
    const keyboard = keyboardOn(page);
    await page.getByLabel('Email').evaluate((input: HTMLInputElement) => {
      input.type = 'text';
    });
    await keyboard.type(page.getByLabel('Email'), 'nobody');
    await keyboard.press(page.getByRole('button', join));
    await page.getByRole('alert').waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe('nobody');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('email');
    expect(await barriersInBothSchemes(page)).toEqual([]);
    await page.getByLabel('Email').fill('ada@real.example');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'You are on the list' }).waitFor();
    expect(await emails(list)).toEqual(['ada@real.example']);
  });

  test('works without scripts, and right to left', async () => {
    const list = await make();
    const plain = await browser.open(serviceUrl, { javaScriptEnabled: false });
    await plain.page.goto(list.path);
    await plain.page.getByLabel('Email').fill('plain@real.example');
    await plain.page.waitForTimeout(2_100);
    await plain.page.getByRole('button', join).click();
    await plain.page.getByRole('heading', { name: 'You are on the list' }).waitFor();
    expect(await emails(list)).toEqual(['plain@real.example']);
    const { page } = await browser.open(serviceUrl, { viewport: { width: 320, height: 640 } });
    await page.goto(list.path);
    await page.evaluate(() => {
      document.documentElement.dir = 'rtl';
    });
    expect(await overflowOf(page)).toBe(0);
  });

  describe('embedded in a page of the owner', () => {
    const snippet = (list: PageList, more = '') =>
      `<!doctype html><html lang="en"><title>Site</title><body><main><h1>My site</h1>${more}<script src="${serviceUrl}${list.path}/embed.js" async></script></main></body></html>`;
    const complain = (complaints: readonly string[]) =>
      complaints.filter((text) => !/^request to |favicon/.test(text));

    test('draws the form at its place, takes a signup, and shows the place', async () => {
      const rewards = [{ at: 3, key: 'stickers', name: 'Sticker pack' }];
      const list = await make({ form: { origins: [siteUrl] }, links: { show_rewards: true }, rewards });
      html = snippet(list);
      const friend = await list.add({ email: 'friend@friend.example' });
      const { page, complaints } = await browser.open(siteUrl, phone);
      await page.goto(`/?ref=${friend.referral_code}&utm_source=site&utm_campaign=launch`);
      await page.getByText('A friend has invited you.').waitFor();
      expect(await barriersInBothSchemes(page)).toEqual([]);
      await page.getByLabel('Email').fill('ada@real.example');
      await page.getByRole('button', join).tap();
      await page.getByRole('heading', { name: 'You are on the list' }).waitFor();
      const [ada] = (await list.page()).data;
      expect(ada).toMatchObject({ email: 'ada@real.example', utm_source: 'site' });
      expect(ada?.referred_by).not.toBeNull();
      expect(page.url()).toContain(siteUrl);
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.getByRole('button', { name: 'Copy', exact: true }).tap();
      await page.getByRole('button', { name: 'Copied' }).waitFor();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
        `${service.ctx.config.baseUrl}${list.path}?ref=${ada?.referral_code}`,
      );
      expect(await page.locator('.ladder li').allInnerTexts()).toEqual([
        expect.stringMatching(/^Sticker pack\s+3 friends$/),
      ]);
      expect(await barriersInBothSchemes(page)).toEqual([]);
      expect(complain(complaints)).toEqual([]);
    });

    test('within a strict content policy and trusted types, into an element, in the language of the visitor', async () => {
      const list = await make({ form: { origins: [siteUrl] } });
      policy = `default-src 'none'; script-src ${serviceUrl}; connect-src ${serviceUrl}; require-trusted-types-for 'script'; trusted-types waitlist-embed`;
      html = snippet(list).replace(
        '<script ',
        '<div id="here"><a href="/elsewhere">Join</a></div><script data-target="#here" ',
      );
      const { page, complaints } = await browser.open(siteUrl, { locale: 'de-DE' });
      await page.goto('/');
      await page.getByRole('button', { name: 'Auf die Warteliste' }).waitFor();
      expect(await page.getByRole('link', { name: 'Join' }).isVisible()).toBe(false);
      const [radius, color] = await page.locator('#here').evaluate((host) => {
        const style = getComputedStyle(host.shadowRoot?.querySelector('button') as Element);
        return [style.borderRadius, style.backgroundColor];
      });
      expect([radius, color]).toEqual(['8px', expect.stringMatching(/^rgb\(/)]);
      await page.getByLabel('E-Mail-Adresse').fill('ada@real.example');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Sie stehen auf der Liste' }).waitFor();
      expect(await emails(list)).toEqual(['ada@real.example']);
      expect(complain(complaints)).toEqual([]);
    });

    test('takes the variables of the page, and shows refusals in it', async () => {
      const list = await make({ form: { origins: [siteUrl] } });
      html = snippet(
        list,
        // Its own variable has the name of one within the form.
        '<style>main { --accent: rgb(1, 2, 3); --waitlist-radius: 20px } main > div { --waitlist-color: var(--accent) } button { all: unset !important }</style>',
      );
      const { page } = await browser.open(siteUrl);
      await page.goto('/');
      const button = page.getByRole('button', join);
      await button.waitFor();
      expect(
        await button.evaluate((it) => {
          const style = getComputedStyle(it);
          return [style.backgroundColor, style.borderRadius];
        }),
      ).toEqual(['rgb(1, 2, 3)', '20px']);
      await page.getByLabel('Email').evaluate((input: HTMLInputElement) => {
        input.type = 'text';
      });
      await page.getByLabel('Email').fill('nobody');
      await button.click();
      await page.getByRole('alert').waitFor();
      expect(await page.getByRole('alert').textContent()).toContain('Please enter an email address');
      await page.getByLabel('Email').fill('ada@real.example');
      await button.click();
      await page.getByRole('heading', { name: 'You are on the list' }).waitFor();
    });

    test('on a page that is not listed tells its owner, and stores nothing', async () => {
      const list = await make();
      html = snippet(list);
      const { page, complaints } = await browser.open(siteUrl);
      await page.goto('/');
      await page.getByLabel('Email').fill('evil@real.example');
      await page.getByRole('button', join).click();
      await page.getByRole('alert').waitFor();
      expect(complaints.join('\n')).toContain(`add ${siteUrl} to form.origins`);
      expect(await emails(list)).toEqual([]);
    });
  });
});
