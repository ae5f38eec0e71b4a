import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser, useBrowser } from '../../support/browser.ts';
import { type MailSink, startMailSink } from '../../support/mail-sink.ts';
import type { TestAccount } from '../../support/service/make.ts';
import { useService } from '../../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../../support/service/worker.ts';

const baseUrl = 'https://waitlist.test';
const template = {
  subject: 'Hello',
  html: '<a href="{{links.referral}}">share</a> <a href="{{links.status}}">place</a> <a href="{{links.unsubscribe}}">leave</a>',
};

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
    account = await service.account({ plan: 'launch' });
    await service.app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(async () => {
    await worker.close();
    await sink.close();
  });

  /** A waitlist with these settings, and the paths of all links of the one mail that its first signup gets. */
  async function linksOfFirstMail(settings: object, html?: string): Promise<string[]> {
    const list = await service.waitlist(account);
    const path = `/v1/waitlists/${list}`;
    await service.call('PATCH', `${path}/settings`, account.key, { payload: settings });
    if (html !== undefined)
      await service.sql`
        INSERT INTO mail_templates (account_id, waitlist_id, kind, subject, html)
        VALUES (${account.accountId}, ${list}, 'signup', ${template.subject}, ${html})`;
    const email = `${list}@example.com`;
    await service.signUp(account, list, { email });
    await worker.sendAll();
    const [mail, ...more] = await sink.mailsTo(email);
    expect(more).toEqual([]);
    const header = mail?.headers.find(({ key }) => key === 'list-unsubscribe')?.value;
    const inText = [...(mail?.html ?? '').matchAll(/href="([^"]+)"/g)].map(([, url = '']) => url);
    const urls = [...inText, ...(header ? [header.slice(1, -1)] : [])];
    return urls.filter((url) => url.startsWith(baseUrl)).map((url) => url.slice(baseUrl.length));
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

  test('opens every link of every mail and runs its scripts, and changes nothing (N3)', async () => {
    const links = [
      ...(await linksOfFirstMail(
        { links: { site_url: 'https://acme.test/', status_page: true } },
        template.html,
      )),
      ...(await linksOfFirstMail({})), // the default mail
      ...(await linksOfFirstMail({ confirmation: { enabled: true } })),
    ];
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
