import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  barriersOn,
  hasBrowser,
  isReal,
  overflowOf,
  useBrowser,
  waitInFrame,
} from '../../support/browser.ts';
import { makeVisitor } from '../../support/dashboard.ts';
import type { TestAccount } from '../../support/service/make.ts';
import { useService } from '../../support/service/service.ts';

/** Attempts to run a script, leave the frame or fetch from another host, as text in a mail. */
const attacksOf = (elsewhere: string) => [
  '<script>top.attacked = true; alert(1)</script>',
  '<img src="x" onerror="top.attacked = true; alert(2)">',
  '<svg onload="alert(3)"></svg>',
  '<iframe srcdoc="<script>alert(4)</script>"></iframe>',
  '<a id="out" href="javascript:alert(5)">x</a>',
  '<form action="/dashboard/sign-out" method="post"><button id="send">x</button></form>',
  `<meta http-equiv="refresh" content="0;url=${elsewhere}/">`,
  `<base href="${elsewhere}/"><link rel="stylesheet" href="${elsewhere}/c.css">`,
  '"></iframe><script>alert(6)</script>',
  `<style>@import "${elsewhere}/a.css"; p { background: url(${elsewhere}/b) }</style>`,
  `<object data="${elsewhere}/"></object><embed src="${elsewhere}/">`,
];

describe.runIf(hasBrowser)('the email pages in a browser', () => {
  const service = useService();
  const browser = useBrowser();
  let baseUrl: string;
  let attacks: string[];
  const fetched: string[] = [];
  const elsewhere = createServer(({ url }, response) => {
    fetched.push(url ?? '');
    response.end();
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    attacks = attacksOf(`http://localhost:${(elsewhere.address() as AddressInfo).port}`);
    baseUrl = await service.app.listen({ port: 0, host: '127.0.0.1' });
  });

  afterAll(() => elsewhere.close());

  /** Opens a page as a signed-in user. */
  async function openSignedIn(account: TestAccount, path: string, options = {}) {
    const { email, password } = await makeVisitor(service, account);
    const watched = await browser.open(baseUrl, options);
    const { page } = watched;
    await page.goto(`/dashboard/sign-in?next=${encodeURIComponent(path)}`);
    await page.fill('[name=email]', email);
    await page.fill('[name=password]', password);
    await page.click('main button');
    // Not until `load`, which Chromium sometimes never fires for a page with blocked content in frames.
    await page.waitForURL(`**${path}`, { waitUntil: 'domcontentloaded' });
    return watched;
  }

  /** A list whose template, name, field and newest signup contain all attacks. */
  async function makeHostile() {
    const account = await service.account();
    const list = await service.waitlist(account, { name: attacks[1]?.slice(0, 100) });
    const field = { key: 'evil', label: attacks[0], type: 'string' };
    await service.call('POST', `/v1/waitlists/${list}/fields`, account.key, { payload: field });
    await service.signUp(account, list, {
      email: 'ada@example.com',
      fields: { evil: attacks.join('').slice(0, 1000) },
    });
    const html = `<p style="color: rgb(255, 0, 0)">Hello {{email}}</p>${attacks.join('\n')}{{evil}}`;
    await service.sql`INSERT INTO mail_templates (account_id, waitlist_id, kind, subject, html) VALUES (${account.accountId}, ${list}, 'signup', ${`${attacks[0]} {{evil}}`}, ${html})`;
    return { account, path: `/dashboard/waitlists/${list}/email` };
  }

  test('a preview shows the mail with its styles, and runs, follows and fetches nothing in it', async () => {
    const { account, path } = await makeHostile();
    const { page, complaints } = await openSignedIn(account, path);
    const mail = page.frameLocator('iframe[name^=preview]').frameLocator('iframe');
    const line = mail.getByText('Hello ada@example.com');
    await line.waitFor();
    expect(await line.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(255, 0, 0)');
    await mail.locator('#out').click();
    await mail.locator('#send').click();
    await page.waitForLoadState('networkidle');
    expect(await line.count()).toBe(1); // the page is still the mail
    expect(await page.evaluate(() => 'attacked' in window)).toBe(false);
    expect(page.url()).toBe(baseUrl + path);
    expect(fetched).toEqual([]);
    // The browser reports each blocked attempt, and nothing else.
    const stopped =
      /^(failed: .* csp$|request to |console \w+: (Blocked|Refused|Loading|Framing|Running|Setting).*(sandboxed|Content Security Policy))/s;
    expect(complaints.filter((complaint) => !stopped.test(complaint))).toEqual([]);
    expect(complaints.length).toBeGreaterThan(0);
  });

  test('the same document outside of the frame runs nothing either', async () => {
    const { account, path } = await makeHostile();
    const { page, complaints } = await openSignedIn(account, `${path}/preview`);
    await page.frameLocator('iframe').getByText('Hello ada@example.com').waitFor();
    expect(complaints.filter((complaint) => complaint.startsWith('dialog'))).toEqual([]);
    expect(fetched).toEqual([]);
  });

  test('a preview follows unsaved changes, and adds nothing to the history', async () => {
    const account = await service.account();
    const path = `/dashboard/waitlists/${await service.waitlist(account)}/email`;
    const { page, complaints } = await openSignedIn(account, `${path}?editor=html`);
    const before = await page.evaluate(() => history.length);
    for (const words of ['First words', 'Second words']) {
      await page.fill('[name=html]', `<p>${words} {{nope}}</p>`);
      const preview = page.frameLocator('iframe[name^=preview-]:last-child');
      await waitInFrame(preview.frameLocator('iframe').getByText(words));
      await waitInFrame(preview.getByText('{{nope}} is no variable'));
    }
    expect(await page.locator('.frames iframe').count()).toBe(1);
    expect(await page.evaluate(() => history.length)).toBe(before);
    expect(complaints.filter(isReal)).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').getByText('{{nope}} is no variable').waitFor();
    const preview = page.frameLocator('.frames iframe:last-child');
    await waitInFrame(preview.frameLocator('iframe').getByText('Second words'));
  });

  test('the simple editor previews, inserts placeholders and asks before changes are lost (N8)', async () => {
    const account = await service.account();
    const path = `/dashboard/waitlists/${await service.waitlist(account)}/email`;
    const { page } = await openSignedIn(account, path);
    const questions: string[] = [];
    page.removeAllListeners('dialog');
    page.on('dialog', async (dialog) => {
      questions.push(dialog.type());
      await dialog.dismiss();
    });
    const leave = () => page.getByRole('link', { name: 'Review', exact: true }).click({ noWaitAfter: true });
    await page.fill('[name=headline]', 'Hello ');
    await page.getByText('Placeholders').click();
    await page.locator('[data-insert="{{position}}"]').click();
    expect(await page.inputValue('[name=headline]')).toBe('Hello {{position}}');
    const preview = page.frameLocator('iframe[name^=preview-]:last-child');
    await waitInFrame(preview.frameLocator('iframe').getByRole('heading', { name: 'Hello 1' }));
    await leave();
    await expect.poll(() => questions).toEqual(['beforeunload']);
    expect(page.url()).toContain(path);

    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('status').waitFor();
    expect(await page.inputValue('[name=headline]')).toBe('Hello {{position}}');
    await leave();
    await page.getByRole('heading', { name: 'Do people farm your referrals?' }).waitFor();
    expect(questions).toHaveLength(1);
  });

  test('a preview opens with the Preview button if scripts are off', async () => {
    const account = await service.account();
    const path = `/dashboard/waitlists/${await service.waitlist(account)}/email`;
    const { page } = await openSignedIn(account, `${path}?editor=html`, { javaScriptEnabled: false });
    await page.fill('[name=html]', '<p>Written without scripts</p>');
    await page.getByRole('button', { name: 'Preview' }).click();
    const preview = page.frameLocator('iframe[name=preview]');
    await waitInFrame(preview.frameLocator('iframe').getByText('Written without scripts'));
    expect(page.url()).toBe(`${baseUrl}${path}?editor=html`);
    expect(await page.inputValue('[name=html]')).toBe('<p>Written without scripts</p>');
  });

  test.each([
    ['desktop, light', { viewport: { width: 1200, height: 800 } }],
    ['phone, dark', { viewport: { width: 390, height: 800 }, colorScheme: 'dark' }],
  ] as const)(
    'on %s no page is wider than the screen, logs an error or has an accessibility violation',
    async (_, options) => {
      const account = await service.account();
      const list = await service.waitlist(account);
      const { id } = (
        await service.signUp(account, list, { email: `${'long'.repeat(15)}@example.com` })
      ).json();
      await service.sql`UPDATE mails SET state = 'config_error', error = ${'Resend answered 403. '.repeat(9)} WHERE id = ${id}`;
      const { page, complaints } = await openSignedIn(account, '/dashboard/email', options);
      const providers = ['smtp', 'resend', 'mailgun'].map((type) => `/dashboard/email/provider/${type}`);
      const editors = ['', '?editor=html'].map((editor) => `/dashboard/waitlists/${list}/email${editor}`);
      for (const path of ['/dashboard/email', ...editors, ...providers]) {
        await page.goto(path, { waitUntil: 'networkidle' });
        expect([path, await overflowOf(page), await barriersOn(page)]).toEqual([path, 0, []]);
      }
      expect(complaints.filter(isReal)).toEqual([]);
    },
  );
});
