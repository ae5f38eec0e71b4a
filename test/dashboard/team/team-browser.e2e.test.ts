import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { announceFirstStart } from '../../../src/shared/account/administration/first-start/first-start.ts';
import { createUser } from '../../../src/shared/account/users/create-user.ts';
import {
  barriersInBothSchemes,
  cutOffOn,
  hasBrowser,
  isReal,
  overflowOf,
  useBrowser,
  type WatchedPage,
} from '../../support/browser.ts';
import { makeVisitor } from '../../support/dashboard.ts';
import { signInAt } from '../../support/network/openid-provider.ts';
import { useOnlySingleSignOn } from '../../support/people/only-single-sign-on.ts';
import { useUserMails } from '../../support/people/user-mails.ts';
import { useService } from '../../support/service/service.ts';

const views = { phone: { width: 390, height: 800 }, desktop: { width: 1280, height: 800 } } as const;

/**
 * The page as it is, in both sizes and both schemes: nobody is shut out, and nothing is wider than the
 * screen.
 */
async function look(page: Page): Promise<void> {
  for (const viewport of [views.phone, views.desktop]) {
    await page.setViewportSize(viewport);
    const found = [await overflowOf(page), await cutOffOn(page), await barriersInBothSchemes(page)];
    expect([page.url(), viewport.width, ...found]).toEqual([page.url(), viewport.width, 0, [], []]);
  }
}

describe.runIf(hasBrowser)('a team in a browser (N8)', () => {
  const { service, newestTo } = useUserMails();
  const browser = useBrowser();
  let baseUrl: string;
  const opened: WatchedPage[] = [];

  beforeAll(async () => {
    baseUrl = await service.app.listen({ port: 0, host: '127.0.0.1' });
  });

  /** A browser of its own, with what a person does in it. */
  async function sitDown() {
    const watched = await browser.open(baseUrl);
    opened.push(watched);
    const { page } = watched;
    const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).first().click();
    return {
      page,
      press,
      sees: (text: string | RegExp) => page.getByText(text).first().waitFor(),
      confirm: async (label: string, answer: string) => {
        await press(label);
        await page.getByRole('dialog').getByRole('button', { name: answer, exact: true }).click();
      },
      signIn: async (email: string, password: string) => {
        await page.goto('/dashboard/sign-in');
        await page.getByLabel('Email').fill(email);
        await page.getByLabel('Password').fill(password);
        await press('Sign in');
      },
    };
  }

  test('invites a viewer, who changes nothing, sets a new password, signs in with a code and ends a session', async () => {
    const account = await service.account();
    const waitlist = await service.waitlist(account);
    const { email, password } = await makeVisitor(service, account);

    const owner = await sitDown();
    await owner.signIn(email, password);
    await owner.page.goto('/dashboard/users');
    const card = owner.page.locator('section[aria-labelledby=invite]');
    await card.locator('[name=email]').fill('vera@team.test');
    await card.locator('[name=role]').selectOption('viewer');
    await card.getByRole('button', { name: 'Send the invitation' }).click();
    await owner.sees('vera@team.test gets a mail with a link.');
    await look(owner.page);

    const viewer = await sitDown();
    await viewer.page.goto((await newestTo('vera@team.test')).path);
    await look(viewer.page);
    await viewer.page.getByLabel('New password').fill('a first password');
    await viewer.press('Accept the invitation');
    await viewer.sees('Welcome. You are signed in.');
    await viewer.page.getByRole('link', { name: 'Waitlists', exact: true }).first().waitFor();
    const list = `/dashboard/waitlists/${waitlist}`;
    for (const path of [
      '/dashboard/users',
      '/dashboard/api-keys',
      '/dashboard/waitlists',
      list,
      `${list}/settings`,
      `${list}/email`,
      '/dashboard/people',
    ]) {
      await viewer.page.goto(path);
      const forms = viewer.page.locator('main form[method=post]');
      const actions = await forms.evaluateAll((all) => all.map((form) => form.getAttribute('action')));
      // It finds somebody.
      expect([path, actions]).toEqual([path, path === '/dashboard/people' ? [path] : []]);
    }
    for (const path of ['/dashboard/account/audit-log', `${list}/imports`])
      expect([path, (await viewer.page.goto(path))?.status()]).toEqual([path, 403]);
    await look(viewer.page);

    const elsewhere = await sitDown();
    await elsewhere.page.goto('/dashboard/sign-in');
    await elsewhere.page.getByRole('link', { name: /Forgot/ }).click();
    await look(elsewhere.page);
    await elsewhere.page.getByLabel('Email').fill('vera@team.test');
    await elsewhere.press('Send the link');
    await elsewhere.sees('a mail with a link is on its way');
    const { path: link } = await newestTo('vera@team.test');
    await elsewhere.page.goto(link);
    await look(elsewhere.page);
    await elsewhere.page.getByLabel('New password').fill('a second password');
    await elsewhere.press('Set the password');
    await elsewhere.sees('Your new password is set.');
    await elsewhere.page.goto(link);
    await elsewhere.sees('This link does not work');
    await look(elsewhere.page);
    await viewer.page.goto('/dashboard');
    await viewer.sees('Forgot'); // signed out by the new password

    await elsewhere.signIn('vera@team.test', 'a second password');
    await elsewhere.page.goto('/dashboard/profile/two-factor');
    await look(elsewhere.page);
    await elsewhere.press('Set up');
    await elsewhere.page.getByRole('img', { name: 'QR code of the key' }).waitFor();
    await look(elsewhere.page);
    const secret = Secret.fromBase32((await elsewhere.page.locator('.secret code').textContent()) ?? '');
    const codeOf = (steps: number) =>
      new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });
    await elsewhere.page.locator('[name=code]').fill(codeOf(0));
    await elsewhere.press('Switch on');
    await elsewhere.sees('Keep these codes in a safe place');
    await look(elsewhere.page);
    const codes = await elsewhere.page.locator('.secret code').allTextContents();
    expect(codes).toHaveLength(10);

    await viewer.signIn('vera@team.test', 'a second password');
    await viewer.sees('Enter your code');
    await look(viewer.page);
    await viewer.page.locator('[name=code]').fill('000000');
    await viewer.press('Sign in');
    await viewer.page.getByRole('alert').first().waitFor();
    await look(viewer.page);
    await viewer.page.locator('[name=code]').fill(codeOf(1));
    await viewer.press('Sign in');
    await viewer.page.waitForURL('**/dashboard');

    const third = await sitDown();
    await third.signIn('vera@team.test', 'a second password');
    await third.page.locator('[name=code]').fill(codes[3] ?? '');
    await third.press('Sign in');
    await third.page.waitForURL('**/dashboard');
    await third.page.goto('/dashboard/profile/two-factor');
    await third.sees('9 recovery codes left');
    await look(third.page);

    await third.page.goto('/dashboard/profile');
    const others = third.page
      .locator('[aria-labelledby=sessions] tbody tr')
      .filter({ hasNotText: 'This one' });
    expect(await others.count()).toBe(2);
    await others
      .getByRole('button', { name: /^End the session/ })
      .first()
      .click();
    await look(third.page);
    await third.page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click();
    await third.sees('The session was ended.');
    expect(await others.count()).toBe(1);
    const stillIn = [];
    for (const { page } of [elsewhere, viewer]) {
      await page.goto('/dashboard');
      stillIn.push(new URL(page.url()).pathname === '/dashboard');
    }
    expect(stillIn.filter(Boolean)).toHaveLength(1);

    await owner.page.goto('/dashboard/account/audit-log');
    await owner.page.locator('main tbody').getByText('vera@team.test').first().waitFor();
    await look(owner.page);
    const statuses = opened
      .flatMap(({ complaints }) => complaints)
      .filter(isReal)
      .map((complaint) => /responded with a status of (\d+)/.exec(complaint)?.[1] ?? complaint);
    expect(statuses).toEqual(['403', '403', '401']); // what a viewer may not see, and the wrong code
  });
});

describe.runIf(hasBrowser)('somebody with several accounts in a browser (N8)', () => {
  const service = useService();
  const browser = useBrowser();

  test('chooses one at sign-in, and sees whose address is not proven', async () => {
    const baseUrl = await service.app.listen({ port: 0, host: '127.0.0.1' });
    const owner = { email: 'vera@team.test', password: 'a good password' };
    const long = `An account with a long name ${'x'.repeat(70)}`;
    for (const name of ['Acme', long]) {
      const { accountId } = await service.account();
      await service.sql`UPDATE accounts SET name = ${name} WHERE id = ${accountId}`;
      await createUser(service.ctx, accountId, owner);
      const adder = { type: 'user', id: null, name: owner.email } as const;
      await createUser(service.ctx, accountId, { email: 'bob@team.test', password: 'a password' }, adder);
    }
    const { page, complaints } = await browser.open(baseUrl);
    await page.goto('/dashboard/sign-in?next=%2Fdashboard%2Fusers');
    await page.getByLabel('Email').fill(owner.email);
    await page.getByLabel('Password').fill(owner.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('Choose an account').first().waitFor();
    await look(page);
    await page.getByRole('button', { name: 'Acme', exact: true }).click();
    await page.getByText('Not proven').first().waitFor();
    await look(page);
    expect(complaints.filter(isReal)).toEqual([]);
  });
});

describe.runIf(hasBrowser)('pages in a browser where only single sign-on is allowed (N8)', () => {
  const { env, provider } = useOnlySingleSignOn();
  const { service, newestTo } = useUserMails(env);
  const browser = useBrowser();

  test('shut nobody out', async () => {
    const baseUrl = await service.app.listen({ port: 0, host: '127.0.0.1' });
    const { page, complaints } = await browser.open(baseUrl);
    const lookAt = async (path: string) => {
      expect([path, (await page.goto(path))?.status()]).toEqual([path, 200]);
      await look(page);
    };
    await announceFirstStart(service.ctx);
    for (const path of ['/first-start', '/sign-in', '/forgot-password', '/new-password?token=usr_x'])
      await lookAt(`/dashboard${path}`);
    await page.goto('/dashboard/sign-in');
    await page.getByRole('link', { name: /single sign-on/i }).waitFor();

    const visitor = await makeVisitor(service, await service.account());
    provider().person = { sub: 'owner', email: visitor.email, email_verified: true };
    await signInAt(provider(), visitor);
    await visitor.send('/dashboard/users/invite', { email: 'vera@team.test', role: 'viewer' });
    await lookAt((await newestTo('vera@team.test')).path);
    const session = { name: 'waitlist-session', value: visitor.cookies.get('waitlist-session') ?? '' };
    await page.context().addCookies([{ ...session, url: baseUrl }]);
    for (const path of ['', '/profile', '/profile/two-factor', '/users']) await lookAt(`/dashboard${path}`);
    expect(complaints.filter(isReal)).toEqual([]);
  });
});
