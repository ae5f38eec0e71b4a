import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { barriersOn, hasBrowser, overflowOf, useBrowser } from '../../support/browser.ts';
import { type FormList, makeFormList } from '../../support/forms/form-list.ts';
import { formPage, formStyle } from '../../support/forms/form-page.ts';
import { useService } from '../../support/service/service.ts';

const types: Readonly<Record<string, string>> = { html: 'text/html', css: 'text/css' };

describe.runIf(hasBrowser)('a form in a browser (N6)', () => {
  const service = useService();
  const browser = useBrowser();
  let serviceUrl: string;
  let site: Server;
  /** The site under a name that the form knows, and under one that it does not. */
  let listed: string;
  let foreign: string;
  let list: FormList;
  let policy = '';

  beforeAll(async () => {
    serviceUrl = await service.app.listen({ port: 0, host: '127.0.0.1' });
    site = createServer(({ url = '' }, response) => {
      const name = url.slice(1).replace(/\?.*/, '') || 'index.html';
      const type = types[name.split('.')[1] ?? ''];
      if (name === 'thanks')
        return void response.setHeader('content-type', 'text/html').end('<h1>Thanks</h1>');
      if (type === undefined) return void response.writeHead(204).end(); // the icon
      response.setHeader('content-type', type);
      if (policy) response.setHeader('content-security-policy', policy);
      response.end(name === 'style.css' ? formStyle : formPage(`${serviceUrl}${list.form.path}`));
    }).listen(0, '127.0.0.1');
    await once(site, 'listening');
    const { port } = site.address() as AddressInfo;
    listed = `http://localhost:${port}`;
    foreign = `http://127.0.0.1:${port}`;
  });
  afterAll(() => {
    site?.closeAllConnections();
    site?.close();
  });

  const account = () => service.account({ plan: 'scale' });
  const makeForm = async (form: object = {}) => {
    // The tests share an address, and more posts than it has in a minute.
    const { redis } = service.ctx;
    for (const key of await redis.keys('limit:form:*')) await redis.del(key);
    list = await makeFormList(service, await account(), { origins: [listed], ...form });
  };
  const emails = async () => (await list.page()).data.map(({ email }) => email);
  async function fill(page: Page, email: string): Promise<void> {
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Join the waitlist' }).click();
  }
  /** What the form asks of people. */
  const asPeople = () => sleep(2_100);
  const says = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();

  test('with the script says how it went, without leaving the page', async () => {
    await makeForm({ redirect_url: `${listed}/thanks` });
    const { data: none } = await list.page();
    expect(none).toEqual([]);
    await list.post({ email: 'friend@friend.example' }, { headers: { origin: listed } });
    const code = (await list.page()).data[0]?.referral_code;
    const { page, complaints } = await browser.open(listed);
    await page.goto(`/?ref=${code}&utm_source=poster&utm_campaign=launch&utm_medium=print`);
    await fill(page, 'ada@real.example');
    await says(page, 'Thank you. You are on the list.');
    expect(page.url()).toBe(`${listed}/?ref=${code}&utm_source=poster&utm_campaign=launch&utm_medium=print`);
    expect(await page.getByLabel('Email').inputValue()).toBe('');
    const [ada, friend] = (await list.page('include=campaign')).data;
    const campaign = { utm_campaign: 'launch', utm_medium: 'print', utm_term: null, utm_content: null };
    const brought = { utm_source: 'poster', campaign, referred_by: friend?.id };
    expect(ada).toMatchObject({ email: 'ada@real.example', ...brought });
    await page.getByLabel('Email').evaluate((input: HTMLInputElement) => {
      input.type = 'text';
    });
    await fill(page, 'nobody');
    await says(page, 'Please enter an email address, such as you@example.com.');
    expect(await page.getByLabel('Email').inputValue()).toBe('nobody');
    expect([await barriersOn(page), await overflowOf(page)]).toEqual([[], 0]);
    expect(
      complaints.filter((text) => !text.startsWith('request to ') && !/status of 400/.test(text)),
    ).toEqual([]);
  });

  test('with the script, too, asks to look into the inbox where addresses are confirmed', async () => {
    await makeForm();
    await list.set({ confirmation: { enabled: true } });
    const { page } = await browser.open(listed);
    await page.goto('/');
    await fill(page, 'ada@real.example');
    await says(page, 'Thank you. Please look into your inbox.');
    await list.set({ confirmation: { enabled: false } }); // the browser keeps the script
    await fill(page, 'bob@real.example');
    await says(page, 'Thank you. You are on the list.');
  });

  test('without scripts shows a page with one button, and then thanks', async () => {
    await makeForm();
    const { page } = await browser.open(listed, { javaScriptEnabled: false });
    await page.goto('/');
    vi.useFakeTimers({ toFake: ['Date'] }); // a busy machine may need as long as people
    onTestFinished(() => void vi.useRealTimers());
    await fill(page, 'plain@real.example');
    const button = page.getByRole('button', { name: 'Confirm that you are not a robot' });
    await button.waitFor();
    expect(new URL(page.url()).origin).toBe(serviceUrl);
    expect(await emails()).toEqual([]);
    await button.click(); // sooner than people
    await button.waitFor();
    expect(await emails()).toEqual([]);
    vi.useRealTimers();
    await asPeople();
    await button.click();
    await says(page, 'Thank you. You are on the list.');
    expect(await emails()).toEqual(['plain@real.example']);
  });

  test('without scripts leads to the page of the settings', async () => {
    await makeForm({ redirect_url: `${listed}/thanks` });
    const { page, complaints } = await browser.open(listed, { javaScriptEnabled: false });
    await page.goto('/');
    await fill(page, 'plain@real.example');
    const button = page.getByRole('button', { name: 'Confirm that you are not a robot' });
    await button.waitFor();
    await asPeople();
    await button.click();
    await page.getByRole('heading', { name: 'Thanks' }).waitFor();
    expect(page.url()).toBe(`${listed}/thanks`);
    expect(await emails()).toEqual(['plain@real.example']);
    expect(complaints.filter((text) => /console|error/.test(text))).toEqual([]);
  });

  test('from another origin is refused, with and without scripts, and stores nothing', async () => {
    await makeForm();
    const scripted = await browser.open(foreign);
    await scripted.page.goto('/');
    await fill(scripted.page, 'evil@real.example');
    // The browser does not let the script read the refusal, so it posts the plain form, which shows it.
    await says(scripted.page, 'This page is not one that the form is for.');
    const plain = await browser.open(foreign, { javaScriptEnabled: false });
    await plain.page.goto('/');
    await fill(plain.page, 'evil@real.example');
    await says(plain.page, 'This page is not one that the form is for.');
    expect(await emails()).toEqual([]);
    expect(await barriersOn(scripted.page)).toEqual([]);
  });

  test('works as a plain form where a content policy stops the script, and within a strict one', async () => {
    await makeForm();
    policy = `default-src 'self'; script-src ${serviceUrl}; form-action ${serviceUrl}`;
    const stopped = await browser.open(listed);
    await stopped.page.goto('/');
    await fill(stopped.page, 'stopped@real.example');
    await stopped.page.getByRole('button', { name: 'Confirm that you are not a robot' }).waitFor();
    policy = `default-src 'none'; style-src 'self'; script-src ${serviceUrl}; connect-src ${serviceUrl}`;
    const strict = await browser.open(listed);
    await strict.page.goto('/');
    await fill(strict.page, 'strict@real.example');
    await says(strict.page, 'Thank you. You are on the list.');
    policy = '';
    expect(await emails()).toEqual(['strict@real.example']);
    const pages = strict.complaints.filter((text) => /^console|^error/.test(text));
    expect(pages.filter((text) => !text.includes('favicon'))).toEqual([]);
  });

  test('filled by a program that fills every input is answered and not stored', async () => {
    await makeForm();
    const { page } = await browser.open(listed);
    await page.goto('/');
    await page.locator('[name=your-website]').evaluate((input: HTMLInputElement) => {
      input.value = 'https://spam.example';
    });
    await fill(page, 'bot@real.example');
    await says(page, 'Thank you. You are on the list.');
    expect(await emails()).toEqual([]);
  });

  test.each([390, 320])('hides the trap on a screen of %i pixels, on any page', async (width) => {
    await makeForm();
    const { page } = await browser.open(listed, { viewport: { width, height: 700 } });
    const rightOf = async (selector: string) =>
      (
        await page.locator(selector).evaluateAll((all) => all.map((it) => it.getBoundingClientRect().right))
      )[0];
    await page.goto('/');
    expect(await rightOf('.trap')).toBeLessThanOrEqual(0);
    expect(await overflowOf(page)).toBe(0);
    const snippet = /```html\n(<form.*?<\/form>)/s.exec(await readFile('docs/forms.md', 'utf8'))?.[1];
    await page.setContent(`<!doctype html><style>input { width: 100%; padding: 1rem }</style>${snippet}`);
    expect(await rightOf('[name=your-website]')).toBeLessThanOrEqual(0);
  });
});
