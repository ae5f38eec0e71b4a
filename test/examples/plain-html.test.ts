import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { barriersInBothSchemes, hasBrowser, overflowOf, useBrowser } from '../support/browser.ts';
import { type ServiceProcess, startProcess } from '../support/service/processes.ts';
import { useService } from '../support/service/service.ts';
import { type ServedExample, serveExample } from './serve-example.ts';

describe.skipIf(!hasBrowser)('examples/plain-html (N1)', () => {
  const service = useService();
  const browser = useBrowser();
  let web: ServiceProcess;
  let site: ServedExample;

  beforeAll(async () => {
    web = await startProcess('web', service.env);
    site = await serveExample('plain-html', web.url);
    const account = await service.account();
    const waitlist = await service.waitlist(account, { referral_bonus: 5 });
    // What its README lets an owner set.
    const settings = /'(\{"page".*?\})'/s.exec(await readFile('examples/plain-html/README.md', 'utf8'))?.[1];
    const payload = JSON.parse((settings ?? '').replaceAll('http://localhost:8080', site.url));
    const answer = await service.call('PATCH', `/v1/waitlists/${waitlist}/settings`, account.key, {
      payload,
    });
    expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)]);
  });
  afterAll(async () => {
    site?.close();
    await web?.stop();
  });

  test('draws the form, and then the place, what a friend brings, the link and the rewards', async () => {
    const { page, complaints } = await browser.open(site.url);
    await page.goto('/');
    await page.getByLabel('Email').fill('ada@real.example');
    expect([await barriersInBothSchemes(page), await overflowOf(page)]).toEqual([[], 0]);
    await page.getByRole('button', { name: 'Join the waitlist' }).click();
    await page.getByText('You are at the front of the line.').waitFor();
    await page.getByText(/more until .*Sticker pack/).waitFor();
    expect(await page.getByLabel('Your link').inputValue()).toMatch(`${site.url}/?ref=`);
    expect(await page.getByRole('button', { name: 'Copy' }).isVisible()).toBe(true);
    expect([await barriersInBothSchemes(page), await overflowOf(page)]).toEqual([[], 0]);
    expect(complaints.filter((text) => /^console error|^error/.test(text))).toEqual([]);
  });

  test('leads to the page of the service without scripts', async () => {
    const { page } = await browser.open(site.url, { javaScriptEnabled: false });
    await page.goto('/');
    await page.getByRole('link', { name: 'Join the waitlist' }).click();
    await page.getByLabel('Email').waitFor();
    expect(page.url()).toBe(`${web.url}/w/acme-notes`);
  });
});
