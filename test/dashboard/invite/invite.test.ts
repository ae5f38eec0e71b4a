import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rowsOf, signedIn, textOf, type Visitor, wordsOf } from '../../support/dashboard.ts';
import { type MailSink, startMailSink } from '../../support/mail-sink.ts';
import { type InvitingList, makeInvitingList, tokenOf } from '../../support/release/inviting.ts';
import { useService } from '../../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../../support/service/worker.ts';

describe('invitations in the dashboard (N5)', () => {
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
    readonly list: InvitingList;
    readonly visitor: Visitor;
    readonly path: string;
  }

  const open = async (change?: Record<string, unknown>): Promise<Opened> => {
    const list = await makeInvitingList(service, await service.account(), worker, change);
    return { list, visitor: await signedIn(service, list.account), path: `/dashboard/waitlists/${list.id}` };
  };
  const addPeople = async (list: InvitingList, ...names: string[]) => {
    const people = [];
    for (const name of names) people.push(await list.add({ email: `${name}@example.com` }));
    return people;
  };
  const draft = async ({ visitor, path }: Opened, fields: Record<string, string> = {}) => {
    const answer = await visitor.send(`${path}/invite/waves`, { size: '100', deliver: 'link', ...fields });
    expect([answer.statusCode, wordsOf(answer)]).toEqual([303, '']);
    return String(answer.headers.location);
  };
  /** Draws the number of a count from the page. */
  const countOn = (html: string) => textOf(/<div id="count"[^>]*>(.*?)<\/div>/s.exec(html)?.[1] ?? '');

  test('begin with the page of the product', async () => {
    const opened = await open();
    const { list, visitor, path } = opened;
    await list.call('PATCH', `/waitlists/${list.id}/settings`, { invitations: null });
    const start = await visitor.open(`${path}/invite`);
    expect(wordsOf(start)).toContain('Enter the page of your product that the links lead to.');
    expect(start.body).not.toContain('Draft the wave');
    const selected = await visitor.send(`${path}/selection`, { action: 'invite', scope: 'all' });
    expect(wordsOf(await visitor.follow(selected))).toContain('Enter the page of yours');
    const refused = await visitor.send(`${path}/invite/settings`, { url: 'http://example.com' });
    expect([refused.statusCode, wordsOf(refused)]).toEqual([
      400,
      expect.stringContaining('must be an https URL'),
    ]);
    const url = 'https://notes.test/hello';
    await visitor.send(`${path}/invite/settings`, { url });
    const settings = (await list.call('GET', `/waitlists/${list.id}/settings`)).body;
    expect(settings.invitations).toEqual({ url, require_email_match: false, show_link: false });
    const ready = await visitor.open(`${path}/invite`);
    expect(ready.body.match(/Draft the (first )?wave/g)).toEqual(['Draft the wave']);
    expect(wordsOf(ready)).not.toContain('Enter the page');
  });

  test('are counted as the draft does it, with the reasons in plain words', async () => {
    const opened = await open();
    const { list, visitor, path } = opened;
    await list.field('plan', 'string');
    await list.field('seats', 'number');
    for (const [name, plan, seats] of [
      ['ada', 'pro', 5],
      ['bo', 'pro', 5],
      ['cy', 'free', 5],
      ['di', 'pro', 1],
      ['ed', 'pro', 5],
    ] as const)
      await list.add({ email: `${name}@example.com`, fields: { plan, seats } });
    const ed = await list.find('ed@example.com');
    await list.call('POST', '/conversions', { waitlist_id: list.id, signup_id: ed.id });
    const asked = { size: '1', 'field.plan': 'pro', 'field.seats': '5', deliver: 'link' };
    const counted = await visitor.send(`${path}/invite/count`, asked);
    expect(countOn(counted.body)).toBe(
      '1 person would be invited, of 3 who match. Users already 1 Behind the number you asked for 1',
    );
    expect(counted.body).toContain('value="pro"');
    expect((await list.call('GET', `/waitlists/${list.id}/waves`)).body.total).toBe(0);
    const drafted = await visitor.open(await draft(opened, asked));
    expect(wordsOf(drafted)).toContain(
      '1 person Change the draft 3 people match. Left out are: Users already 1 Behind the number you asked for 1',
    );
    expect(rowsOf(drafted.body)).toEqual([['ada@example.com', '1', '0']]);
    const [, href = ''] = /href="([^"]*\?left_out=converted[^"]*)"/.exec(drafted.body) ?? [];
    const leftOut = await visitor.open(href);
    expect(wordsOf(leftOut)).toContain('Left out: Users already');
    expect(rowsOf(leftOut.body.split('id="left-out"')[1] ?? '')).toEqual([['ed@example.com', '5']]);
    const nobody = href.replace('converted', 'bounced');
    expect(wordsOf(await visitor.open(nobody))).toContain('Nobody any more.');
    for (const [field, value, problem] of [
      ['field.seats', 'many', 'must be a number'],
      ['min_referrals', '0', 'must be at least 1'],
      ['created_before', 'soon', 'must be a day'],
      ['size', '', 'is required'],
    ] as const) {
      const refused = await visitor.send(`${path}/invite/count`, { ...asked, [field]: value });
      const [, shown = ''] = /<small[^>]* class="problem"[^>]*>([^<]*)/.exec(refused.body) ?? [];
      expect([field, refused.statusCode, shown]).toEqual([field, 400, expect.stringContaining(problem)]);
    }
  });

  test('begin a day at midnight in the time zone of the account', async () => {
    const opened = await open();
    const { list, visitor, path } = opened;
    const [ada, bo] = await addPeople(list, 'ada', 'bo');
    const at = (id: string | undefined, time: string) =>
      service.sql`UPDATE signups SET created_at = ${time} WHERE id = ${id ?? ''}`;
    await at(ada?.id, '2026-03-01T22:30:00Z'); // 2 March, 00:30 in Helsinki
    await at(bo?.id, '2026-03-01T21:30:00Z');
    await visitor.send('/dashboard/account', { time_zone: 'Europe/Helsinki' });
    const asked = { size: '9', created_before: '2026-03-02' };
    expect(countOn((await visitor.send(`${path}/invite/count`, asked)).body)).toMatch(/^1 person/);
  });

  test('are launched by typing their number, once, and shown as a funnel', async () => {
    const opened = await open();
    const { list, visitor } = opened;
    const [first] = await addPeople(list, 'first', 'second', 'third');
    const page = await draft(opened, { deliver: 'email', name: 'First', per_hour: '1' });
    const shown = await visitor.open(page);
    expect(wordsOf(shown)).toContain('Type 3 to invite 3 people');
    expect(wordsOf(shown)).toContain('This month’s allowance has');
    expect(wordsOf(shown)).toContain('At this pace it takes about 3 hours.');
    expect(shown.body).toContain('/email/invite/preview');
    for (const count of ['2', '', 'three', '33']) {
      const refused = await visitor.send(`${page}/launch`, { count });
      expect([count, refused.statusCode]).toEqual([count, 400]);
      expect(wordsOf(refused)).toContain('Type 3 to invite 3 people.');
      expect(rowsOf(refused.body)).toHaveLength(3); // the draft is shown
    }
    const id = page.split('/').at(-1) ?? '';
    expect(await list.wave(id)).toMatchObject({ state: 'draft' });
    const launched = await visitor.follow(await visitor.send(`${page}/launch`, { count: ' 3 ' }));
    expect(wordsOf(launched)).toContain('Launched. 3 people are being invited.');
    expect(launched.body).toContain('data-under-way');
    const [, head = ''] = /<thead[^>]*>(.*?)<\/thead>/s.exec((await visitor.open(opened.path)).body) ?? [];
    expect(textOf(head)).toContain('Signed up Invitation');
    const live = `/dashboard/waitlists/${list.id}/live/invite`;
    expect((await visitor.open(`${page.split('/waves/')[0]}`)).body).toContain(
      `data-live-from="${live}?page=1"`,
    );
    const ticking = (await visitor.open(live)).body;
    expect(ticking).toMatch(new RegExp(`id="state-${id}".*Being sent.*<progress max="3" value="0"`));
    expect(ticking).not.toContain('data-ended');
    await worker.run('send-wave', { id, accountId: list.account.accountId });
    await worker.sendAll();
    expect(sink.received.get('first@example.com')).toBe(2); // the signup’s mail and the invitation
    const stopped = await visitor.follow(await visitor.send(`${page}/cancel`));
    expect(wordsOf(stopped)).toContain('The wave was stopped.');
    expect((await visitor.open(live)).body).toContain('data-ended');
    await list.call('POST', '/conversions', { waitlist_id: list.id, signup_id: first?.id });
    const funnel = wordsOf(await visitor.open(page));
    expect(funnel).toMatch(
      /Selected 3 Sent 1 Delivered not reported Opened not reported Clicked not reported Became users 1/,
    );
    expect(funnel).toContain('Mail servers (SMTP) do not report deliveries, opens and clicks.');
    expect(funnel).toContain('Conversion rate 100%');
    expect(funnel).toContain('Half of them converted within an hour');
    const waves = await visitor.open(`/dashboard/waitlists/${list.id}/invite`);
    expect(rowsOf(waves.body)[0]?.slice(0, 4)).toEqual(['First', 'Cancelled', '3', '1']);
  });

  test('list their people behind each number, and each is sent again or revoked there', async () => {
    const opened = await open();
    const { list, visitor } = opened;
    const [ada, bo] = await addPeople(list, 'ada', 'bo', 'cy', 'di');
    const { id } = await list.launch({ name: '=First' });
    await worker.sendAll();
    const page = `/dashboard/waitlists/${list.id}/invite/waves/${id}`;
    const invitationOf = async (signup: { id: string } | undefined) =>
      (await list.invitations(`?wave_id=${id}`)).find(({ signup_id }) => signup_id === signup?.id).id;
    const ofBo = await invitationOf(bo);
    await service.sql`UPDATE mails SET clicked_at = now() WHERE id = (SELECT mail_id FROM invitations WHERE id = ${ofBo})`;
    await list.call('POST', '/conversions', { waitlist_id: list.id, signup_id: ada?.id });
    const whole = await visitor.open(page);
    const namesIn = (html: string) => rowsOf(html).map(([name, , state]) => [name?.split('@')[0], state]);
    expect(namesIn(whole.body)).toEqual([
      ['ada', 'User'],
      ['bo', 'Clicked'],
      ['cy', 'Sent'],
      ['di', 'Sent'],
    ]);
    for (const [step, names] of [
      ['converted', ['ada']],
      ['opened', ['bo']],
      ['sent', ['ada', 'bo', 'cy', 'di']],
      ['expired', []],
      ['nonsense', ['ada', 'bo', 'cy', 'di']],
    ] as const) {
      const shown = await visitor.open(`${page}?step=${step}`);
      expect([step, ...namesIn(shown.body).map(([name]) => name)]).toEqual([step, ...names]);
    }
    expect(whole.body).toContain(`href="${page}?step=converted#people"`);
    expect(whole.body).not.toContain(`href="${page}?step=expired#people"`);
    const csv = await visitor.open(`${page}/people.csv?step=clicked`);
    expect(csv.headers['content-disposition']).toContain('First.csv');
    expect(csv.body).toMatch(/^\ufeffsignup_id,email,.*\n[^\n]*,bo@example\.com,2,[^\n]*,clicked,[^\n]*\n$/);

    const early = await visitor.send(`${page}/people/${ofBo}/resend`);
    expect([early.statusCode, wordsOf(early)]).toEqual([
      429,
      expect.stringContaining('less than an hour old'),
    ]);
    await service.sql`UPDATE invitations SET last_mailed_at = last_mailed_at - interval '2 hours' WHERE id = ${ofBo}`;
    const again = await visitor.follow(await visitor.send(`${page}/people/${ofBo}/resend`));
    expect(wordsOf(again)).toContain('The invitation of bo@example.com is on its way again.');
    expect(wordsOf(again)).toContain('sent again: 1');
    const revoked = await visitor.follow(await visitor.send(`${page}/people/${ofBo}/revoke`));
    expect(wordsOf(revoked)).toContain('The invitation of bo@example.com was revoked.');
    expect(namesIn(revoked.body)[1]).toEqual(['bo', 'Revoked sent again: 1']);
    expect(revoked.body).not.toContain(`people/${ofBo}/revoke`);

    // Of another wave, or of nobody.
    const other = await list.launch({ deliver: 'link', filter: { ids: [bo?.id] } });
    const ofOther = await list.invitations(`?wave_id=${other.id}`);
    for (const invitation of [ofOther[0]?.id, id])
      expect((await visitor.send(`${page}/people/${invitation}/revoke`)).statusCode).toBe(404);
    await service.sql`UPDATE invitations SET last_mailed_at = last_mailed_at - interval '2 hours' WHERE wave_id = ${other.id}`;
    const linked = await visitor.send(
      `/dashboard/waitlists/${list.id}/invite/waves/${other.id}/people/${ofOther[0]?.id}/resend`,
    );
    expect(linked.body).toContain('https://notes.test/welcome?token=inv_');
  });

  test('by links are downloaded once', async () => {
    const opened = await open();
    const { list, visitor } = opened;
    await addPeople(list, 'ada', 'bo');
    const page = await draft(opened);
    await visitor.send(`${page}/launch`, { count: '2' });
    const early = await visitor.send(`${page}/links`);
    expect([early.statusCode, wordsOf(early)]).toEqual([409, expect.stringContaining('not all made yet')]);
    await worker.run('send-wave', { id: page.split('/').at(-1) ?? '', accountId: list.account.accountId });
    expect((await visitor.open(page)).body).toContain('Download the links');
    const csv = await visitor.send(`${page}/links`);
    expect(csv.headers['content-type']).toContain('text/csv');
    expect(csv.body).toMatch(
      /^\ufeffemail,url\n(.+@example\.com,https:\/\/notes\.test\/welcome\?token=inv_.+\n){2}$/,
    );
    expect((await visitor.send(`${page}/links`)).statusCode).toBe(409);
  });

  test('are discarded, and drafted again from an earlier wave', async () => {
    const opened = await open();
    const { list, visitor, path } = opened;
    await list.field('vip', 'boolean');
    await list.field('team', 'string');
    await list.add({ email: 'ada@example.com', fields: { vip: true }, utm_source: 'news' });
    const page = await draft(opened, {
      ...{ utm_source: 'news', 'field.vip': 'true', confirmed: 'false', min_referrals: '' },
      ...{ 'not_field.team': 'Sales', not_email_domains: 'acme.com, ACME.io' },
      ...{ expires_in_days: '30', order: 'position', created_before: '2099-01-01' },
    });
    const { filter, expires_in_days } = await list.wave(page.split('/').at(-1) ?? '');
    expect([filter, expires_in_days]).toEqual([
      {
        utm_source: 'news',
        match: 'any_case',
        fields: { vip: true },
        not_fields: { team: 'Sales' },
        not_email_domains: ['acme.com', 'acme.io'],
        confirmed: false,
        created_before: '2099-01-01',
      },
      30,
    ]);
    const back = await visitor.follow(await visitor.send(`${page}/cancel`));
    expect(wordsOf(back)).toContain('The draft was discarded.');
    const like = await visitor.open(`${path}/invite?like=${page.split('/').at(-1)}`);
    for (const shown of [
      'value="news"',
      'value="30"',
      'value="Sales"',
      'value="acme.com, acme.io"',
      'value="2099-01-01"',
      '<option value="false" selected',
    ])
      expect(like.body).toContain(shown);
    const other = await open();
    const foreign = `${other.path}/invite/waves/${page.split('/').at(-1)}`;
    expect((await other.visitor.open(foreign)).statusCode).toBe(404);
    const second = await service.waitlist(list.account, { name: 'Another' });
    const elsewhere = page.replace(list.id, second);
    expect((await visitor.open(elsewhere)).statusCode).toBe(404);
    expect((await visitor.send(`${elsewhere}/cancel`)).statusCode).toBe(404);
  });

  test('of selected people become a draft, with the same filter where waves have it', async () => {
    const opened = await open();
    const { list, visitor, path } = opened;
    const [ada, , cy] = await addPeople(list, 'ada', 'bo', 'cy');
    await list.add({ email: 'news@example.com', utm_source: 'news' });
    const invite = async (query: string, fields: Record<string, string | string[]>) => {
      const answer = await visitor.send(`${path}/selection${query}`, { action: 'invite', ...fields });
      expect([answer.statusCode, wordsOf(answer)]).toEqual([303, '']);
      return list.wave(String(answer.headers.location).split('/').at(-1) ?? '');
    };
    const rows = await invite('', { scope: 'rows', selected: [ada?.id ?? '', cy?.id ?? ''] });
    expect(rows).toMatchObject({ selected: 2, filter: { id_count: 2 }, deliver: 'email', size: 2 });
    const like = await visitor.open(`${path}/invite?like=${rows.id}`);
    expect(wordsOf(like)).toContain('Only the 2 signups that you selected.');
    const again = await draft(opened, { like: rows.id, size: '1' });
    expect(await list.wave(again.split('/').at(-1) ?? '')).toMatchObject({ matched: 2, selected: 1 });
    expect(await invite('?utm_source=news', { scope: 'all' })).toMatchObject({
      ...{ selected: 1, filter: { utm_source: 'news' } },
    });
    expect(await invite('', { scope: 'all' })).toMatchObject({ selected: 4, filter: {} });
    expect(await invite('?not_email_domains=ACME.com', { scope: 'all' })).toMatchObject({
      ...{ selected: 4, filter: { not_email_domains: ['acme.com'] } },
    });
    expect(await invite('?q=example', { scope: 'all' })).toMatchObject({
      selected: 4,
      filter: { id_count: 4 },
    });
    for (const [query, order] of [
      ['?order=referrals', 'referrals'],
      ['?q=example&order=referrals', 'referrals'],
      ['?order=newest', 'display_position'],
      ['', 'display_position'],
    ] as const)
      expect([query, await invite(query, { scope: 'all' })]).toMatchObject([query, { order }]);
    const none = await visitor.send(`${path}/selection?q=nobody`, { action: 'invite', scope: 'all' });
    expect([none.statusCode, wordsOf(none)]).toEqual([400, expect.stringContaining('No signup matches')]);
  });

  test('of one person are made, sent again and revoked on the page of the signup', async () => {
    const { list, visitor, path } = await open();
    const [ada] = await addPeople(list, 'ada');
    const page = `${path}/signups/${ada?.id}`;
    expect(wordsOf(await visitor.open(page))).toContain('State Not invited');
    const made = await visitor.send(`${page}/invite`, { deliver: 'link' });
    const [url = ''] = /https:\/\/notes\.test\/welcome\?token=inv_\w+/.exec(made.body) ?? [];
    expect(wordsOf(made)).toContain('it is shown only once');
    expect(wordsOf(await visitor.open(page))).not.toContain('inv_');
    const twice = await visitor.send(`${page}/invite`, { deliver: 'link' });
    expect([twice.statusCode, wordsOf(twice)]).toEqual([
      409,
      expect.stringContaining('an invitation that is open'),
    ]);
    const early = await visitor.send(`${page}/resend-invitation`);
    expect([early.statusCode, wordsOf(early)]).toEqual([
      429,
      expect.stringContaining('less than an hour old'),
    ]);
    await service.sql`UPDATE invitations SET last_mailed_at = last_mailed_at - interval '61 minutes' WHERE signup_id = ${ada?.id ?? ''}`;
    const again = await visitor.send(`${page}/resend-invitation`);
    const [other = ''] = /https:\/\/notes\.test\/welcome\?token=inv_\w+/.exec(again.body) ?? [];
    expect(other).not.toBe(url);
    const verify = async (link: string) =>
      (await list.call('POST', '/invitations/verify', { token: tokenOf(link) })).body.valid;
    expect([await verify(url), await verify(other)]).toEqual([false, true]);
    const revoked = await visitor.follow(await visitor.send(`${page}/revoke-invitation`));
    expect(wordsOf(revoked)).toContain('The invitation was revoked.');
    expect(await verify(other)).toBe(false);
    const mailed = await visitor.follow(await visitor.send(`${page}/invite`, { deliver: 'email' }));
    expect(wordsOf(mailed)).toContain('ada@example.com is being invited.');
    await list.call('POST', '/conversions', { waitlist_id: list.id, signup_id: ada?.id });
    const words = wordsOf(await visitor.open(page));
    expect(words).toContain('State User');
    expect(words).toMatch(/Invited .*Invitation revoked .*Invited .*Became a user/);
    expect(words).not.toContain('Make a link');
  });

  test('have a mail of their own, whose preview invites nobody', async () => {
    const { list, visitor, path } = await open();
    await addPeople(list, 'ada');
    for (const [kind, part] of [
      ['invite', 'https://notes.test/welcome?token=inv_sample'],
      ['confirm', '/c/'],
    ] as const) {
      const preview = await visitor.open(`${path}/email/${kind}/preview`);
      expect([kind, preview.statusCode]).toEqual([kind, 200]);
      expect(preview.body).toContain(part);
      const refused = await visitor.send(`${path}/email/${kind}`, { subject: 'Hi', html: '<p>Hi</p>' });
      expect(wordsOf(refused)).toContain(`must hold {{${kind}.url}}`);
    }
    const html = '<a href="{{invite.url}}">Come in</a> until {{invite.expires_at}}';
    await visitor.send(`${path}/email/invite`, { subject: 'Come in', html });
    await visitor.send(`${path}/email/invite/test`, { subject: 'Come in', html, to: 'tester@example.com' });
    const [mail] = await sink.mailsTo('tester@example.com');
    expect([mail?.subject, mail?.html]).toEqual([
      '[Test] Come in',
      expect.stringContaining('https://notes.test/welcome?token=inv_sample'),
    ]);
  });
});
