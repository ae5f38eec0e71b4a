import { afterAll, describe, expect, test } from 'vitest';
import { pruneUserLinks } from '../../../src/workers/maintenance/prune-tables.ts';
import { makeVisitor, signedIn, type Visitor, wordsOf } from '../../support/dashboard.ts';
import { type FakeProvider, startFakeProvider } from '../../support/fakes/fake-provider.ts';
import { useUserMails } from '../../support/people/user-mails.ts';
import { type Service, useService } from '../../support/service/service.ts';
import { openTestWorker } from '../../support/service/worker.ts';
import { roomInMinute } from '../../support/values/minute.ts';

/** All rows of the tables that a token passes. */
async function storedText({ sql }: Service): Promise<string> {
  const rows = await sql`
    SELECT (SELECT json_agg(l)::text FROM user_links l) AS links, (SELECT json_agg(m)::text FROM mails m) AS mails,
           (SELECT json_agg(o)::text FROM outbox o) AS outbox, (SELECT json_agg(a)::text FROM audit_entries a) AS log`;
  return JSON.stringify(rows);
}

describe('invitations of users (N8)', () => {
  const { service, newestTo } = useUserMails();
  const invite = (owner: Visitor, email: string, role = 'viewer') =>
    owner.send('/dashboard/users/invite', { email, role });

  test('are mailed, accepted once, and make a user of the role', async () => {
    const account = await service.account();
    const owner = await signedIn(service, account);
    const sent = await owner.follow(await invite(owner, 'New@team.test'));
    expect(wordsOf(sent)).toContain('New@team.test gets a mail with a link.');
    const { subject, path, token, pathname } = await newestTo('new@team.test');
    expect([subject, pathname]).toEqual(['You are invited to Test', '/dashboard/invitation']);
    expect(token).toMatch(/^usr_[0-9A-Za-z]{38}$/);
    expect(await storedText(service)).not.toContain(token);
    expect(wordsOf(await owner.open('/dashboard/users'))).toMatch(/New@team\.test Viewer Sent/);

    for (let opened = 0; opened < 2; opened += 1) {
      const page = await service.app.inject({ url: path });
      expect([page.statusCode, wordsOf(page)]).toEqual([200, expect.stringContaining('Join Test')]);
    }
    const guest = await makeVisitor(service, account);
    const short = await guest.send('/dashboard/invitation', { token, password: 'short' });
    expect(short.statusCode).toBe(400);
    const accept = () => guest.send('/dashboard/invitation', { token, password: 'a good password' });
    const answers = await Promise.all([accept(), accept(), accept()]);
    const [joined, ...others] = answers.filter(({ statusCode }) => statusCode === 303);
    expect([joined?.headers.location, others]).toEqual(['/dashboard', []]);
    const home = await guest.open('/dashboard');
    expect([home.statusCode, wordsOf(home)]).toEqual([
      200,
      expect.stringContaining('Welcome. You are signed in.'),
    ]);
    const [user] = await service.sql`SELECT account_id, role FROM users WHERE email_key = 'new@team.test'`;
    expect(user).toEqual({ account_id: account.accountId, role: 'viewer' });
    const inside = await guest.send('/dashboard/sign-in', {
      email: 'new@team.test',
      password: 'a good password',
    });
    expect(inside.statusCode).toBe(303);
    expect((await accept()).statusCode).toBe(400);
    expect(wordsOf(await service.app.inject({ url: path }))).toContain('This link does not work');
    expect(wordsOf(await owner.open('/dashboard/users'))).not.toContain('Open invitations');
  });

  test('are revoked, replaced and too old after seven days', async () => {
    const account = await service.account();
    const owner = await signedIn(service, account);
    const guest = await makeVisitor(service, account);
    const accept = (token: string) =>
      guest.send('/dashboard/invitation', { token, password: 'a good password' });
    await invite(owner, 'two@team.test');
    const first = await newestTo('two@team.test');
    await invite(owner, 'two@team.test', 'editor');
    const second = await newestTo('two@team.test');
    expect([second.count, (await accept(first.token)).statusCode]).toEqual([2, 400]);
    const [, revoke = ''] =
      /action="([^"]*\/revoke)"/.exec((await owner.open('/dashboard/users')).body) ?? [];
    const stranger = await signedIn(service, await service.account());
    expect((await stranger.send(revoke)).statusCode).toBe(404);
    expect((await owner.send(revoke)).statusCode).toBe(303);
    expect((await accept(second.token)).statusCode).toBe(400);

    await invite(owner, 'two@team.test');
    const third = await newestTo('two@team.test');
    await service.sql`
      UPDATE user_links SET expires_at = expires_at - interval '7 days' WHERE email = 'two@team.test'`;
    expect((await accept(third.token)).statusCode).toBe(400);
    expect((await service.sql`SELECT 1 FROM users WHERE email_key = 'two@team.test'`).length).toBe(0);
  });

  test('are refused for users, and for who may not invite; a mail that fails is shown', async () => {
    const account = await service.account();
    const owner = await signedIn(service, account);
    const taken = await invite(owner, owner.email);
    expect([taken.statusCode, wordsOf(taken)]).toEqual([409, expect.stringContaining('already has a user')]);
    const editor = await signedIn(service, account, 'editor');
    expect((await invite(editor, 'three@team.test')).statusCode).toBe(403);
    await invite(owner, 'refused@team.test');
    await newestTo('refused@team.test');
    expect(wordsOf(await owner.open('/dashboard/users'))).toContain('Not sent: invite again');
  });

  test('of a mail that may have left keep their token, and are not mailed twice', async () => {
    const account = await service.account();
    const owner = await signedIn(service, account);
    await invite(owner, 'once@team.test');
    await service.sql`UPDATE mails SET state = 'sending' WHERE account_id = ${account.accountId}`;
    const { count } = await newestTo('once@team.test');
    expect(count).toBe(0);
    const [mail] =
      await service.sql`SELECT state, ambiguous FROM mails WHERE account_id = ${account.accountId}`;
    expect(mail).toEqual({ state: 'sent', ambiguous: true });
  });
});

describe('a forgotten password (N8)', () => {
  const { service, worker, newestTo } = useUserMails();
  const forget = (visitor: Visitor, email = visitor.email) =>
    visitor.send('/dashboard/forgot-password', { email });

  test('is set again by a mailed link, once, which ends all sessions', async () => {
    const account = await service.account();
    const user = await signedIn(service, account);
    const elsewhere = await makeVisitor(service, account);
    const asked = await forget(elsewhere, user.email.toUpperCase());
    expect(asked.statusCode).toBe(303);
    const { pathname, path, token } = await newestTo(user.email);
    expect(pathname).toBe('/dashboard/new-password');
    expect(await storedText(service)).not.toContain(token);
    expect(wordsOf(await service.app.inject({ url: path }))).toContain(user.email);
    // The link of one kind does nothing for the other.
    const wrong = await elsewhere.send('/dashboard/invitation', { token, password: 'another password' });
    expect(wrong.statusCode).toBe(400);
    expect((await user.open('/dashboard')).statusCode).toBe(200);
    const set = () => elsewhere.send('/dashboard/new-password', { token, password: 'another password' });
    const answers = await Promise.all([set(), set()]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([303, 400]);
    expect((await user.open('/dashboard')).statusCode).toBe(303);
    expect((await user.signIn()).statusCode).toBe(401);
    expect((await user.signIn('another password')).statusCode).toBe(303);
  });

  test('is answered the same for known and unknown addresses', async () => {
    const account = await service.account();
    const user = await makeVisitor(service, account);
    const other = await makeVisitor(service, account);
    const answers = [];
    for (const email of [user.email, 'nobody@team.test', 'no address']) {
      const { statusCode, headers, body, cookies } = await forget(other, email);
      answers.push({ statusCode, location: headers.location, body, cookies });
    }
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    const { count } = await newestTo(user.email);
    expect([count, (await newestTo('nobody@team.test')).count]).toEqual([1, 0]);
  });

  test('is mailed once a minute, and asked for five times', async () => {
    const user = await makeVisitor(service, await service.account());
    await roomInMinute(service.env.REDIS_URL ?? '', 20);
    const statuses = [];
    for (let at = 0; at < 6; at += 1) statuses.push((await forget(user)).statusCode);
    expect(statuses).toEqual([303, 303, 303, 303, 303, 429]);
    expect((await newestTo(user.email)).count).toBe(1);
  });

  test('keeps the links before, three at once, until one is used', async () => {
    const account = await service.account();
    const user = await makeVisitor(service, account);
    const links: { count: number; token: string }[] = [];
    for (let at = 0; at < 4; at += 1) {
      await forget(await makeVisitor(service, account), user.email);
      links.push(await newestTo(user.email));
      await service.sql`UPDATE user_links SET created_at = created_at - interval '1 minute' WHERE email = ${user.email}`;
    }
    expect(links.map(({ count }) => count)).toEqual([1, 2, 3, 3]);
    const set = async (at: number) => {
      const { token = '' } = links[at] ?? {};
      return (await user.send('/dashboard/new-password', { token, password: 'another password' })).statusCode;
    };
    expect([await set(0), await set(1), await set(2)]).toEqual([303, 400, 400]);
  });

  test('has a link for an hour, and nothing stays of it', async () => {
    const user = await makeVisitor(service, await service.account());
    await forget(user);
    const { token } = await newestTo(user.email);
    await service.sql`UPDATE user_links SET expires_at = expires_at - interval '1 hour' WHERE email = ${user.email}`;
    const late = await user.send('/dashboard/new-password', { token, password: 'another password' });
    expect([late.statusCode, wordsOf(late)]).toEqual([
      400,
      expect.stringContaining('This link does not work'),
    ]);
    await pruneUserLinks(worker().ctx);
    expect((await service.sql`SELECT 1 FROM user_links WHERE email = ${user.email}`).length).toBe(0);
  });
});

describe('without a mail server of the service', () => {
  const service = useService({ MANAGED_EMAIL_URL: '', MANAGED_EMAIL_FROM: '' });

  test('nobody can be invited, and the pages offer no mail', async () => {
    const account = await service.account();
    const owner = await signedIn(service, account);
    const refused = await owner.send('/dashboard/users/invite', { email: 'a@team.test' });
    expect([refused.statusCode, wordsOf(refused)]).toEqual([400, expect.stringContaining('sends no mails')]);
    expect(wordsOf(await owner.open('/dashboard/users'))).not.toContain('Invite somebody');
    expect(wordsOf(await service.app.inject({ url: '/dashboard/sign-in' }))).not.toContain('Forgot');
  });
});

describe('an answer of the provider that quotes the mail', () => {
  let provider: FakeProvider;
  const env: NodeJS.ProcessEnv = { MANAGED_EMAIL_URL: 'resend://re_123' };
  const service = useService(env, async () => {
    provider = await startFakeProvider(({ body }) => {
      const [token] = /usr_[0-9A-Za-z]{38}/.exec(body) ?? [];
      return { status: 422, body: { name: 'validation_error', message: `No: ${token}` } };
    });
    env.RESEND_API_URL = provider.url;
  });
  afterAll(() => provider.close());

  test('is stored without the token of the link', async () => {
    const account = await service.account();
    const owner = await signedIn(service, account);
    await owner.send('/dashboard/users/invite', { email: 'quoted@team.test', role: 'viewer' });
    const [id = ''] = await service.pendingJobs('send-user-link');
    const worker = openTestWorker(service, env);
    await worker.run('send-user-link', { id, accountId: account.accountId });
    await worker.close();
    const [mail] = await service.sql`SELECT error FROM mails WHERE id = ${id}`;
    expect(mail?.error).toContain('No: [secret]');
  });
});
