import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { hasBrowser, isReal, keyboardOn, useBrowser } from '../support/browser.ts';
import { makeVisitor } from '../support/dashboard.ts';
import { useMailingService } from '../support/service/mailing.ts';
import { makeKey } from '../support/service/make.ts';
import { readCsv } from '../support/values/read-csv.ts';

const run = promisify(execFile);

describe.runIf(hasBrowser)('a new owner', () => {
  const mailing = useMailingService();
  const { service } = mailing;
  const browser = useBrowser();

  /** An account in which nothing was done yet. */
  async function openAsNewcomer() {
    const account = await service.account();
    await service.sql`DELETE FROM api_keys WHERE account_id = ${account.accountId}`;
    const visitor = await makeVisitor(service, account);
    const { page, complaints } = await browser.open(mailing.baseUrl, { acceptDownloads: true });
    await page.goto('/dashboard/sign-in');
    return { account, visitor, page, complaints };
  }

  const steps = (page: Page) => page.locator('.steps li.done strong').allTextContents();
  const runPrinted = (code: string, key: string) =>
    run('bash', ['-c', code], { env: { ...process.env, WAITLIST_API_KEY: key } });

  test('gets along the checklist to the first signup, its email and an export, by keyboard alone (C11.3, N8)', async () => {
    const { account, visitor, page, complaints } = await openAsNewcomer();
    const { tabTo, press, type } = keyboardOn(page);
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const link = (name: string) => page.getByRole('link', { name, exact: true });

    await type(page.getByLabel('Email'), visitor.email);
    await type(page.getByLabel('Password'), visitor.password);
    await page.keyboard.press('Enter');
    await page.getByText('0 of 6 done').waitFor();
    expect(await page.getByText('Needs attention').count()).toBe(0);

    await press(link('Create it'));
    await type(page.getByLabel('Name'), 'Beta');
    await page.keyboard.press('Enter');
    await page.getByText('No signups yet').waitFor();
    await press(link('Overview'));
    await press(link('Create the key'));
    await type(page.getByLabel('Name'), 'My site');
    await page.keyboard.press('Enter');
    const key = (await page.locator('.secret code').textContent()) ?? '';
    await press(link('Overview'));
    await page.getByText('2 of 6 done').waitFor();

    const code = page.locator('.code code:visible');
    const curl = (await code.textContent()) ?? '';
    await tabTo(page.getByRole('radio', { name: 'curl' }));
    await page.keyboard.press('ArrowRight');
    expect(await code.textContent()).toContain('await fetch(');
    const { stdout } = await runPrinted(curl, key);
    expect(JSON.parse(stdout)).toMatchObject({ position: 1 });
    await mailing.worker.sendAll();
    expect(await mailing.sink.mailsTo('ada@example.com')).toHaveLength(1);
    await page.reload();
    await page.getByText('4 of 6 done').waitFor();
    expect(await steps(page)).toEqual([
      'Create a waitlist',
      'Create an API key',
      'Add the first signup',
      'See the signup email leave',
    ]);

    await press(link('settings of the waitlist'));
    await type(page.getByLabel('Page where people sign up'), 'https://acme.test/');
    await page.keyboard.press('Enter');
    await page.getByRole('status').waitFor();

    const list = new URL(page.url()).pathname.split('/').at(-3) ?? '';
    for (const email of ['bob@example.com', 'cleo@example.com', 'dora@example.org'])
      expect((await service.signUp({ ...account, key }, list, { email })).statusCode).toBe(201);
    await press(link('Signups'));
    await page.getByText('4 signups', { exact: true }).first().waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('example.com');
    await page.keyboard.press('Enter');
    await page.waitForURL('**q=example.com**');
    await page.getByText('3 signups found.').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.getByText('2 selected').waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByText('Next signup').waitFor();
    await page.keyboard.press('Escape');
    const [download] = await Promise.all([page.waitForEvent('download'), press(button('Export as CSV'))]);
    const text = await (await import('node:fs/promises')).readFile(await download.path(), 'utf8');
    expect(readCsv(text).map(([, email]) => email)).toEqual(['email', 'ada@example.com', 'cleo@example.com']);

    await page.reload();
    for (const keys of ['j', 'j', 'j', 'Enter']) await page.keyboard.press(keys);
    await page.getByText('Email sent').waitFor();
    await page.getByText('https://acme.test/?ref=').waitFor();
    expect(complaints.filter(isReal).filter((each) => !each.includes('signups.csv'))).toEqual([]);
  });

  test('can do without scripts, run the TypeScript code, and hide the checklist', async () => {
    const account = await service.account();
    const list = await service.waitlist(account);
    const key = await makeKey(service.sql, account.accountId, ['signups:write']);
    const visitor = await makeVisitor(service, account);
    const { page } = await browser.open(mailing.baseUrl, { javaScriptEnabled: false });
    await page.goto('/dashboard/sign-in');
    await page.getByLabel('Email').fill(visitor.email);
    await page.getByLabel('Password').fill(visitor.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('TypeScript', { exact: true }).click();
    const code = (await page.locator('.code code:visible').textContent()) ?? '';
    expect(code).toContain(list);
    const { stdout } = await run('node', ['--input-type=module', '-e', code], {
      env: { ...process.env, WAITLIST_API_KEY: key },
    });
    expect(stdout).toBe('You are number 1.\n');

    await service.signUp(account, list, { email: 'bob@example.com' });
    await page.goto(`/dashboard/waitlists/${list}`);
    await page.getByLabel('Select bob@example.com').check();
    await page.getByRole('button', { name: 'Delete…' }).click();
    await page.getByRole('button', { name: 'Delete 1 signup' }).click();
    await page.getByText('Deleted 1 signup.').first().waitFor();
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Hide this list' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(await page.getByText('First steps').count()).toBe(0);
  });
});
