import { beforeAll, describe, expect, test } from 'vitest';
import { type AnnouncingList, makeAnnouncingList } from '../../support/announcements/announcing.ts';
import {
  barriersInBothSchemes,
  cutOffOn,
  hasBrowser,
  isReal,
  overflowOf,
  shiftOf,
  useBrowser,
  waitInFrame,
} from '../../support/browser.ts';
import { makeVisitor } from '../../support/dashboard.ts';
import { useMailingService } from '../../support/service/mailing.ts';
import type { TestAccount } from '../../support/service/make.ts';

const phone = { width: 390, height: 844 };
const desktop = { width: 1280, height: 900 };

describe.runIf(hasBrowser)('an announcement, in a browser', () => {
  const mailing = useMailingService();
  const { service } = mailing;
  const browser = useBrowser();
  let account: TestAccount;
  let list: AnnouncingList;

  beforeAll(async () => {
    account = await service.account();
    list = await makeAnnouncingList(service, account, mailing.worker);
    await list.fill(150);
    await list.add({ email: 'ada@example.com', utm_source: 'fair' });
    await service.sql`UPDATE signups SET utm_source = 'news' WHERE waitlist_id = ${list.id} AND position <= 150`;
    await service.sql`UPDATE signups SET unsubscribed_at = clock_timestamp() WHERE waitlist_id = ${list.id} AND position = 1`;
    await mailing.worker.sendAll();
  });

  /** Makes mails of an announcement come back, as if nobody had decided about them before. */
  const bounce = async (id: string, count: number) => {
    await service.sql`
      UPDATE mails m SET status = 9, bounce_class = 'permanent'
      FROM (SELECT id AS mail_id FROM announcement_members WHERE announcement_id = ${id} ORDER BY id LIMIT ${count}) member
      WHERE m.id = member.mail_id`;
    await service.sql`UPDATE announcements SET judged_after = '00000000-0000-0000-0000-000000000000' WHERE id = ${id}`;
  };

  test('filter, count, mail, test, launch, a pause for what comes back, resume, funnel', async () => {
    const { email, password } = await makeVisitor(service, account);
    const { page, complaints } = await browser.open(mailing.baseUrl, { viewport: desktop });
    const press = (name: string | RegExp) => page.getByRole('button', { name }).first().click();
    const go = (name: string) => page.getByRole('link', { name, exact: true }).first().click();
    const sees = (text: string | RegExp) => page.getByText(text).first().waitFor();
    /** The page shuts nobody out, and is not too wide. */
    const isFit = async (at: string) => {
      for (const view of [desktop, phone]) {
        await page.setViewportSize(view);
        const found = [await overflowOf(page), await cutOffOn(page), await barriersInBothSchemes(page)];
        expect([at, view.width, ...found]).toEqual([at, view.width, 0, [], []]);
      }
      await page.setViewportSize(desktop);
    };
    await page.goto(`/dashboard/sign-in?next=${encodeURIComponent(`/dashboard/waitlists/${list.id}`)}`);
    await page.fill('[name=email]', email);
    await page.fill('[name=password]', password);
    await press('Sign in');
    await go('Write');
    await sees('Write to the people on your list');
    await isFit('empty');
    await go('Write to the list');

    // The count follows what is entered, and the preview what is written.
    const count = page.locator('#count');
    await count.getByText('150 people would get it, of 151 who match.').waitFor();
    expect(await shiftOf(page)).toBeLessThan(0.002);
    const sample = page.frameLocator('.frames iframe:last-child').frameLocator('iframe');
    await waitInFrame(sample.getByText('What you write stands here'));
    await page.getByText('Narrow them down').click();
    await page.locator('[name=utm_source]').fill('news');
    await count.getByText('149 people would get it, of 150 who match.').waitFor();
    expect(await page.getByRole('button', { name: 'Count' }).isVisible()).toBe(false);
    await page.locator('[name=min_referrals]').fill('0');
    await count.getByText(/at least 1/).waitFor();
    await page.locator('[name=min_referrals]').fill('');
    await page.locator('[name=name]').fill('Launch day');
    await page.locator('[name=subject]').fill('We open, number {{position}}');
    await page.locator('[name=headline]').fill('We open on Tuesday');
    await page.locator('[name=text]').fill('You are number {{position}}.');
    const mail = page.frameLocator('.frames iframe:last-child');
    await waitInFrame(mail.frameLocator('iframe').getByText('You are number 151.'));
    await isFit('edit');
    await page.fill('[name=to]', 'tester@example.com');
    await press('Send test email');
    await sees('The test email was sent to tester@example.com');
    expect((await mailing.sink.mailsTo('tester@example.com')).map(({ subject }) => subject)).toEqual([
      '[Test] We open, number 1',
    ]);

    // The other editor begins with the same mail, and leads back to it.
    await press('HTML');
    expect(await page.inputValue('[name=html]')).toContain('We open on Tuesday');
    await press('Simple');
    expect(await page.inputValue('[name=headline]')).toBe('We open on Tuesday');
    await press('Save and review');
    await page.getByRole('heading', { name: '149 people get it' }).waitFor();
    await isFit('review');
    await page.locator('[name=sample]').selectOption('50');
    await page.locator('[name=count]').fill('150');
    await press('Send to 149 people');
    await sees('Type 149 to send it to 149 people.');
    expect(await page.inputValue('[name=sample]')).toBe('50');
    await page.locator('[name=count]').fill('149');
    await press('Send to 149 people');
    await sees('Launched. It goes to 149 people.');
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    await list.work(id);

    // The page follows by itself, until it loads itself anew.
    await sees('The sample is through.');
    await bounce(id, 30);
    await press('Send to the other 99 people');
    await sees('Resumed. It goes on.');
    await service.sql`UPDATE announcements SET judged_after = '00000000-0000-0000-0000-000000000000' WHERE id = ${id}`;
    await list.work(id);
    await sees('It stopped itself: more than 5 % of its last mails came back for good');
    await isFit('paused');
    await press('Resume');
    await sees('Resumed. It goes on.');
    await isFit('running');
    await page.goto('/dashboard');
    await sees('is being sent: 50 of 149 people.');
    await page.getByRole('link', { name: 'Launch day' }).click();
    await list.work(id);
    await page.getByText('Sent', { exact: true }).first().waitFor();
    await page.locator('#progress').waitFor({ state: 'detached' });
    const funnel = await page.locator('.shares li').allTextContents();
    expect(funnel.slice(0, 2)).toEqual(['Sent149', expect.stringMatching(/^Delivered/)]);
    expect(funnel).toContain('Bounced30');
    await page.getByRole('link', { name: 'Bounced' }).click();
    expect(await page.locator('tbody tr').count()).toBe(30);
    await isFit('members');
    expect(complaints.filter(isReal)).toEqual([
      expect.stringMatching(/400/), // the referrals
      expect.stringMatching(/400/), // the wrong number
    ]);
  });
});
