import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TemplateKind } from '../../../src/shared/mail/parts.ts';
import { setEmailTemplate } from '../../../src/shared/mail/templates/set-email-template.ts';
import { hasBrowser, useBrowser } from '../../support/browser.ts';
import { makeFormList } from '../../support/forms/form-list.ts';
import { listOf, type TestList } from '../../support/list.ts';
import { type MailSink, startMailSink } from '../../support/mail-sink.ts';
import { grantRewards } from '../../support/referrals/rewards.ts';
import { makeInvitingList } from '../../support/release/inviting.ts';
import type { TestAccount } from '../../support/service/make.ts';
import { useService } from '../../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../../support/service/worker.ts';

const baseUrl = 'https://waitlist.test';
const allLinks =
  '<a href="{{links.referral}}">share</a> <a href="{{links.status}}">place</a> <a href="{{links.unsubscribe}}">leave</a>';

/** Programs that protect mailboxes open every link of a mail in a browser, before a person sees it. */
describe.runIf(hasBrowser)('a mail scanner with a browser', () => {
  const service = useService({ BASE_URL: baseUrl });
  const browser = useBrowser();
  let sink: MailSink;
  let worker: TestWorker;
  let account: TestAccount;
  beforeAll(async () => {
    sink = await startMailSink();
    worker = openTestWorker(service, { MANAGED_EMAIL_URL: sink.url });
    account = await service.account({ plan: 'scale' });
    await service.app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(async () => {
    await worker.close();
    await sink.close();
  });

  /** A waitlist with these settings. Mails of a kind have all links if they have a template of their own. */
  async function listWith(settings: object, kind?: TemplateKind): Promise<TestList> {
    const list = listOf(service, account, await service.waitlist(account));
    await service.call('PATCH', `${list.url}/settings`, account.key, { payload: settings });
    if (kind)
      await setEmailTemplate(service.ctx, account, list.id, kind, { subject: 'Hello', html: allLinks });
    return list;
  }

  /**
   * Sends what is due. @returns the paths of all links to the service in the `count` mails that an address
   * has had
   */
  async function linksTo(email: string, count = 1): Promise<string[]> {
    await worker.sendAll();
    const mails = await sink.mailsTo(email);
    expect(mails).toHaveLength(count);
    const urls = mails.flatMap(({ html, headers }) => {
      const header = headers.find(({ key }) => key === 'list-unsubscribe')?.value;
      const inText = [...(html ?? '').matchAll(/href="([^"]+)"/g)].map(([, url = '']) => url);
      return [...inText, ...(header ? [header.slice(1, -1)] : [])];
    });
    return urls.filter((url) => url.startsWith(baseUrl)).map((url) => url.slice(baseUrl.length));
  }

  async function linksOfFirstMail(list: TestList): Promise<string[]> {
    const email = `${list.id}@example.com`;
    await list.add({ email });
    return linksTo(email);
  }

  async function linksOfInvitation(): Promise<string[]> {
    const list = await makeInvitingList(service, account, worker);
    await list.add({ email: 'invited@example.com' });
    await worker.sendAll();
    await list.launch();
    return linksTo('invited@example.com', 2);
  }

  async function linksOfReward(): Promise<string[]> {
    const list = await listWith(
      { links: { site_url: 'https://acme.test/', status_page: true }, rewards: [{ at: 1, key: 'badge' }] },
      'reward',
    );
    const { referral_code } = await list.add({ email: 'rewarded@example.com' });
    await list.add({ email: 'friend@example.com', referral_code });
    await grantRewards(worker);
    return linksTo('rewarded@example.com', 2);
  }

  async function linksOfForm(): Promise<string[]> {
    const list = await makeFormList(service, account);
    await list.set({ links: { status_page: true } });
    await list.post({ email: 'again@real.example' });
    await worker.sendAll();
    // Older than what a browser may post again.
    await service.sql`UPDATE signups SET created_at = created_at - interval '11 minutes' WHERE waitlist_id = ${list.id}`;
    await list.post({ email: 'again@real.example' });
    return linksTo('again@real.example', 2);
  }

  /** All rows of all tables. */
  async function everything(): Promise<Record<string, unknown>> {
    const tables = await service.sql<{ name: string }[]>`
      SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'`;
    const rows = await Promise.all(
      tables.map(({ name }) => service.sql`SELECT to_jsonb(t) AS row FROM ${service.sql(name)} t ORDER BY 1`),
    );
    return Object.fromEntries(tables.map(({ name }, index) => [name, rows[index]]));
  }

  test('opens every link of every kind of mail and runs its scripts, and changes nothing (N3)', async () => {
    const withLinks = { links: { site_url: 'https://acme.test/', status_page: true } };
    const links = [
      ...(await linksOfFirstMail(await listWith(withLinks, 'signup'))),
      ...(await linksOfFirstMail(await listWith({}))), // the default mail
      ...(await linksOfFirstMail(await listWith({ confirmation: { enabled: true } }))),
      ...(await linksOfInvitation()),
      ...(await linksOfReward()),
      ...(await linksOfForm()),
    ];
    const kinds = await service.sql`SELECT DISTINCT kind FROM mails WHERE state = 'sent' ORDER BY kind`;
    expect(kinds.map(({ kind }) => kind)).toEqual(['confirm', 'invite', 'reward', 'signup', 'status']);
    expect(new Set(links.map((path) => path.slice(0, 3)))).toEqual(new Set(['/s/', '/u/', '/c/']));
    const before = await everything();
    const { port } = service.app.server.address() as AddressInfo;
    const { page, complaints } = await browser.open(`http://127.0.0.1:${port}`);
    for (const path of links) {
      const opened = await page.goto(path, { waitUntil: 'networkidle' });
      expect([path.slice(0, 3), opened?.status()]).toEqual([path.slice(0, 3), 200]);
    }
    expect(complaints).toEqual([]);
    expect(await everything()).toEqual(before);

    // The scanner would have noticed a change: a person's click on each button is one.
    for (const path of links.filter((each) => !each.startsWith('/s/'))) {
      await page.goto(path);
      await page.click('button');
    }
    const after = await everything();
    const changed = Object.keys(before).filter((table) => !isSame(before[table], after[table]));
    expect(changed).toEqual(expect.arrayContaining(['signups', 'suppressions', 'mails']));
  });
});

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
