import { readFile } from 'node:fs/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { hasBrowser, isReal, keyboardOn, useBrowser } from '../support/browser.ts';
import { makeVisitor } from '../support/dashboard.ts';
import { useMailingService } from '../support/service/mailing.ts';
import { readCsv } from '../support/values/read-csv.ts';
import { type Example, startExample, startOptions } from './start-example.ts';

describe.runIf(hasBrowser)('a new owner with the Next.js starter', () => {
  const mailing = useMailingService();
  const { service } = mailing;
  const browser = useBrowser();
  let example: Example | undefined;
  afterAll(() => example?.close());

  /** Joins the waitlist on the page of the starter, as somebody who was never there. */
  async function join(url: string, email: string, place: number): Promise<void> {
    const { page } = await browser.open(url);
    await page.goto('/');
    await keyboardOn(page).type(page.getByLabel('Email'), email);
    await page.keyboard.press('Enter');
    await page.getByText(`You are number ${place}`, { exact: true }).waitFor();
    await page.context().close();
  }

  test('gets from an empty account along the checklist to its signups, an email and an export, without a mouse (C11.3, N1, N8)', async () => {
    const account = await service.account();
    await service.sql`DELETE FROM api_keys WHERE account_id = ${account.accountId}`;
    const owner = await makeVisitor(service, account);
    const { page, complaints } = await browser.open(mailing.baseUrl, { acceptDownloads: true });
    const { press, type } = keyboardOn(page);
    const link = (name: string) => page.getByRole('link', { name, exact: true });

    await page.goto('/dashboard/sign-in');
    await type(page.getByLabel('Email'), owner.email);
    await type(page.getByLabel('Password'), owner.password);
    await page.keyboard.press('Enter');
    await page.getByText('0 of 6 done').waitFor();
    await press(link('Create it'));
    await type(page.getByLabel('Name'), 'Beta');
    await page.keyboard.press('Enter');
    await page.getByText('No signups yet').waitFor();
    const waitlist = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    await press(link('Overview'));
    await press(link('Create the key'));
    await type(page.getByLabel('Name'), 'My site');
    await page.keyboard.press('Enter');
    const key = (await page.locator('.secret code').textContent()) ?? '';

    example = await startExample('nextjs', { url: mailing.baseUrl, key, waitlist }, startOptions.nextjs);
    await join(example.url, 'ada@example.com', 1);
    await mailing.worker.sendAll();
    const [mail, ...others] = await mailing.sink.mailsTo('ada@example.com');
    expect([mail?.subject, others]).toEqual([expect.stringContaining('Beta'), []]);
    await press(link('Overview'));
    await page.getByText('4 of 6 done').waitFor();

    await press(link('settings of the waitlist'));
    await type(page.getByLabel('Page where people sign up'), `${example.url}/`);
    await page.keyboard.press('Enter');
    await page.getByRole('status').waitFor();
    for (const [index, email] of ['bob@example.com', 'cleo@example.com', 'dora@example.org'].entries())
      await join(example.url, email, index + 2);

    await press(link('Signups'));
    await page.getByText('4 signups', { exact: true }).first().waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('example.com');
    await page.keyboard.press('Enter');
    await page.getByText('3 signups found.').waitFor();
    for (const keys of ['j', 'x', 'j', 'j', 'x']) await page.keyboard.press(keys);
    await page.getByText('2 selected').waitFor();
    const exporting = press(page.getByRole('button', { name: 'Export as CSV' }));
    const [download] = await Promise.all([page.waitForEvent('download'), exporting]);
    const rows = readCsv(await readFile(await download.path(), 'utf8'));
    expect(rows.map(([, email]) => email)).toEqual(['email', 'ada@example.com', 'cleo@example.com']);

    await page.reload();
    for (const keys of ['j', 'j', 'j', 'Enter']) await page.keyboard.press(keys);
    await page.getByText('Email sent').waitFor();
    await page.getByText(`${example.url}/?ref=`).waitFor();
    expect(complaints.filter(isReal).filter((each) => !each.includes('signups.csv'))).toEqual([]);
  });
});
