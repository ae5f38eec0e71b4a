import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { remindUnconfirmed } from '../../../src/shared/capabilities/confirmations/remind-unconfirmed.ts';
import { type MailSink, startMailSink } from '../../support/mail-sink.ts';
import type { TestAccount } from '../../support/service/make.ts';
import { useService } from '../../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../../support/service/worker.ts';
import { findBrokenInvariants } from '../../support/storm/invariants.ts';
import { roomInMinute } from '../../support/values/minute.ts';

const service = useService({ BASE_URL: 'https://waitlist.test' });
let sink: MailSink;
let worker: TestWorker;
let account: TestAccount;

beforeAll(async () => {
  sink = await startMailSink();
  worker = openTestWorker(service, { MANAGED_EMAIL_URL: sink.url });
  account = await service.account({ plan: 'scale' });
});
afterAll(async () => {
  await worker.close();
  await sink.close();
});

async function confirmingList(confirmation: object = {}): Promise<string> {
  const list = await service.waitlist(account);
  const { statusCode } = await setConfirmation(list, { enabled: true, ...confirmation });
  expect(statusCode).toBe(200);
  return list;
}
const setConfirmation = (list: string, confirmation: object) =>
  service.call('PATCH', `/v1/waitlists/${list}/settings`, account.key, { payload: { confirmation } });
const signUp = async (list: string, email: string, body: object = {}) =>
  (await service.signUp(account, list, { email, ...body })).json();
const signups = async (list: string, query = '') =>
  (await service.call('GET', `/v1/waitlists/${list}/signups${query}`, account.key)).json();
const statsOf = async (list: string, query = '') =>
  (await service.call('GET', `/v1/waitlists/${list}/stats${query}`, account.key)).json();

/** The path of the link in the newest mail to an address, which must be one that asks to confirm. */
async function linkTo(email: string): Promise<string> {
  const mail = (await sink.mailsTo(email)).at(-1);
  const [, url = ''] = /href="(https:\/\/waitlist\.test\/c\/[\w-]{68})"/.exec(mail?.html ?? '') ?? [];
  expect(url).not.toBe('');
  expect(mail?.headers.find(({ key }) => key === 'list-unsubscribe')).toBeUndefined();
  return new URL(url).pathname;
}
const confirm = (token: string, key = account.key) =>
  service.call('POST', '/v1/confirmations', key, { payload: { token } });
const tokenOf = (path: string) => path.slice('/c/'.length);
const moveBack = (email: string, hours: number) => service.sql`
  UPDATE signups SET confirm_sent_at = confirm_sent_at - make_interval(hours => ${hours}),
    confirmable_until = confirmable_until - make_interval(hours => ${hours}) WHERE email = ${email}`;

describe('a list that asks for confirmation (N3)', () => {
  test('mails a link first, and its own mail and the credit once, when it is confirmed', async () => {
    await service.call('PUT', '/v1/integrations/webhook', account.key, {
      payload: { config: { url: 'http://127.0.0.1:1/', events: ['signup.confirmed'] } },
    });
    const list = await confirmingList({ credit: 'on_confirm' });
    const friend = await signUp(list, 'friend@example.com');
    const made = await signUp(list, 'ada@example.com', {
      referral_code: friend.referral_code,
      include: ['status_token'],
    });
    expect(made).toMatchObject({ position: 2, total: 2 });
    await worker.sendAll();
    expect((await sink.mailsTo('ada@example.com')).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Confirm your place on the List/),
    ]);
    const status = async () =>
      (
        await service.app.inject({
          url: '/v1/public/status',
          headers: { authorization: `Status ${made.status_token}` },
        })
      ).json().confirmed;
    expect(await status()).toBe(false);
    // The referrer and its credit come together (§3.4).
    expect((await signups(list)).data[0]).toMatchObject({ email_status: null, referred_by: null });
    expect((await signups(list)).data[1]).toMatchObject({ referral_count: 0 });
    expect((await signups(list, `?referred_by=${friend.id}`)).total).toBe(0);
    const [created] = await service.sql<{ data: object }[]>`
      SELECT payload -> 'data' AS data FROM outbox WHERE job = 'fan-out-event' AND id = ${made.id}`;
    expect(created?.data).toMatchObject({ email: 'ada@example.com', referred_by: null });
    expect(await statsOf(list, '?include=confirmation')).toMatchObject({ confirmed: 0, referred_count: 0 });
    expect(await findBrokenInvariants(service.sql)).toEqual([]);

    const path = await linkTo('ada@example.com');
    for (let scan = 0; scan < 3; scan++) {
      const page = await service.app.inject({ url: path });
      expect([page.statusCode, page.body]).toEqual([200, expect.stringContaining('<form method="post">')]);
    }
    expect((await signups(list, '?confirmed=true')).total).toBe(0);

    const [first, ...more] = (
      await Promise.all([
        confirm(tokenOf(path)),
        confirm(tokenOf(path)),
        service.app.inject({ method: 'POST', url: path }),
      ])
    ).map(({ statusCode }) => statusCode);
    expect([first, ...more]).toEqual([200, 200, 200]);
    const again = await confirm(tokenOf(path));
    expect(again.json()).toEqual({ signup_id: made.id, confirmed_at: expect.any(String), first: false });
    await worker.sendAll();
    expect((await sink.mailsTo('ada@example.com')).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Confirm/),
      expect.stringMatching(/^You’re #2/),
    ]);
    expect(await status()).toBe(true);
    expect((await signups(list, '?confirmed=true')).data).toMatchObject([
      { id: made.id, email_status: 'sent', referred_by: friend.id },
    ]);
    expect((await signups(list, `?referred_by=${friend.id}`)).total).toBe(1);
    expect((await signups(list, '?confirmed=false')).data).toMatchObject([
      { id: friend.id, referral_count: 1 },
    ]);
    expect(await statsOf(list, '?include=confirmation')).toMatchObject({ confirmed: 1, referred_count: 1 });
    expect(await statsOf(list)).not.toHaveProperty('confirmed');
    const events = await service.sql<{ payload: { data: object } }[]>`
      SELECT payload FROM outbox WHERE job = 'fan-out-event' AND payload ->> 'type' = 'signup.confirmed'`;
    expect(events.map(({ payload }) => payload.data)).toMatchObject([
      { id: made.id, email: 'ada@example.com' },
    ]);
    expect(await findBrokenInvariants(service.sql)).toEqual([]);
    const csv = (await service.call('GET', `/v1/waitlists/${list}/signups/export`, account.key)).body.split(
      '\n',
    );
    const column = csv[0]?.split(',').indexOf('confirmed_at') ?? -1;
    expect(csv[2]?.split(',')[column]).toBe(again.json().confirmed_at);
  });

  test('leads to the own page once, and to the link to share after that', async () => {
    const list = await confirmingList();
    const links = { site_url: 'https://acme.test/', status_page: true };
    await service.call('PATCH', `/v1/waitlists/${list}/settings`, account.key, { payload: { links } });
    await signUp(list, 'own@example.com');
    await worker.sendAll();
    const url = await linkTo('own@example.com');
    const done = await service.app.inject({ method: 'POST', url });
    expect([done.statusCode, done.headers.location]).toEqual([
      303,
      expect.stringMatching(/^\/s\/\S+\?link=/),
    ]);
    const own = await service.app.inject({ url: String(done.headers.location) });
    expect([own.statusCode, own.body]).toEqual([
      200,
      expect.stringContaining('Your email address is confirmed.'),
    ]);
    for (const method of ['GET', 'POST'] as const) {
      const again = await service.app.inject({ method, url });
      expect([again.statusCode, again.body]).toEqual([
        200,
        expect.stringContaining('value="https://acme.test/?ref='),
      ]);
      expect(again.body).not.toContain('/s/');
    }
  });

  test('gives the credit at once, unless it waits for the confirmation', async () => {
    const list = await confirmingList();
    const friend = await signUp(list, 'friend2@example.com');
    await signUp(list, 'eve@example.com', { referral_code: friend.referral_code });
    expect((await signups(list)).data[1]).toMatchObject({ referral_count: 1 });
    await worker.sendAll();
    await confirm(tokenOf(await linkTo('eve@example.com')));
    expect((await signups(list)).data[1]).toMatchObject({ referral_count: 1 });
    expect(await findBrokenInvariants(service.sql)).toEqual([]);
  });

  test('keeps its counts when signups without a credit, or their referrer, are removed', async () => {
    const list = await confirmingList({ credit: 'on_confirm' });
    const referrer = await signUp(list, 'referrer@example.com');
    const emails = Array.from({ length: 104 }, (_, index) => `r${index}@example.com`);
    for (const email of emails) await signUp(list, email, { referral_code: referrer.referral_code });
    await worker.sendAll();
    await confirm(tokenOf(await linkTo('r0@example.com')));
    const [r0, r1] = (await signups(list, '?order=oldest&limit=3')).data.slice(1);
    const remove = (id: string) => service.call('DELETE', `/v1/waitlists/${list}/signups/${id}`, account.key);
    expect((await remove(r1.id)).statusCode).toBe(204);
    expect(await findBrokenInvariants(service.sql)).toEqual([]);
    expect((await remove(referrer.id)).statusCode).toBe(204);
    expect(await findBrokenInvariants(service.sql)).toEqual([]);
    await worker.run('clear-referrals', { id: referrer.id, accountId: account.accountId });
    expect(
      (await signups(list, `?limit=200`)).data.filter(
        ({ referred_by }: { referred_by: unknown }) => referred_by,
      ),
    ).toEqual([]);
    await confirm(tokenOf(await linkTo('r2@example.com')));
    expect((await remove(r0.id)).statusCode).toBe(204);
    expect(await statsOf(list, '?include=confirmation')).toMatchObject({ confirmed: 1, referred_count: 0 });
    expect(await findBrokenInvariants(service.sql)).toEqual([]);
  });

  test('sends the link again to who signs up again, an hour apart and three times, and changes nothing else', async () => {
    const list = await confirmingList();
    const made = await signUp(list, 'again@example.com');
    const received = () => sink.received.get('again@example.com') ?? 0;
    for (const expected of [1, 2, 3, 4, 4]) {
      expect(await signUp(list, 'AGAIN@example.com')).toEqual(made);
      await worker.sendAll();
      expect(received()).toBe(expected);
      await moveBack('again@example.com', 2);
    }
    await confirm(tokenOf(await linkTo('again@example.com')));
  });

  test('an expired link confirms nothing and offers a new one', async () => {
    const list = await confirmingList({ expires_hours: 2 });
    await signUp(list, 'late@example.com');
    await worker.sendAll();
    const path = await linkTo('late@example.com');
    await moveBack('late@example.com', 3);
    expect((await confirm(tokenOf(path))).json().error).toEqual({
      code: 'invalid_request',
      message: 'token: the link has expired. Sign up again to get a new one.',
    });
    const page = await service.app.inject({ url: path });
    expect(page.body).toContain(`action="${path}/again"`);
    expect((await service.app.inject({ method: 'POST', url: path })).statusCode).toBe(410);
    expect((await service.app.inject({ method: 'POST', url: `${path}/again` })).body).toContain('a new link');
    expect((await service.app.inject({ method: 'POST', url: `${path}/again` })).body).toContain('recently');
    await worker.sendAll();
    expect(sink.received.get('late@example.com')).toBe(2);
    expect((await confirm(tokenOf(path))).statusCode).toBe(200);
    const askAgain = async (of: string) =>
      (await service.app.inject({ method: 'POST', url: `${of}/again` })).body;
    expect(await askAgain(path)).toContain('is confirmed');

    await signUp(list, 'often@example.com');
    await worker.sendAll();
    const often = await linkTo('often@example.com');
    await service.sql`UPDATE signups SET confirm_count = 4 WHERE email = 'often@example.com'`;
    expect(await askAgain(often)).toContain('no more links');
    await service.sql`UPDATE signups SET confirm_count = 1 WHERE email = 'often@example.com'`;
    await setConfirmation(list, { enabled: false });
    expect(await askAgain(often)).toContain('no more links');
  });

  test('a link is valid from when its mail leaves, however long that had to wait', async () => {
    const list = await confirmingList({ expires_hours: 2, remind_after_hours: 1 });
    await signUp(list, 'held@example.com');
    await moveBack('held@example.com', 72);
    await worker.sendAll();
    await remindUnconfirmed(worker.ctx);
    expect(await service.pendingJobs('send-signup-email')).toEqual([]); // reminded an hour after that, too
    expect((await confirm(tokenOf(await linkTo('held@example.com')))).statusCode).toBe(200);
  });

  test('people of other waitlists are reminded, too, where one cannot be', async () => {
    const lists = [];
    for (const name of ['a', 'b']) {
      const list = await confirmingList({ expires_hours: 48, remind_after_hours: 24 });
      await signUp(list, `${name}.reminded@example.com`);
      lists.push(list);
    }
    await worker.sendAll();
    await moveBack('a.reminded@example.com', 25);
    await moveBack('b.reminded@example.com', 25);
    await service.sql`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'refused'; END $$`;
    const [broken = ''] = lists.toSorted();
    await service.sql`
      CREATE TRIGGER refuse BEFORE UPDATE ON signups FOR EACH ROW WHEN (OLD.waitlist_id = ${service.sql.unsafe(`'${broken}'`)}) EXECUTE FUNCTION refuse()`;
    await remindUnconfirmed(worker.ctx);
    await service.sql`DROP TRIGGER refuse ON signups`;
    expect(await service.pendingJobs('send-signup-email')).toHaveLength(1);
    await service.sql`UPDATE signups SET confirm_count = 2 WHERE waitlist_id = ${broken}`;
    await worker.sendAll();
  });

  test('scanners that open a link use up nothing of what its button needs', async () => {
    const list = await confirmingList();
    await signUp(list, 'scanned@example.com');
    await worker.sendAll();
    const path = await linkTo('scanned@example.com');
    await roomInMinute(service.env.REDIS_URL ?? '', 30);
    const scans = [];
    for (let scan = 0; scan < 35; scan++) scans.push((await service.app.inject({ url: path })).statusCode);
    expect(scans.at(-1)).toBe(429);
    expect((await service.app.inject({ method: 'POST', url: path })).statusCode).toBe(200);
  });

  test('reminds once, while the link is valid', async () => {
    const list = await confirmingList({ expires_hours: 48, remind_after_hours: 24 });
    for (const email of ['soon@example.com', 'done@example.com', 'gone@example.com', 'new@example.com'])
      await signUp(list, email);
    await worker.sendAll();
    await confirm(tokenOf(await linkTo('done@example.com')));
    await worker.sendAll();
    for (const [email, hours] of [
      ['soon', 25],
      ['done', 25],
      ['gone', 49],
    ] as const)
      await moveBack(`${email}@example.com`, hours);
    const remind = () => remindUnconfirmed(worker.ctx);
    await Promise.all([remind(), remind()]);
    await moveBack('soon@example.com', 2);
    await remind();
    expect(await service.pendingJobs('send-signup-email')).toHaveLength(1);
    await worker.sendAll();
    expect(['soon', 'done', 'gone', 'new'].map((name) => sink.received.get(`${name}@example.com`))).toEqual([
      2, 2, 1, 1,
    ]);
  });

  test('lets browsers lead on to a page of the account after the button', async () => {
    const list = await confirmingList({ redirect_url: 'https://acme.test/done?a=1' });
    await signUp(list, 'on@example.com');
    await worker.sendAll();
    const url = await linkTo('on@example.com');
    const { headers } = await service.app.inject({ url });
    expect(headers['content-security-policy']).toContain("form-action 'self' https://acme.test;");
    const done = await service.app.inject({ method: 'POST', url });
    expect([done.statusCode, done.headers.location]).toEqual([303, 'https://acme.test/done?a=1']);
  });

  test('leads to the page of the account, whose server confirms with the token', async () => {
    const list = await confirmingList({
      url: 'https://acme.test/confirm?a=1',
      redirect_url: 'https://acme.test/done',
    });
    await signUp(list, 'own@example.com');
    await worker.sendAll();
    const path = await linkTo('own@example.com');
    const page = await service.app.inject({ url: path });
    expect([page.statusCode, page.headers.location]).toEqual([
      302,
      `https://acme.test/confirm?a=1&token=${tokenOf(path)}`,
    ]);
    const other = await service.account();
    expect((await confirm(tokenOf(path), other.key)).statusCode).toBe(404);
    expect((await confirm('x')).statusCode).toBe(400);
    expect((await confirm(tokenOf(path))).json()).toMatchObject({ first: true });
    const done = await service.app.inject({ method: 'POST', url: path });
    expect([done.statusCode, done.headers.location]).toEqual([303, 'https://acme.test/done']);
  });

  test('asks nobody who was on the list before, and nobody after it is switched off', async () => {
    const list = await service.waitlist(account);
    await signUp(list, 'before@example.com');
    await setConfirmation(list, { enabled: true });
    await signUp(list, 'during@example.com');
    await setConfirmation(list, { enabled: null });
    await signUp(list, 'after@example.com');
    await signUp(list, 'before@example.com');
    await worker.sendAll();
    const subject = async (name: string) =>
      (await sink.mailsTo(`${name}@example.com`)).map((mail) => mail.subject?.slice(0, 7));
    expect([await subject('before'), await subject('during'), await subject('after')]).toEqual([
      ['You’re '],
      ['Confirm'],
      ['You’re '],
    ]);
    expect((await setConfirmation(list, { remind_after_hours: 48 })).json().error.message).toBe(
      'confirmation.remind_after_hours: must be less than expires_hours',
    );
    await service.call('DELETE', `/v1/waitlists/${list}`, account.key);
    await worker.run('purge-waitlist', { id: list, accountId: account.accountId });
    expect(await findBrokenInvariants(service.sql)).toEqual([]);
  });
});
