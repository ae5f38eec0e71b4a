import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  barriersOn,
  cutOffOn,
  hasBrowser,
  isReal,
  keyboardOn,
  overflowOf,
  shiftOf,
  useBrowser,
} from '../../support/browser.ts';
import { makeVisitor } from '../../support/dashboard.ts';
import { listOf, type TestList } from '../../support/list.ts';
import { useMailingService } from '../../support/service/mailing.ts';
import type { TestAccount } from '../../support/service/make.ts';

/** Somebody who has a keyboard alone, or a phone alone. */
interface Hands {
  press(target: Locator): Promise<void>;
  type(target: Locator, text: string): Promise<void>;
  /** Chooses an option by the beginning of its text. */
  choose(target: Locator, text: string): Promise<void>;
  tick(target: Locator): Promise<void>;
}

const handsOf: Readonly<Record<'keyboard' | 'phone', (page: Page) => Hands>> = {
  keyboard(page) {
    const { tabTo, press, type } = keyboardOn(page);
    return {
      press: (target) => press(target),
      type,
      async choose(target, text) {
        await tabTo(target);
        await page.keyboard.type(text);
      },
      tick: (target) => press(target, ' '),
    };
  },
  phone: () => ({
    press: (target) => target.tap(),
    type: (target, text) => target.fill(text),
    async choose(target, text) {
      const options = await target.locator('option').allTextContents();
      await target.selectOption({ label: options.find((option) => option.startsWith(text)) ?? text });
    },
    tick: (target) => target.tap(),
  }),
};

const options: Readonly<Record<keyof typeof handsOf, BrowserContextOptions>> = {
  keyboard: { viewport: { width: 1200, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme: 'dark' },
};

describe.runIf(hasBrowser)('the ways of somebody who runs a waitlist', () => {
  const mailing = useMailingService();
  const { service } = mailing;
  const browser = useBrowser();

  const sitDown = async (account: TestAccount, by: keyof typeof handsOf, path: string) => {
    const visitor = await makeVisitor(service, account);
    const { page, complaints } = await browser.open(mailing.baseUrl, options[by]);
    page.setDefaultTimeout(20_000);
    const hands = handsOf[by](page);
    await page.goto(`/dashboard/sign-in?next=${encodeURIComponent(path)}`);
    await hands.type(page.getByLabel('Email'), visitor.email);
    await hands.type(page.getByLabel('Password'), visitor.password);
    await hands.press(page.getByRole('button', { name: 'Sign in', exact: true }));
    await page.waitForURL(`**${path}`);
    return {
      page,
      hands,
      button: (name: string | RegExp) => page.getByRole('button', { name }).first(),
      link: (name: string | RegExp) => page.getByRole('link', { name, exact: true }).first(),
      sees: (text: string | RegExp) => page.getByText(text).first().waitFor(),
      /** The page shuts nobody out, is not too wide, and stays where it was when it was opened. */
      fits: async () => {
        expect([await overflowOf(page), await cutOffOn(page), await barriersOn(page)]).toEqual([0, [], []]);
        expect(await shiftOf(page)).toBeLessThan(0.002);
      },
      ends: () => expect(complaints.filter(isReal)).toEqual([]),
    };
  };

  const makeOrbit = async (): Promise<TestList> => {
    const account = await service.account();
    return listOf(service, account, await service.waitlist(account, { name: 'Orbit' }));
  };

  for (const by of ['keyboard', 'phone'] as const)
    describe(`by ${by} alone`, () => {
      test('from the first list to the first signup', async () => {
        const { hands, page, button, link, sees, fits, ends } = await sitDown(
          await service.account(),
          by,
          '/dashboard/waitlists',
        );
        await hands.type(page.getByLabel('Name'), 'Orbit');
        await hands.press(button('Create waitlist'));
        await sees('No signups yet');
        await fits();
        await hands.press(link('Add a signup'));
        await hands.type(page.getByLabel('Email', { exact: true }), 'ada@example.com');
        await hands.press(button('Add'));
        await sees('ada@example.com was added.');
        await fits();
        await hands.press(link('Signups'));
        await page.getByRole('main').getByText('1 signup', { exact: true }).first().waitFor();
        ends();
      });

      test('finds who never got a mail, and sends it', async () => {
        const list = await makeOrbit();
        await list.fill(3);
        const mailed = async () =>
          Promise.all(
            [1, 2, 3].map(async (n) => (await mailing.sink.mailsTo(`person${n}@example.com`)).length),
          );
        const before = await mailed();
        await service.sql`UPDATE signups SET email_status = 2 WHERE waitlist_id = ${list.id} AND position = 2`;
        const path = `/dashboard/waitlists/${list.id}`;
        const { hands, page, button, sees, fits, ends } = await sitDown(list.account, by, path);
        await hands.press(page.getByText('Filters', { exact: true }));
        await hands.choose(page.locator('.filters').getByLabel('Email status'), 'Not sent');
        await hands.press(button('Show signups'));
        await sees('2 signups found.');
        await fits();
        await hands.tick(page.getByLabel('Select the page'));
        await sees('2 selected');
        await hands.press(button('Send signup email…'));
        await sees('Send the signup email to 2 signups of Orbit?');
        await hands.press(button('Send signup emails'));
        await page.waitForURL((url) => url.pathname === path);
        const jobs = await service.sql<
          { id: string }[]
        >`SELECT id FROM selections WHERE waitlist_id = ${list.id}`;
        for (const { id } of jobs)
          while (await mailing.worker.run('act-on-selection', { id, accountId: list.account.accountId }));
        await mailing.worker.sendAll();
        expect((await mailed()).map((count, index) => count - (before[index] ?? 0))).toEqual([1, 0, 1]);
        await page.goto(`${path}?email_status=none`);
        await sees('No signups found');
        ends();
      });

      test('invites the best, and sees who came', async () => {
        const list = await makeOrbit();
        await list.fill(4);
        await service.sql`UPDATE signups SET referral_count = position WHERE waitlist_id = ${list.id}`;
        const payload = { invitations: { url: 'https://notes.test/welcome' } };
        await service.call('PATCH', `${list.url}/settings`, list.account.key, { payload });
        const path = `/dashboard/waitlists/${list.id}`;
        const { hands, page, button, link, sees, fits, ends } = await sitDown(list.account, by, path);
        await hands.press(link('Invite'));
        await sees(/would be invited, of 4 who match/);
        await fits();
        await hands.type(page.getByLabel('How many'), '2');
        await hands.choose(page.getByLabel('Who comes first'), 'Most referrals');
        await hands.press(button('Draft the wave'));
        await sees('2 people');
        await fits();
        await hands.type(page.getByLabel('Type 2 to invite 2 people'), '2');
        await hands.press(button('Invite 2 people'));
        await sees('Launched.');
        const wave = new URL(page.url()).pathname.split('/').at(-1) ?? '';
        await mailing.worker.run('send-wave', { id: wave, accountId: list.account.accountId });
        await mailing.worker.sendAll();
        const came = { payload: { waitlist_id: list.id, email: 'person4@example.com' } };
        expect(
          (await service.call('POST', '/v1/conversions', list.account.key, came)).statusCode,
        ).toBeLessThan(300);
        await page.reload();
        await fits();
        await hands.press(page.getByRole('link', { name: /^Became users/ }).first());
        await page.getByRole('link', { name: 'person4@example.com' }).waitFor();
        expect(await page.getByRole('link', { name: 'person3@example.com' }).count()).toBe(0);
        ends();
      });

      test('hands over a reward to everybody who earned it', async () => {
        const list = await makeOrbit();
        await list.fill(60);
        const payload = { rewards: [{ at: 3, key: 'stickers', name: 'Stickers' }] };
        await service.call('PATCH', `${list.url}/settings`, list.account.key, { payload });
        await service.sql`
          INSERT INTO reward_grants (account_id, signup_id, at, waitlist_id, key, referral_count)
          SELECT account_id, id, 3, waitlist_id, 'stickers', 3 FROM signups WHERE waitlist_id = ${list.id}`;
        const path = `/dashboard/waitlists/${list.id}`;
        const { hands, page, button, link, sees, fits, ends } = await sitDown(list.account, by, path);
        await hands.press(link('Rewards'));
        await hands.press(page.getByRole('link', { name: /^To hand over/ }).first());
        await sees('60 rewards');
        await hands.tick(page.getByLabel('Select the page'));
        await hands.choose(page.getByLabel('Apply to'), 'All 60');
        await hands.press(page.locator('.selection').getByRole('button', { name: 'Hand over' }));
        await sees('Mark 60 rewards of Orbit as handed over?');
        await fits();
        await hands.press(button('Mark 60 rewards'));
        await sees('60 rewards marked as handed over.');
        await fits();
        ends();
      });

      test('answers where they come from', async () => {
        const list = await makeOrbit();
        for (const [index, utm_source] of ['ads', 'ads', undefined].entries())
          await list.add({
            email: `${index}@example.com`,
            utm_source,
            referrer: `https://site${index}.example/`,
          });
        const path = `/dashboard/waitlists/${list.id}`;
        const { hands, page, link, sees, fits, ends } = await sitDown(list.account, by, path);
        await hands.press(link('Statistics'));
        await page.getByRole('heading', { name: 'Signups per day', exact: true }).waitFor();
        await fits();
        await hands.press(link('ads'));
        await page.getByRole('heading', { name: 'Signups per day from ads' }).waitFor();
        await sees('of 3 signups in this period');
        await fits();
        if (by === 'keyboard') {
          const bar = page.locator('.bars [data-bar][tabindex="0"]');
          await keyboardOn(page).tabTo(bar);
          expect(await bar.getAttribute('aria-label')).toMatch(/, so far: 2$/);
        }
        await hands.press(page.getByRole('link', { name: /^Source ads/ }));
        await page.getByRole('heading', { name: 'Signups per day', exact: true }).waitFor();
        const people = page.locator('section[aria-labelledby="sources"] .number a').first();
        await hands.press(people);
        await sees('2 signups found.');
        ends();
      });
    });
});
