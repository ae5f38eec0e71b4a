import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { expireDue } from '../../../src/shared/capabilities/release/invitations/end-invitations.ts';
import { type MailSink, startMailSink } from '../../support/mail-sink.ts';
import { type InvitingList, makeInvitingList, tokenOf } from '../../support/release/inviting.ts';
import type { TestAccount } from '../../support/service/make.ts';
import { useService } from '../../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../../support/service/worker.ts';
import { findBrokenInvariants } from '../../support/storm/invariants.ts';

const service = useService({ BASE_URL: 'https://waitlist.test' });
let sink: MailSink;
let worker: TestWorker;
let account: TestAccount;

beforeAll(async () => {
  sink = await startMailSink();
  worker = openTestWorker(service, { MANAGED_EMAIL_URL: sink.url });
  account = await service.account();
  await service.call('GET', '/v1/events', account.key); // begins the feed
});
afterAll(async () => {
  await worker.close();
  await sink.close();
});
afterEach(async () => {
  expect(await findBrokenInvariants(service.sql)).toEqual([]);
});

const inviting = () => makeInvitingList(service, account, worker);
/** Adds somebody whose signup email is sent already. */
async function person(list: InvitingList, email: string): Promise<string> {
  const { id } = await list.add({ email });
  await worker.send(id);
  return id;
}
/** The mails with an invitation to an address. */
async function invitesTo(email: string): Promise<{ token: string; html: string }[]> {
  const mails = await sink.mailsTo(email);
  return mails.flatMap(({ html }) => {
    const [, url] = /href="(https:\/\/notes\.test\/welcome\?token=[^"]+)"/.exec(String(html)) ?? [];
    return url === undefined ? [] : [{ token: tokenOf(url), html: String(html) }];
  });
}
/** The types of an account's events about a signup. */
async function eventsOf(signupId: string): Promise<string[]> {
  await worker.fanOutAndDeliver();
  const rows = await service.sql<{ type: string }[]>`
    SELECT type FROM events WHERE account_id = ${account.accountId} AND data ->> 'id' = ${signupId} AND type LIKE 'invitation.%' ORDER BY seq`;
  return rows.map(({ type }) => type);
}
const moveBack = (id: string, hours: number) => service.sql`
  UPDATE invitations SET last_mailed_at = last_mailed_at - make_interval(hours => ${hours}), expires_at = expires_at - make_interval(hours => ${hours})
  WHERE id = ${id}`;
const verify = async (list: InvitingList, token: string, email?: string) =>
  (await list.call('POST', '/invitations/verify', { token, ...(email && { email }) })).body;

describe('an invitation (N5)', () => {
  test.each([
    ['j@example.com', '***@example.com'],
    ['jo@example.com', 'j***@example.com'],
  ])('tells who holds the token of %s at most half of the name', async (email, email_hint) => {
    const list = await inviting();
    const { token } = await list.inviteByLink(await person(list, email));
    expect(await verify(list, token)).toMatchObject({ valid: true, email_hint });
  });

  test('is mailed once, verified without a change, and converts once for its address alone', async () => {
    const list = await inviting();
    const ada = await person(list, 'ada.first@example.com');
    const bob = await person(list, 'bob.first@example.com');
    const wave = await list.launch({ expires_in_days: 3 });
    await worker.sendAll();
    await worker.sendAll();
    const [mail, ...more] = await invitesTo('ada.first@example.com');
    expect(more).toEqual([]);
    expect(mail?.token).toMatch(/^inv_[0-9A-Za-z]{38}$/);
    expect(mail?.html).toMatch(/valid until \d{1,2} \w+ \d{4} at \d\d:\d\d UTC\./);
    const [toBob] = await invitesTo('bob.first@example.com');
    expect(toBob?.token).not.toBe(mail?.token);
    const token = mail?.token ?? '';
    const [sent] = await list.invitations(`?wave_id=${wave.id}&state=invited&limit=1&offset=1`);
    expect(sent).toMatchObject({ signup_id: ada, wave_id: wave.id, sent_at: expect.any(String), resends: 0 });
    const valid = {
      valid: true,
      reason: null,
      email_hint: 'a***@example.com',
      waitlist_id: list.id,
      signup_id: ada,
      expires_at: sent.expires_at,
    };
    expect(await verify(list, token)).toEqual(valid);
    expect(await verify(list, token, 'ADA.First@Example.com')).toEqual(valid);
    expect(await verify(list, token, 'bob.first@example.com')).toMatchObject({
      valid: false,
      reason: 'email_mismatch',
    });
    const unknown = {
      valid: false,
      reason: 'unknown',
      email_hint: null,
      waitlist_id: null,
      signup_id: null,
      expires_at: null,
    };
    for (const forged of [`${token.slice(0, -1)}?`, '', 'inv_', token.toLowerCase(), 'x'.repeat(200)])
      expect(await verify(list, forged)).toEqual(unknown);
    const stranger = await service.account();
    const asked = await service.call('POST', '/v1/invitations/verify', stranger.key, { payload: { token } });
    expect([asked.statusCode, asked.json()]).toEqual([200, unknown]);

    const convert = (email: string, more = {}) =>
      list.call('POST', '/conversions', { token, email, ...more });
    expect((await convert('bob.first@example.com')).status).toBe(409);
    const both = await Promise.all([convert('ada.first@example.com'), convert('Ada.First@example.com')]);
    expect(both.map(({ status, body }) => [status, body.first]).toSorted()).toEqual([
      [200, false],
      [200, true],
    ]);
    const again = await convert('ada.first@example.com', { external_id: 'user_1' });
    expect(again.body).toEqual({
      signup_id: ada,
      invitation_id: sent.id,
      state: 'converted',
      converted_at: both[0]?.body.converted_at,
      first: false,
    });
    expect((await convert('bob.first@example.com')).status).toBe(409);
    expect(await verify(list, token)).toMatchObject({ valid: false, reason: 'converted' });
    expect(await eventsOf(ada)).toEqual(['invitation.sent', 'invitation.converted']);
    expect(await eventsOf(bob)).toEqual(['invitation.sent']);
    expect(await list.wave(wave.id)).toMatchObject({
      sent: 2,
      converted: 1,
      conversion_rate: 50,
      median_hours_to_convert: 0,
    });
    const [event] =
      await service.sql`SELECT data FROM events WHERE type = 'invitation.converted' AND data ->> 'id' = ${ada}`;
    expect(Object.keys(event?.data)).toEqual([
      'id',
      'waitlist_id',
      'waitlist_name',
      'email',
      'position',
      'metadata',
      'created_at',
      'invitation_id',
      'wave_id',
      'occurred_at',
    ]);
  });

  test('stores no token, also of a mail that a provider may see again', async () => {
    const list = await inviting();
    await person(list, 'secret@example.com');
    await list.launch();
    await worker.sendAll();
    const [mail] = await invitesTo('secret@example.com');
    const tables = await service.sql<{ name: string }[]>`
      SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'`;
    for (const { name } of tables) {
      const rows = await service.sql`SELECT t::text AS text FROM ${service.sql(name)} t`;
      expect([name, rows.some(({ text }) => text.includes(mail?.token ?? 'none'))]).toEqual([name, false]);
    }
  });

  test('is not mailed once it is revoked, declined, expired or converted', async () => {
    const list = await inviting();
    const names = ['revoked', 'expired', 'converted', 'removed', 'open'];
    const ids: Record<string, string> = {};
    for (const name of names) ids[name] = await person(list, `${name}@unsent.example`);
    await list.launch();
    const invitations = await list.invitations();
    const idOf = (name: string) => invitations.find(({ signup_id }) => signup_id === ids[name])?.id;
    expect((await list.call('POST', `/invitations/${idOf('revoked')}/revoke`)).body.state).toBe('revoked');
    await service.sql`UPDATE invitations SET sent_at = now() - interval '1 day', expires_at = now() WHERE id = ${idOf('expired')}`;
    await list.call('POST', '/conversions', { waitlist_id: list.id, email: 'Converted@unsent.example' });
    await list.remove(ids.removed ?? '');
    await worker.sendAll();
    const sent = await Promise.all(
      names.map(async (name) => (await invitesTo(`${name}@unsent.example`)).length),
    );
    expect(sent).toEqual([0, 0, 0, 0, 1]);
    const unsent = await service.sql<{ state: string; error: string }[]>`
      SELECT state, error FROM mails WHERE kind = 'invite' AND signup_id = ANY (${Object.values(ids)}) AND state <> 'sent' ORDER BY error`;
    expect(unsent.map(({ state, error }) => [state, error])).toEqual([
      ['suppressed', 'The invitation expired before this mail was sent.'],
      ['suppressed', 'The invitation was revoked before this mail was sent.'],
      ['suppressed', 'The person became a user before this mail was sent.'],
    ]);
    expect(await service.pendingJobs('send-signup-email')).toEqual([]);
  });

  test('is sent again with another token at most three times, an hour apart', async () => {
    const list = await inviting();
    const ada = await person(list, 'ada.again@example.com');
    await list.launch({ expires_in_days: 2 });
    await worker.sendAll();
    const [{ id }] = (await list.invitations()) as [{ id: string }];
    const resend = () => service.call('POST', `/v1/invitations/${id}/resend`, account.key);
    const early = await resend();
    expect([early.statusCode, Number(early.headers['retry-after']) > 3_500]).toEqual([429, true]);
    const tokens = [(await invitesTo('ada.again@example.com'))[0]?.token];
    for (const resends of [1, 2, 3]) {
      await moveBack(id, 1);
      const both = await Promise.all([resend(), resend()]);
      expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 429]);
      expect(both.find(({ statusCode }) => statusCode === 200)?.json()).toMatchObject({
        id,
        resends,
        url: null,
      });
      await worker.sendAll();
      const mails = await invitesTo('ada.again@example.com');
      expect(mails).toHaveLength(resends + 1);
      tokens.push(mails.at(-1)?.token);
    }
    expect(new Set(tokens).size).toBe(4);
    await moveBack(id, 1);
    expect((await resend()).statusCode).toBe(429);
    for (const old of tokens.slice(0, 3))
      expect(await verify(list, old ?? '')).toMatchObject({ reason: 'unknown' });
    expect(await verify(list, tokens[3] ?? '')).toMatchObject({ valid: true, signup_id: ada });
    expect(await eventsOf(ada)).toEqual(['invitation.sent']);
  });

  test('replaces a mail that still waits when it is sent again', async () => {
    const list = await inviting();
    await person(list, 'replaced@example.com');
    await list.launch();
    const [{ id }] = (await list.invitations()) as [{ id: string }];
    await moveBack(id, 1);
    expect((await list.call('POST', `/invitations/${id}/resend`)).status).toBe(200);
    await worker.sendAll();
    const mails = await invitesTo('replaced@example.com');
    expect(mails).toHaveLength(1);
    expect(await verify(list, mails[0]?.token ?? '')).toMatchObject({ valid: true });
  });

  test('expires by the clock at once, and is marked with an event later', async () => {
    const list = await inviting();
    const ada = await person(list, 'ada.late@example.com');
    const { id, token } = await list.inviteByLink(ada);
    await moveBack(id, 24 * 14);
    expect(await verify(list, token)).toMatchObject({ valid: false, reason: 'expired' });
    expect((await list.call('POST', '/conversions', { token, email: 'ada.late@example.com' })).status).toBe(
      409,
    );
    expect((await list.call('POST', '/invitations/decline', { token })).status).toBe(409);
    expect((await list.call('POST', `/invitations/${id}/resend`)).status).toBe(409);
    await Promise.all([0, 1].map(() => expireDue(worker.ctx, new AbortController().signal)));
    expect(await list.invitations('?state=expired')).toHaveLength(1);
    expect(await eventsOf(ada)).toEqual(['invitation.sent', 'invitation.expired']);
    const second = await list.inviteByLink(ada); // another one is possible
    expect(await verify(list, second.token)).toMatchObject({ valid: true });
    expect(await verify(list, token)).toMatchObject({ reason: 'expired' });
  });

  test('is declined or revoked once, and the person can be invited again', async () => {
    const list = await inviting();
    const ada = await person(list, 'ada.no@example.com');
    const { id, token } = await list.inviteByLink(ada);
    const decline = () => list.call('POST', '/invitations/decline', { token });
    const [one, two] = await Promise.all([decline(), decline()]);
    expect([one?.status, two]).toEqual([200, one]);
    expect(one?.body).toMatchObject({ id, state: 'declined', ended_at: expect.any(String) });
    expect((await list.call('POST', `/invitations/${id}/revoke`)).status).toBe(409);
    expect(await eventsOf(ada)).toEqual(['invitation.sent', 'invitation.declined']);
    const again = await list.inviteByLink(ada);
    const revoke = () => list.call('POST', `/invitations/${again.id}/revoke`);
    const [first, second] = await Promise.all([revoke(), revoke()]);
    expect([first?.status, second]).toEqual([200, first]);
    expect(await verify(list, again.token)).toMatchObject({ reason: 'revoked' });
    expect((await list.call('POST', '/invitations/decline', { token: again.token })).status).toBe(409);
    expect((await list.call('POST', '/invitations/decline', { token: 'none' })).status).toBe(404);
  });

  test('ends with its signup', async () => {
    const list = await inviting();
    const ada = await person(list, 'ada.gone@example.com');
    const bob = await person(list, 'bob.gone@example.com');
    const open = await list.inviteByLink(ada);
    const used = await list.inviteByLink(bob);
    await list.call('POST', '/conversions', {
      token: used.token,
      email: 'bob.gone@example.com',
      external_id: 'bob',
    });
    for (const id of [ada, bob]) await list.remove(id);
    expect(await verify(list, open.token)).toMatchObject({ reason: 'revoked', email_hint: null });
    expect(await verify(list, used.token)).toMatchObject({ reason: 'converted' });
    expect(
      (await list.call('POST', '/conversions', { token: open.token, email: 'ada.gone@example.com' })).status,
    ).toBe(409);
    expect(
      (await list.call('POST', '/conversions', { token: used.token, email: 'bob.gone@example.com' })).status,
    ).toBe(404);
    expect((await list.invitations()).map(({ state, email }) => [state, email])).toEqual([
      ['converted', null],
      ['revoked', null],
    ]);
    expect(await service.sql`SELECT 1 FROM conversions WHERE signup_id = ${bob}`).toHaveLength(0);
  });

  test('may be used by another address where the settings say so', async () => {
    const list = await inviting();
    const { token } = await list.inviteByLink(await person(list, 'ada.any@example.com'));
    await list.call('PATCH', `/waitlists/${list.id}/settings`, {
      invitations: { require_email_match: false },
    });
    expect(await verify(list, token, 'eve@example.com')).toMatchObject({ valid: true });
    const used = await list.call('POST', '/conversions', { token, email: 'eve@example.com' });
    expect([used.status, used.body.first]).toEqual([200, true]);
  });
});

describe('a conversion (N5)', () => {
  test('needs no invitation, and uses one that is open', async () => {
    const list = await inviting();
    const ada = await person(list, 'ada.direct@example.com');
    const bob = await person(list, 'bob.direct@example.com');
    const convert = (body: object) => list.call('POST', '/conversions', { waitlist_id: list.id, ...body });
    const first = await convert({ email: 'ADA.direct@example.com' });
    expect(first).toMatchObject({ status: 200, body: { signup_id: ada, invitation_id: null, first: true } });
    expect(await convert({ signup_id: ada, external_id: 'u1' })).toMatchObject({ body: { first: false } });
    expect(await service.sql`SELECT external_id FROM conversions WHERE signup_id = ${ada}`).toMatchObject([
      { external_id: 'u1' },
    ]);
    const { id } = await list.inviteByLink(bob);
    expect(await convert({ signup_id: bob })).toMatchObject({ body: { invitation_id: id, first: true } });
    expect((await list.call('POST', `/waitlists/${list.id}/signups/${ada}/invite`, {})).status).toBe(409);
    expect((await convert({ email: 'nobody@example.com' })).status).toBe(404);
    expect((await convert({ signup_id: list.id })).status).toBe(404);
    const other = await inviting();
    expect((await other.call('POST', '/conversions', { waitlist_id: other.id, signup_id: ada })).status).toBe(
      404,
    );
    const stranger = await service.account();
    const payload = { waitlist_id: list.id, signup_id: ada };
    expect((await service.call('POST', '/v1/conversions', stranger.key, { payload })).statusCode).toBe(404);
    for (const body of [
      {},
      { token: 'x' },
      { email: 'a@b.co' },
      { token: 'x', email: 'a@b.co', signup_id: ada },
    ])
      expect((await list.call('POST', '/conversions', body)).status).toBe(400);
    expect(await eventsOf(ada)).toEqual(['invitation.converted']);
  });
});

describe('the time and the figures of invitations (N5)', () => {
  test('begin when the mail leaves, however long it was held', async () => {
    const list = await inviting();
    await person(list, 'late@example.com');
    const wave = await list.launch({ expires_in_days: 2 });
    await service.sql`UPDATE mails SET state = 'held' WHERE id = ANY (SELECT mail_id FROM invitations WHERE wave_id = ${wave.id})`;
    await service.sql`UPDATE invitations SET expires_at = expires_at - interval '3 days' WHERE wave_id = ${wave.id}`;
    await expireDue(worker.ctx, new AbortController().signal);
    expect((await list.invitations())[0]).toMatchObject({ state: 'invited', sent_at: null });
    await service.sql`UPDATE invitations SET expires_at = expires_at - interval '3 days' WHERE wave_id = ${wave.id}`;
    await service.sql`UPDATE mails SET state = 'queued' WHERE id = ANY (SELECT mail_id FROM invitations WHERE wave_id = ${wave.id})`;
    await worker.sendAll();
    const [sent] = await list.invitations();
    expect(Date.parse(sent.expires_at) - Date.parse(sent.sent_at)).toBe(2 * 86_400_000);
    expect(await invitesTo('late@example.com')).toHaveLength(1);
  });

  test('count what any mail of the invitation reached, after a resend too', async () => {
    const list = await inviting();
    await person(list, 'twice@example.com');
    const wave = await list.launch();
    await worker.sendAll();
    const [invitation] = await list.invitations();
    await service.sql`UPDATE mails SET clicked_at = now() WHERE id = (SELECT mail_id FROM invitations WHERE id = ${invitation.id})`;
    const reached = { sent: 1, delivered: 1, opened: 1, clicked: 1 };
    expect(await list.wave(wave.id)).toMatchObject(reached);
    await moveBack(invitation.id, 2);
    expect((await list.call('POST', `/invitations/${invitation.id}/resend`)).status).toBe(200);
    expect(await list.wave(wave.id)).toMatchObject(reached);
    await list.call('POST', `/invitations/${invitation.id}/revoke`);
    const next = await list.launch();
    await worker.sendAll();
    expect(await list.wave(next.id)).toMatchObject({ sent: 1, delivered: 0, clicked: 0 });
    expect(await list.wave(wave.id)).toMatchObject(reached);
  });
});

describe('the people of a wave (N5)', () => {
  const figures = ['sent', 'delivered', 'opened', 'clicked', 'converted', 'expired', 'declined', 'revoked'];
  const steps = [...figures, 'bounced', 'failed'];

  test('are as many behind each step as its figure, each in one state, and the same as CSV', async () => {
    const list = await inviting();
    const states = ['converted', 'clicked', 'opened', 'delivered', 'sent', 'bounced', 'late', 'no', 'failed'];
    const people: string[] = [];
    for (const name of states) people.push(await person(list, `w-${name}@example.com`));
    const gone = await person(list, 'w-gone@example.com');
    const wave = await list.launch();
    await worker.sendAll();
    const invitations = await list.invitations();
    const idOf = (name: string) =>
      invitations.find(({ signup_id }) => signup_id === people[states.indexOf(name)]).id;
    const set = (name: string, change: object) =>
      service.sql`UPDATE mails SET ${service.sql(change)} WHERE id = (SELECT mail_id FROM invitations WHERE id = ${idOf(name)})`;
    const at = new Date().toISOString();
    await set('converted', { opened_at: at });
    await set('clicked', { clicked_at: at });
    await set('opened', { opened_at: at });
    await set('delivered', { delivered_at: at });
    await set('bounced', { status: 9, bounce_class: 'permanent' });
    await set('failed', { state: 'failed', sent_at: null });
    await service.sql`UPDATE invitations SET sent_at = NULL WHERE id = ${idOf('failed')}`;
    await list.call('POST', '/conversions', { waitlist_id: list.id, signup_id: people[0] });
    await list.call('POST', `/invitations/${idOf('no')}/revoke`);
    await service.sql`UPDATE invitations SET expires_at = now() - interval '1 day' WHERE id = ${idOf('late')}`;
    await expireDue(worker.ctx, new AbortController().signal);
    await service.call('DELETE', `/v1/waitlists/${list.id}/signups/${gone}`, account.key);

    const report = await list.wave(wave.id);
    const members = async (query = '') =>
      (await list.call('GET', `/waves/${wave.id}/members?limit=200${query}`)).body;
    for (const step of steps) {
      const { total, data } = await members(`&step=${step}`);
      expect([step, total, data.length]).toEqual([step, report[step], report[step]]);
    }
    expect(report).toMatchObject({ sent: 9, delivered: 4, opened: 3, clicked: 1, bounced: 1, failed: 1 });
    const { data } = await members();
    expect(data.map(({ state }: { state: string }) => state)).toEqual([
      ...states.slice(0, 6),
      ...['expired', 'revoked', 'failed', 'revoked'],
    ]);
    expect(data.at(-1)).toMatchObject({ email: null, position: null });
    expect((await members('&step=waiting')).total).toBe(0);
    const second = await list.call('GET', `/waves/${wave.id}/members?limit=2&offset=2`);
    expect(second.body).toMatchObject({ total: 10, has_more: true, data: data.slice(2, 4) });
    expect((await list.call('GET', `/waves/${wave.id}/members?step=nobody`)).status).toBe(400);

    const csv = async (query = '') =>
      (await service.call('GET', `/v1/waves/${wave.id}/members/export${query}`, account.key)).body;
    const lines = (await csv()).trim().split('\n');
    expect(lines[0]).toBe(Object.keys(data[0]).join());
    expect(lines.slice(1).map((line) => line.split(',')[4])).toEqual(
      data.map(({ state }: { state: string }) => state),
    );
    expect((await csv('?step=opened')).match(/w-\w+/g)).toEqual(['w-converted', 'w-clicked', 'w-opened']);
    const stranger = await service.account();
    for (const path of ['members', 'members/export'])
      expect((await service.call('GET', `/v1/waves/${wave.id}/${path}`, stranger.key)).statusCode).toBe(404);
  });
});

describe('a wave that drips (N5)', () => {
  test('invites what an hour has in it, evenly, and catches nothing up after a pause', async () => {
    const list = await inviting();
    for (let n = 1; n <= 5; n++) await person(list, `drip${n}@example.com`);
    const { id } = await list.draft({ per_hour: 120 });
    await list.call('POST', `/waves/${id}/launch`);
    const run = () => worker.run('send-wave', { id, accountId: account.accountId });
    const invited = async () => (await list.wave(id)).invited;
    const dueIn = async () => {
      const [job] =
        await service.sql`SELECT extract(epoch FROM due_at - clock_timestamp())::float AS seconds FROM outbox WHERE job = 'send-wave' AND id = ${id}`;
      return job?.seconds;
    };
    const pass = async (seconds: number) => {
      await service.sql`UPDATE waves SET next_at = next_at - make_interval(secs => ${seconds}) WHERE id = ${id}`;
      await service.sql`UPDATE outbox SET due_at = clock_timestamp() - interval '1 second' WHERE job = 'send-wave' AND id = ${id}`;
    };
    await run();
    expect(await invited()).toBe(2);
    expect(await dueIn()).toBeGreaterThan(50);
    await pass(0); // a worker that starts it early
    await run();
    expect(await invited()).toBe(2);
    await pass(36_000);
    await run();
    expect(await invited()).toBe(4);
    await pass(60);
    await run();
    expect(await list.wave(id)).toMatchObject({ invited: 5, state: 'sent' });
  });

  test('of links that is cancelled keeps nobody from the next one', async () => {
    const list = await inviting();
    for (let n = 1; n <= 4; n++) await person(list, `link${n}@example.com`);
    const { id } = await list.draft({ per_hour: 120, deliver: 'link' });
    await list.call('POST', `/waves/${id}/launch`);
    const key = { id, accountId: account.accountId };
    await worker.run('send-wave', key);
    await list.call('POST', `/waves/${id}/cancel`);
    await worker.run('cancel-wave', key);
    await service.sql`UPDATE outbox SET due_at = clock_timestamp() - interval '1 second' WHERE job = 'send-wave'`;
    await worker.run('send-wave', key);
    expect((await list.invitations()).map(({ state }) => state)).toEqual(['revoked', 'revoked']);
    expect((await list.draft()).selected).toBe(4);
  });

  test('can be cancelled: who was not mailed is not invited any more', async () => {
    const list = await inviting();
    for (let n = 1; n <= 4; n++) await person(list, `cancel${n}@example.com`);
    const { id } = await list.draft({ per_hour: 120 });
    await list.call('POST', `/waves/${id}/launch`);
    const key = { id, accountId: account.accountId };
    await worker.run('send-wave', key);
    const [mail] = await service.sql<{ id: string }[]>`
      SELECT m.id FROM mails m JOIN invitations i ON i.mail_id = m.id WHERE i.wave_id = ${id} ORDER BY m.id LIMIT 1`;
    await worker.send(mail?.id ?? '');
    const cancelled = await list.call('POST', `/waves/${id}/cancel`);
    expect(cancelled).toMatchObject({ status: 200, body: { state: 'cancelled', invited: 2 } });
    await worker.run('cancel-wave', key);
    await service.sql`UPDATE outbox SET due_at = clock_timestamp() - interval '1 second' WHERE job = 'send-wave'`;
    await worker.run('send-wave', key);
    await worker.sendAll();
    expect((await list.invitations()).map(({ state }) => state).toSorted()).toEqual(['invited', 'revoked']);
    const mailed = await Promise.all(
      [1, 2, 3, 4].map(async (n) => (await invitesTo(`cancel${n}@example.com`)).length),
    );
    expect(mailed.toSorted()).toEqual([0, 0, 0, 1]);
    expect(await service.pendingJobs('send-wave')).toEqual([]);
    expect((await list.call('POST', `/waves/${id}/launch`)).status).toBe(409);
    expect((await list.draft()).selected).toBe(3);
  });
});
