import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { barriersOn, hasBrowser, overflowOf, useBrowser } from '../support/browser.ts';
import type { TestAccount } from '../support/service/make.ts';
import { type ServiceProcess, startProcess } from '../support/service/processes.ts';
import { useService } from '../support/service/service.ts';
import { readExample, type ServedExample, serveExample } from './serve-example.ts';

describe.skipIf(!hasBrowser)('examples/status-page (N1)', () => {
  const service = useService();
  const browser = useBrowser();
  let account: TestAccount;
  let waitlist: string;
  let web: ServiceProcess;
  let site: ServedExample;
  let url: string;

  beforeAll(async () => {
    account = await service.account();
    waitlist = await service.waitlist(account);
    const rewards = [
      { at: 2, key: 'stickers', name: 'Sticker pack' },
      { at: 5, key: 'year', name: 'A year for free' },
    ];
    await service.call('PATCH', `/v1/waitlists/${waitlist}/settings`, account.key, {
      payload: { rewards, links: { site_url: 'https://notes.example.com/', show_rewards: true } },
    });
    web = await startProcess('web', service.env);
    site = await serveExample('status-page', web.url);
    url = site.url;
  });

  afterAll(async () => {
    site?.close();
    await web?.stop();
  });

  async function signUp(
    email: string,
    more = {},
  ): Promise<{ id: string; token: string; link: string; code: string }> {
    const { id, status_token, referral_link, referral_code } = (
      await service.signUp(account, waitlist, { email, include: ['status_token', 'referral_link'], ...more })
    ).json();
    return { id, token: status_token, link: referral_link, code: referral_code };
  }

  const says = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();

  test('shows the place of a token, keeps it for the next visit and shares the link', async () => {
    const { id, token, link, code } = await signUp('ada@example.com');
    await signUp('grace@example.com', { referral_code: code });
    await service.call('PATCH', `/v1/waitlists/${waitlist}/settings`, account.key, {
      payload: { invitations: { url: 'https://notes.example.com/welcome' } },
    });
    await service.call('POST', `/v1/waitlists/${waitlist}/signups/${id}/invite`, account.key, {
      payload: { deliver: 'link' },
    });
    const { page } = await browser.open(url);
    await page.goto(`/#${token}`);
    await says(page, 'You are number 1');
    await says(page, 'Everyone who signs up with your link counts. 1 friend so far.');
    await says(page, '1 more until Sticker pack');
    expect(await page.getByRole('listitem').allInnerTexts()).toEqual([
      ...['X', 'WhatsApp', 'LinkedIn', 'Telegram', 'Email'],
      ...['Sticker pack\n2 friends', 'A year for free\n5 friends'],
    ]);
    await says(page, 'You are invited. The link is in your invitation.');
    expect(page.url()).toBe(`${url}/`);
    expect(await page.getByLabel('Your link').inputValue()).toBe(link);
    const hrefs = await page
      .getByRole('link')
      .evaluateAll((links) => links.map((a) => a.getAttribute('href')));
    expect(hrefs).toHaveLength(5);
    for (const href of hrefs) {
      expect(decodeURIComponent(href ?? '')).toContain(link);
      expect(href).not.toMatch(/TEXT|LINK/);
    }
    expect([await barriersOn(page), await overflowOf(page)]).toEqual([[], 0]);
    await page.goto('/');
    await says(page, 'You are number 1');
  });

  test('works from a file', async () => {
    const { token } = await signUp('file@example.com');
    const { page } = await browser.open(url);
    await page.route('**/status.js', async (route) =>
      route.fulfill({ body: await readExample('status-page', 'status.js', web.url) }),
    );
    await page.goto(`${pathToFileURL(resolve('examples/status-page/index.html'))}#${token}`);
    await page.getByText(/^You are number \d+$/).waitFor();
  });

  test('says what is missing', async () => {
    const { page } = await browser.open(url);
    await page.goto('/');
    await says(page, 'Sign up first: this browser has no place yet.');
    await page.goto('/?forged#AQGh-6tsU37MM7pWA8t7Aygj');
    await says(page, 'This link does not work any more.');
    const { id, token } = await signUp('gone@example.com');
    await service.call('DELETE', `/v1/waitlists/${waitlist}/signups/${id}`, account.key);
    await page.goto(`/?gone#${token}`);
    await says(page, 'This link does not work any more.');
  });
});
