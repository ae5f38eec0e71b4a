import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AnnouncingList, makeAnnouncingList } from '../../support/announcements/announcing.ts';
import { rowsOf, signedIn, textOf, type Visitor, wordsOf } from '../../support/dashboard.ts';
import { type MailSink, startMailSink } from '../../support/mail-sink.ts';
import { testModeOf } from '../../support/service/make.ts';
import { useService } from '../../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../../support/service/worker.ts';

describe('announcements in the dashboard', () => {
  let sink: MailSink;
  const env: NodeJS.ProcessEnv = {};
  const service = useService(env, async () => {
    sink = await startMailSink();
    env.MANAGED_EMAIL_URL = sink.url;
  });
  let worker: TestWorker;
  beforeAll(() => {
    worker = openTestWorker(service);
  });
  afterAll(async () => {
    await worker?.close();
    await sink?.close();
  });

  interface Opened {
    readonly list: AnnouncingList;
    readonly visitor: Visitor;
    /** The page *Write*. */
    readonly path: string;
    settings(patch: object): Promise<unknown>;
  }

  const open = async (): Promise<Opened> => {
    const account = await service.account();
    const list = await makeAnnouncingList(service, account, worker);
    return {
      list,
      visitor: await signedIn(service, account),
      path: `/dashboard/waitlists/${list.id}/write`,
      settings: (patch) => list.call('PATCH', `/waitlists/${list.id}/settings`, patch),
    };
  };
  const written = {
    ...{ editor: 'html', name: 'Launch day', subject: 'We open', html: '<p>Come, {{email}}</p>' },
  };
  const save = async ({ visitor, path }: Opened, fields: Record<string, string> = {}, id = 'new') => {
    const answer = await visitor.send(`${path}/${id}/edit`, { ...written, ...fields });
    expect([answer.statusCode, wordsOf(answer)]).toEqual([303, '']);
    return String(answer.headers.location);
  };
  const idOf = (page: string) => page.split('/').at(-1) ?? '';
  const countOn = (html: string) => textOf(/<div id="count"[^>]*>(.*?)<\/div>/s.exec(html)?.[1] ?? '');
  const refused = async (answer: ReturnType<Visitor['send']>, status: number, words: string | RegExp) => {
    const { statusCode, body } = await answer;
    expect([statusCode, textOf(body)]).toEqual([
      status,
      typeof words === 'string' ? expect.stringContaining(words) : expect.stringMatching(words),
    ]);
    return body;
  };

  test('begin with a page that says how it goes, and lead to the first draft', async () => {
    const { list, visitor, path } = await open();
    const start = await visitor.open(path);
    expect(wordsOf(start)).toContain('Write to the people on your list');
    expect(start.body).toContain(`href="${path}/new/edit"`);
    expect(start.body).toContain('<svg class="drawing"');
    const viewer = await signedIn(service, list.account, 'viewer');
    expect((await viewer.open(path)).body).not.toContain('/new/edit');
    expect((await viewer.open(`${path}/new/edit`)).statusCode).toBe(403);
  });

  test('are counted as the draft does it, with the reasons in plain words and what the month has left', async () => {
    const opened = await open();
    const { list, visitor, path } = opened;
    await list.field('plan', 'string');
    for (const [name, plan] of [
      ['ada', 'pro'],
      ['bo', 'pro'],
      ['cy', 'free'],
    ] as const)
      await list.add({ email: `${name}@example.com`, fields: { plan } });
    await service.sql`
      UPDATE signups SET unsubscribed_at = clock_timestamp() WHERE email = 'bo@example.com' AND waitlist_id = ${list.id}`;
    const counted = await visitor.send(`${path}/new/edit/count`, { 'field.plan': 'pro' });
    expect(countOn(counted.body)).toBe(
      '1 person would get it, of 2 who match. Unsubscribed 1 This month’s allowance has 30,000 emails left.',
    );
    await service.sql`UPDATE accounts SET managed_emails_per_month = 1 WHERE id = ${list.account.accountId}`;
    const all = await visitor.send(`${path}/new/edit/count`);
    expect(countOn(all.body)).toContain('2 people would get it, of 3 who match.');
    expect(countOn(all.body)).toContain('has 1 email left. 1 person waits for the next month');
    const page = await save(opened, { 'field.plan': 'pro' });
    expect(await list.read(idOf(page))).toMatchObject({
      ...{ matched: 2, selected: 1, filter: { fields: { plan: 'pro' }, match: 'any_case' } },
    });
    const { body } = await visitor.open(page);
    const [, href = ''] = /href="([^"]*\?left_out=unsubscribed[^"]*)"/.exec(body) ?? [];
    const leftOut = (await visitor.open(href)).body;
    expect(textOf(leftOut)).toContain('Left out: Unsubscribed Close Email Position bo@example.com 2');
    expect(textOf((await visitor.open(`${page}?left_out=bounced`)).body)).toContain('Nobody any more.');
    expect((await visitor.open(`${page}?left_out=anything`)).body).not.toContain('Left out:');
    await refused(
      visitor.send(`${path}/new/edit/count`, { min_referrals: '0' }),
      400,
      'Referrals, at least: must be at least 1',
    );
  });

  test('are written, changed and shown again as they were entered, on the clocks of the account', async () => {
    const opened = await open();
    const { list, visitor } = opened;
    await service.sql`UPDATE accounts SET time_zone = 'Asia/Tokyo' WHERE id = ${list.account.accountId}`;
    await list.add({ email: 'ada@example.com' });
    const own = await signedIn(service, list.account); // sessions know the time zone
    const again = { ...opened, visitor: own };
    const next = new Date().getUTCFullYear() + 1;
    const design = {
      ...{ editor: 'simple', headline: 'We open', text: 'Today\r\nat nine', color: '#112233' },
      ...{ show_position: 'on', button_text: 'Go', button_target: 'url', button_url: 'https://a.example/' },
    };
    const soon = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
    const page = await save(again, {
      ...design,
      ...{ per_hour: '60', send_at: `${soon}T09:00`, created_from: '2026-01-05' },
      ...{ invitation_state: 'none', email_status: 'none', confirmed: 'false' },
    });
    const stored = await list.read(idOf(page));
    expect(stored).toMatchObject({
      ...{ name: 'Launch day', per_hour: 60, send_at: `${soon}T00:00:00.000Z` },
      design: { headline: 'We open', text: 'Today\nat nine', show_position: true, show_code: false },
      filter: {
        ...{ created_from: '2026-01-04T15:00:00.000Z', invitation_state: 'none' },
        ...{ email_status: 'none', confirmed: false },
      },
    });
    const { body } = await own.open(`${page}/edit`);
    for (const shown of [
      'value="Launch day"',
      `value="${soon}T09:00"`,
      'value="2026-01-04T15:00:00.000Z"',
      '<option value="none" selected',
      'Today\nat nine',
    ])
      expect(body).toContain(shown);
    expect(textOf((await own.open(page)).body)).toContain('60 people an hour');
    await save(again, { subject: 'Later', send_at: '' }, idOf(page));
    expect(await list.read(idOf(page))).toMatchObject({
      ...{ subject: 'Later', send_at: null, design: null, filter: {}, per_hour: null },
    });
    await refused(
      own.send(`${page}/edit`, { ...written, send_at: `${next - 2}-01-01T09:00` }),
      400,
      'future',
    );
    await refused(visitor.send(`${page}/edit`, { ...written, html: '{{nothing}}' }), 400, 'is no variable');
  });

  test('keep the signups that were chosen by their ids', async () => {
    const opened = await open();
    const { list, visitor } = opened;
    const ada = await list.add({ email: 'ada@example.com' });
    await list.add({ email: 'bo@example.com' });
    const { id } = await list.draft({ filter: { ids: [ada.id] } });
    const { body } = await visitor.open(`${opened.path}/${id}/edit`);
    expect(textOf(body)).toContain('Only 1 signup, chosen one by one');
    await save(opened, { id_count: '1' }, id);
    expect(await list.read(id)).toMatchObject({ name: 'Launch day', selected: 1, filter: { id_count: 1 } });
    await save(opened, {}, id);
    expect(await list.read(id)).toMatchObject({ selected: 2, filter: {} });
  });

  test('change the editor without losing what was written in either', async () => {
    const { visitor, path } = await open();
    const simple = {
      editor: 'simple',
      name: 'N',
      subject: 'S',
      headline: 'Hello',
      text: 'World',
      color: '#112233',
    };
    const edit = `${path}/new/edit`;
    const html = (await visitor.send(`${edit}/editor`, { ...simple, to_editor: 'html' })).body;
    const composed = textOf(/<textarea name="html"[^>]*>(.*?)<\/textarea>/s.exec(html)?.[1] ?? '');
    expect(composed).toContain('Hello</h1>');
    expect(html).toContain('<input type="hidden" name="headline" value="Hello"');
    const asHtml = { ...simple, editor: 'html', to_editor: 'simple' };
    const own = await visitor.send(`${edit}/editor`, { ...asHtml, html: '<p>Mine</p>' });
    expect(own.body).toMatch(/name="headline"[^>]* value="Hello"/);
    expect(own.body).toContain('name="html" value="&lt;p>Mine&lt;/p>"');
    const back = await visitor.send(`${edit}/editor`, { ...simple, html: '<p>Mine</p>', to_editor: 'html' });
    expect(back.body).toMatch(/<textarea name="html"[^>]*>\n&lt;p>Mine&lt;\/p></);
  });

  test('are previewed as a real person gets them, and tried by a mail to oneself', async () => {
    const { list, visitor, path } = await open();
    await list.field('plan', 'string');
    await list.add({ email: 'ada@example.com', fields: { plan: 'pro' } });
    const nothing = await visitor.send(`${path}/new/edit/preview`, { editor: 'simple', headline: ' ' });
    expect(textOf(nothing.body)).toContain('Your subject');
    expect(nothing.body).toContain('What you write stands here');
    const preview = await visitor.send(`${path}/new/edit/preview`, written);
    expect(textOf(preview.body)).toContain('To ada@example.com (the newest signup)');
    expect(preview.body).toContain('Come, ada@example.com');
    expect(preview.body).toContain('1 Long Street');
    expect(preview.headers['content-security-policy']).toMatch(/form-action 'none'.*; sandbox$/);
    const first = await list.draft({ filter: { fields: { plan: 'pro' } } });
    await list.add({ email: 'bo@example.com' });
    const stored = await visitor.open(`${path}/${first.id}/preview`);
    expect(textOf(stored.body)).toContain('To ada@example.com (the first who gets it)');
    expect(stored.body).toContain('Hello ada@example.com, you are number 1.');
    const nobody = await list.draft({ filter: { fields: { plan: 'team' } } });
    expect((await visitor.open(`${path}/${nobody.id}/preview`)).body).toContain('Hello bo@example.com');
    const sent = await visitor.send(`${path}/new/edit/test`, { ...written, name: '', to: visitor.email });
    expect(wordsOf(sent)).toContain(`The test email was sent to ${visitor.email}`);
    const [mail] = await sink.mailsTo(visitor.email);
    expect([mail?.subject, mail?.html]).toEqual(['[Test] We open', expect.stringContaining('Come, bo@')]);
    await refused(
      visitor.send(`${path}/new/edit/test`, { ...written, to: 'nobody' }),
      400,
      'must be an email',
    );
  });

  test('are launched with the number of people, and say in plain words why not', async () => {
    const opened = await open();
    const { list, visitor, path, settings } = opened;
    for (const name of ['ada', 'bo']) await list.add({ email: `${name}@example.com` });
    expect(wordsOf(await visitor.open(`${path}/new/edit`))).not.toContain('The postal address is made up');
    await settings({ mail: { postal_address: null } });
    const { body: unaddressed } = await visitor.open(`${path}/new/edit`);
    expect(textOf(unaddressed)).toContain('The postal address is made up, also in a test email.');
    expect(unaddressed).toContain(`href="${path.replace(/write$/, 'settings/mail')}">Enter yours`);
    const page = await save(opened, { html: '<a href="{{links.status}}">Your place</a>' });
    const blocked = await visitor.open(page);
    expect(blocked.body).not.toContain(`action="${page}/launch"`);
    expect(wordsOf(blocked)).toContain('The law asks for the sender’s postal address');
    expect(blocked.body).toContain('settings/mail');
    expect(wordsOf(blocked)).toContain('leads to each person’s status page, and this waitlist has none.');
    await refused(visitor.send(`${page}/launch`, { count: '2' }), 409, 'something is missing');
    await settings({ mail: { postal_address: '1 Long Street' }, links: { status_page: true } });
    expect(wordsOf(await visitor.open(page))).toContain('Send to 2 people');
    await refused(visitor.send(`${page}/launch`, { count: '3' }), 400, 'Type 2 to send it to 2 people.');
    await list.add({ email: 'cy@example.com' });
    const changed = await refused(
      visitor.send(`${page}/launch`, { count: '2' }),
      409,
      '2 people would have got it when you looked, and now it is 3.',
    );
    expect(textOf(changed)).toContain('Send to 3 people');
    const launched = await visitor.send(`${page}/launch`, { count: ' 3 ' });
    expect(wordsOf(await visitor.follow(launched))).toContain('Launched. It goes to 3 people.');
    expect(await list.work(idOf(page))).toMatchObject({ state: 'sent', sent: 3 });
    await refused(visitor.open(`${page}/edit`), 409, 'Only a draft can be changed.');
  });

  test('to imported people go to a sample first, and the page offers nothing else', async () => {
    const opened = await open();
    const { list, visitor } = opened;
    await list.fill(1_200);
    await service.sql`UPDATE signups SET import_id = ${list.id} WHERE waitlist_id = ${list.id}`;
    const page = await save(opened);
    const review = await visitor.open(page);
    expect(wordsOf(review)).toContain('Most of these people were imported');
    expect(review.body).not.toContain('To everybody');
    await refused(visitor.send(`${page}/launch`, { count: '1200' }), 409, 'Choose its size below.');
    await visitor.send(`${page}/launch`, { count: '1,200', sample: '200' });
    await list.work(idOf(page));
    const through = await visitor.open(page);
    expect(wordsOf(through)).toContain('The sample is through.');
    expect(wordsOf(through)).toContain('Send to the other 1,000 people');
    expect(wordsOf(await visitor.open('/dashboard'))).toContain(
      'is paused at 200 of 1,200 people: the sample is through.',
    );
  });

  test('are paused, resumed and cancelled, and each number opens its people', async () => {
    const opened = await open();
    const { list, visitor, path } = opened;
    for (let n = 1; n <= 8; n++) await list.add({ email: `a${n}@example.com` });
    await worker.sendAll();
    const id = await list.launch({ name: 'In two steps' }, { sample: 6 });
    await list.work(id);
    await service.sql`
      UPDATE mails m SET delivered_at = CASE WHEN number <= 5 THEN sent_at END, opened_at = CASE WHEN number <= 2 THEN sent_at END,
             clicked_at = CASE WHEN number = 1 THEN sent_at END, status = CASE WHEN number = 6 THEN 9 ELSE status END, bounce_class = CASE WHEN number = 6 THEN 'permanent' END
      FROM (SELECT id AS mail_id, row_number() OVER (ORDER BY id) AS number FROM announcement_members WHERE announcement_id = ${id}) member
      WHERE m.id = member.mail_id`;
    await service.sql`
      UPDATE signups SET unsubscribed_at = clock_timestamp() WHERE id IN (
        SELECT signup_id FROM announcement_members WHERE announcement_id = ${id} ORDER BY id LIMIT 1)`;
    const page = `${path}/${id}`;
    const { body } = await visitor.open(page);
    const figures = [...body.matchAll(/group=(\w+)">[^<]*<\/a><\/span><span class="number">(\d+)</g)].map(
      ([, group, count]) => [group, Number(count)] as const,
    );
    expect(Object.fromEntries(figures)).toEqual({
      ...{
        sent: 6,
        delivered: 5,
        opened: 2,
        clicked: 1,
        unsubscribed: 1,
        bounced: 1,
        complained: 0,
        waiting: 2,
      },
    });
    for (const [group, count] of figures) {
      const members = await visitor.open(`${page}/members?group=${group}`);
      expect([group, rowsOf(members.body).length]).toEqual([group, count]);
    }
    expect(rowsOf((await visitor.open(`${page}/members`)).body)).toHaveLength(8);
    const file = await visitor.open(`${page}/members.csv`);
    expect([file.statusCode, file.body.trim().split('\n').length]).toEqual([200, 9]);
    expect(file.headers['content-disposition']).toContain('In two steps people.csv');

    const resumed = await visitor.follow(await visitor.send(`${page}/resume`));
    expect(wordsOf(resumed)).toContain('Resumed. It goes on.');
    const paused = await visitor.follow(await visitor.send(`${page}/pause`));
    expect(wordsOf(paused)).toContain('You paused it.');
    expect(wordsOf(await visitor.open('/dashboard'))).toContain('is paused at 6 of 8 people: paused by you.');
    const cancelled = await visitor.follow(await visitor.send(`${page}/cancel`));
    expect(wordsOf(cancelled)).toMatch(
      /^Skip to content Cancelled\. Nobody else gets it\..* Cancelled before their turn 2/,
    );
    await refused(visitor.send(`${page}/resume`), 409, 'Only what is paused can be resumed.');
    const [row] = rowsOf((await visitor.open(path)).body);
    const another = `${path}/new/edit?like=${id}`;
    expect((await visitor.open(page)).body).toContain(`href="${another}"`);
    expect((await visitor.open(another)).body).toMatch(/name="name"[^>]* value="In two steps"/);
    expect(row?.slice(1, 7)).toEqual(['Cancelled', '8', '6', '2 33%', '1 17%', '1']);
  });

  test('run to their end in the test mode, where no mail leaves', async () => {
    const account = await service.account();
    const visitor = await signedIn(service, account);
    await visitor.send('/dashboard/mode', { mode: 'test' });
    const list = await makeAnnouncingList(service, await testModeOf(service, account), worker);
    await list.add({ email: 'eve@example.com' });
    const path = `/dashboard/waitlists/${list.id}/write`;
    const opened = { list, visitor, path, settings: async () => undefined };
    const counted = await visitor.send(`${path}/new/edit/count`);
    expect(countOn(counted.body)).toBe('1 person would get it.');
    await refused(
      visitor.send(`${path}/new/edit/test`, { ...written, to: visitor.email }),
      400,
      'No mail leaves the test mode.',
    );
    const page = await save(opened);
    expect(wordsOf(await visitor.open(page))).toContain('This is the test mode: no mail leaves');
    await visitor.send(`${page}/launch`, { count: '1' });
    await list.work(idOf(page));
    expect(wordsOf(await visitor.open(page))).toMatch(/What came of it .* Sent 1 /);
    expect(await sink.mailsTo('eve@example.com')).toEqual([]);
  });

  test('are those of the waitlist, and a draft is discarded', async () => {
    const opened = await open();
    const { list, visitor, path } = opened;
    const page = await save(opened);
    const second = await service.waitlist(list.account, { name: 'Another' });
    const other = await open();
    for (const elsewhere of [page.replace(list.id, second), `${other.path}/${idOf(page)}`]) {
      const reader = elsewhere.startsWith(other.path) ? other.visitor : visitor;
      for (const end of ['', '/edit', '/preview', '/members', '/members.csv'])
        expect([end, (await reader.open(elsewhere + end)).statusCode]).toEqual([end, 404]);
      for (const end of ['/edit', '/launch', '/pause', '/cancel'])
        expect([end, (await reader.send(elsewhere + end, written)).statusCode]).toEqual([end, 404]);
    }
    const back = await visitor.send(`${page}/cancel`);
    expect(back.headers.location).toBe(path);
    expect(wordsOf(await visitor.follow(back))).toContain('The draft was discarded.');
    expect(await list.read(idOf(page))).toMatchObject({ state: 'cancelled' });
  });
});
