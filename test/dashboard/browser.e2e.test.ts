import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { maySee } from '../../src/api/dashboard/rights.ts';
import type { Role } from '../../src/shared/account/scopes.ts';
import { draftAnnouncementOn } from '../support/announcements/announcing.ts';
import {
  barriersInBothSchemes,
  cutOffOn,
  hasBrowser,
  hiddenTabOn,
  isReal,
  menusOn,
  overflowOf,
  useBrowser,
  waitInFrame,
} from '../support/browser.ts';
import { makeVisitor } from '../support/dashboard.ts';
import { type FakeProvider, startFakeProvider } from '../support/fakes/fake-provider.ts';
import { insertReadyImport } from '../support/imports/imports.ts';
import { type MailSink, startMailSink } from '../support/mail-sink.ts';
import { draftOn } from '../support/release/inviting.ts';
import { listRoutes } from '../support/service/routes.ts';
import { useService } from '../support/service/service.ts';

/** Texts that run a script or break the markup wherever they are not escaped. */
const hostile = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(2)>',
  "'-alert(3)-'",
  '</title></textarea></style><svg/onload=alert(4)>',
  'javascript:alert(5)',
  '{{constructor.constructor("alert(6)")()}}',
  '\u202e\u2066<b>x</b>\u0085',
];

const phone = { width: 390, height: 800 };
const desktop = { width: 1200, height: 800 };

describe.runIf(hasBrowser)('the dashboard in a browser', () => {
  const service = useService();
  const browser = useBrowser();
  let baseUrl: string;
  let sink: MailSink;
  let receiver: FakeProvider;

  beforeAll(async () => {
    sink = await startMailSink();
    receiver = await startFakeProvider(() => ({ status: 200 }));
    baseUrl = await service.app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(async () => {
    await receiver?.close();
    await sink?.close();
  });

  test('lets an owner use all pages, from the sign-in to the sign-out', async () => {
    const account = await service.account();
    const { email, password } = await makeVisitor(service, account);
    const { page, complaints } = await browser.open(baseUrl, {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const press = (name: string | RegExp) => page.getByRole('button', { name }).first().click();
    const sees = (text: string | RegExp) => page.getByText(text).first().waitFor();
    const go = (name: string) => page.getByRole('link', { name, exact: true }).first().click();

    await page.goto('/dashboard');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await press('Sign in');
    await sees('No waitlists yet');

    await go('API keys');
    await page.getByLabel('Name').fill('My website');
    await page.getByLabel('account:write').uncheck();
    await press('Create key');
    const key = (await page.locator('.secret code').textContent()) ?? '';
    await press('Copy');
    await sees('Copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);

    await go('Waitlists');
    await page.getByLabel('Name').fill('Rocket');
    await press('Create waitlist');
    await sees('No signups yet');
    const list = new URL(page.url()).pathname.split('/').at(-1) ?? '';

    await go('Settings');
    await go('Custom fields');
    await page.getByLabel('Label').fill('Team');
    await page.getByText('Key and position').click();
    await page.getByLabel('Key').fill('team');
    await press('Add field');
    await sees('Team');

    await go('Emails');
    await go('HTML');
    await page.locator('[name=subject]').fill('Hello {{team}}, you are #{{position}}');
    await page.locator('[name=html]').fill('<h1>Welcome, {{team}}</h1><p>{{referral_code}}</p>');
    const preview = page.frameLocator('.frames iframe:last-child');
    await waitInFrame(preview.frameLocator('iframe').getByText('Welcome,'));
    await press('Save');
    await page.getByRole('status').waitFor();

    await go('Email');
    await page.locator('a[href="/dashboard/email/provider/smtp"]').click();
    const { port } = new URL(sink.url);
    await page.locator('[name=from]').fill('Rocket <hello@example.com>');
    await page.locator('[name=host]').fill('127.0.0.1');
    await page.locator('[name=port]').fill(port);
    await press('Check and save');
    await page.getByRole('status').waitFor();

    await page.goto(`/dashboard/waitlists/${list}/email`);
    await page.locator('[name=to]').fill('tester@example.com');
    await press(/Send/);
    await page.getByRole('status').waitFor();
    const [mail] = await sink.mailsTo('tester@example.com');
    expect(mail?.html).toContain('<h1>Welcome, ');

    await go('Integrations');
    await go('Webhook');
    await page.locator('[name=url]').fill(`${receiver.url}/hook`);
    await press('Set up');
    expect(await page.locator('.secret code').textContent()).toMatch(/^whsec_/);
    await go('Back to Webhook');
    await press('Send test event');
    await sees('The test event was delivered.');
    expect(JSON.parse(receiver.requests.at(-1)?.body ?? '{}').data.metadata).toEqual({ service_test: true });

    const signUp = await fetch(`${baseUrl}/v1/waitlists/${list}/signups`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        email: 'ada@example.com',
        utm_source: 'newsletter',
        fields: { team: 'Engines' },
      }),
    });
    expect(signUp.status).toBe(201);
    await page.goto(`/dashboard/waitlists/${list}`);
    await go('ada@example.com');
    await sees('Engines');
    await go('Statistics');
    await sees('newsletter');
    await page.getByRole('group', { name: /at most 1$/ }).waitFor(); // the chart

    await go('Signups');
    await go('ada@example.com');
    await page.getByRole('button', { name: 'Delete ada@example.com' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await sees('No signups yet'); // it waits to be deleted
    await go('Settings');
    await go('Archive or delete');
    await press('Delete waitlist');
    await page.getByLabel('Type Rocket to confirm').fill('Rocket');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete waitlist' }).click();
    await sees('Rocket was deleted.');

    await press('Sign out');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.goto('/dashboard');
    expect(new URL(page.url()).pathname).toBe('/dashboard/sign-in');
    expect(complaints.filter(isReal)).toEqual([]);
  });

  test.each<[Role, 'live' | 'test']>([
    ['owner', 'live'],
    ['viewer', 'live'],
    ['viewer', 'test'],
  ])(
    'the sidebar of an account (%s, %s) leads everywhere, and on small screens a bar opens it',
    async (role, mode) => {
      const account = await service.account();
      await service.sql`
      UPDATE accounts SET name = 'The Orbit Company of Springfield' WHERE id = ${account.accountId}`;
      const { email, password } = await makeVisitor(service, account, role);
      const { page } = await browser.open(baseUrl);
      await page.goto('/dashboard/sign-in');
      await page.fill('[name=email]', email);
      await page.fill('[name=password]', password);
      await page.click('main button');
      await page.waitForURL('**/dashboard');
      if (mode === 'test') await page.getByRole('button', { name: 'Test mode' }).click();
      await page.getByRole('heading', { name: 'Overview' }).waitFor();
      const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
      const count = await links.count();
      for (const width of [1024, 1100, 1279, 1280, 1343, 1344, 1440, 1920]) {
        await page.setViewportSize({ width, height: 800 });
        const rights = await links.evaluateAll((all) =>
          all.map((link) => link.getBoundingClientRect().right),
        );
        expect([width, Math.max(...rights) < 240]).toEqual([width, true]);
        expect([width, await overflowOf(page), await cutOffOn(page)]).toEqual([width, 0, []]);
        expect([width, await page.getByRole('button', { name: 'Menu' }).isVisible()]).toEqual([width, false]);
      }
      for (const width of [390, 800, 1023]) {
        await page.setViewportSize({ width, height: 800 });
        expect([width, await links.count(), await overflowOf(page)]).toEqual([width, 0, 0]);
        expect(await page.getByRole('navigation', { name: 'Quick' }).getByRole('link').count()).toBe(4);
        await page.getByRole('button', { name: 'Menu' }).click();
        expect([width, await links.count(), await cutOffOn(page)]).toEqual([width, count, []]);
        await page.keyboard.press('Escape');
      }
      await page.emulateMedia({ media: 'print' });
      expect(await page.getByRole('navigation', { name: 'Quick' }).isVisible()).toBe(false);
    },
  );

  // Each page is opened on a phone, then turned to a desktop.
  test.each<[Role, (typeof phone)[]]>([
    ['owner', [phone, desktop]],
    ['viewer', [phone]],
  ])('for the %s no page shuts anybody out, is too wide, or runs what people wrote', async (role, views) => {
    const account = await service.account();
    const visitor = await makeVisitor(service, account);
    const reader = role === 'owner' ? visitor : await makeVisitor(service, account, role);
    await service.sql`UPDATE accounts SET name = ${hostile[1] ?? ''} WHERE id = ${account.accountId}`;
    const id = await service.waitlist(account, { name: hostile[3], referral_bonus: 2 });
    for (const [at, text] of hostile.entries()) {
      const field = { key: `field_${at}`, label: `${text.replace(/\u0085/g, '')} ${at}`, type: 'string' };
      const added = await service.call('POST', `/v1/waitlists/${id}/fields`, account.key, {
        payload: field,
      });
      expect(added.statusCode).toBe(201);
    }
    const people: { id: string; referral_code: string }[] = [];
    for (const [at, text] of hostile.entries()) {
      const answer = await service.signUp(account, id, {
        email: `=a'${at}{{x}}*/!@example.com`,
        utm_source: text,
        referrer: text,
        metadata: { note: text, long: 'x'.repeat(900) },
        fields: { [`field_${at}`]: text },
        ...(people[0] && { referral_code: people[0].referral_code }),
      });
      expect(answer.statusCode).toBe(201);
      people.push(answer.json());
    }
    // The tab of rewards is there wherever somebody is.
    const rewards = [{ at: 1, key: 'one', name: hostile[1] ?? '' }];
    const settings = { payload: { rewards } };
    expect(
      (await service.call('PATCH', `/v1/waitlists/${id}/settings`, account.key, settings)).statusCode,
    ).toBe(200);
    const hook = { config: { url: 'http://127.0.0.1:9/"><script>alert(8)</script>' } };
    const saved = await service.call('PUT', '/v1/integrations/webhook', account.key, { payload: hook });
    expect(saved.statusCode).toBe(201);
    const visit = await visitor.signIn();
    expect(visit.statusCode).toBe(303);
    await visitor.send('/dashboard/integrations/webhook/test');
    const [delivery] = await service.sql`SELECT id FROM deliveries WHERE account_id = ${account.accountId}`;

    const { page, complaints } = await browser.open(baseUrl, { viewport: phone });
    await page.goto('/dashboard/sign-in');
    for (const view of views) {
      await page.setViewportSize(view);
      expect([view, await barriersInBothSchemes(page)]).toEqual([view, []]);
    }
    await page.fill('[name=email]', reader.email);
    await page.fill('[name=password]', reader.password);
    await page.click('main button');
    await page.waitForURL('**/dashboard');

    const ids: Readonly<Record<string, string>> = {
      id,
      signupId: people[0]?.id ?? '',
      importId: await insertReadyImport(service.sql, account.accountId, id),
      key: 'field_0',
      type: 'webhook',
      provider: 'smtp',
      deliveryId: delivery?.id ?? '',
      waveId: await draftOn(service, account, id),
      announcementId: await draftAnnouncementOn(service, account, id),
    };
    // Mails in frames, and parts of pages that renew themselves, have their own tests.
    const routes = (await listRoutes(service.ctx, '/dashboard')).filter(
      ({ method, url }) =>
        method === 'GET' &&
        !/\/assets\/|\.csv$|sign-in|first-start|\/(preview|live)$|\/live\/|\/connect\//.test(url) &&
        (role === 'owner' || maySee(role, url)),
    );
    const places = new Map<string, number>();
    const launched = await draftOn(service, account, id);
    await service.call('POST', `/v1/waves/${launched}/launch`, account.key);
    const urls = [...routes.map(({ url }) => url), `/dashboard/waitlists/:id/invite/waves/${launched}`];
    for (const url of urls) {
      const path = url.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? expect.fail(name));
      await page.setViewportSize(phone);
      expect([path, (await page.goto(path))?.status()]).toEqual([path, 200]);
      for (const view of views) {
        await page.setViewportSize(view);
        const at = `${path} at ${view.width}`;
        const found = [await overflowOf(page), await cutOffOn(page), await barriersInBothSchemes(page)];
        expect([at, ...found]).toEqual([at, 0, [], []]);
        for (const [name, left] of await menusOn(page)) {
          const place = `${name} at ${view.width}`;
          expect([path, place, left]).toEqual([path, place, places.get(place) ?? left]); // nothing moves it
          places.set(place, left);
        }
        expect([at, await hiddenTabOn(page)]).toEqual([at, undefined]);
      }
    }
    expect(complaints.filter(isReal)).toEqual([]);
  });

  test('asks before a page of the settings is left with what is typed, and returns to its card', async () => {
    const account = await service.account();
    const path = `/dashboard/waitlists/${await service.waitlist(account)}/settings`;
    const { email, password } = await makeVisitor(service, account);
    const { page } = await browser.open(baseUrl, { viewport: desktop });
    const questions: string[] = [];
    page.removeAllListeners('dialog');
    page.on('dialog', async (dialog) => {
      questions.push(dialog.type());
      await dialog.dismiss();
    });
    const index = page.getByRole('navigation', { name: /^Settings of/ });
    const goTo = (name: string) => index.getByRole('link', { name }).click({ noWaitAfter: true });
    const save = (name: string) => page.getByRole('button', { name }).click({ noWaitAfter: true });
    await page.goto(`${path}#retention`); // as all settings were one page once
    await page.fill('[name=email]', email);
    await page.fill('[name=password]', password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await index.waitFor();
    await page.goto(`${path}#links`);
    await page.waitForURL(`**${path}/links`);
    await page.fill('[name=site_url]', 'https://example.com/');
    await goTo('How long signups are kept');
    await expect.poll(() => questions).toEqual(['beforeunload']);
    expect(await page.inputValue('[name=site_url]')).toBe('https://example.com/');

    await save('Save links');
    await page.getByRole('region', { name: 'Referral links' }).getByRole('status').waitFor();
    expect(page.url()).toContain(`${path}/links#links`);
    expect(await page.inputValue('[name=site_url]')).toBe('https://example.com/');

    await goTo('Rewards');
    await page.fill('[name="rewards.0.at"]', '3');
    await page.fill('[name="rewards.0.key"]', 'Three stickers');
    await save('Save rewards');
    await page.locator('small.problem').waitFor();
    await goTo('Brand'); // a refused form is not saved either
    await expect.poll(() => questions).toEqual(['beforeunload', 'beforeunload']);
  });
});
