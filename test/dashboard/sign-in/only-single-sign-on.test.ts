import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Secret, TOTP } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { buildApp } from '../../../src/api/app.ts';
import { openWebContext } from '../../../src/api/web-context.ts';
import { announceFirstStart } from '../../../src/shared/account/administration/first-start/first-start.ts';
import { hashLinkToken, newLinkToken } from '../../../src/shared/account/users/links/token.ts';
import { readConfig } from '../../../src/shared/config.ts';
import { newId } from '../../../src/shared/platform/ids.ts';
import { documentOf, failureOf, waitlist } from '../../cli/cli.ts';
import { makeVisitor, toForm, type Visitor, wordsOf } from '../../support/dashboard.ts';
import { signInAt } from '../../support/network/openid-provider.ts';
import { useOnlySingleSignOn } from '../../support/people/only-single-sign-on.ts';
import { useUserMails } from '../../support/people/user-mails.ts';
import { makeKeylessAccount } from '../../support/service/make.ts';

const off = 'Passwords are switched off here. Use single sign-on.';
const noPasswords = 'There are no passwords here';

const { env, provider } = useOnlySingleSignOn();

let people = 0;
/** Signs a user in, as the person with this address. */
async function signIn(visitor: Visitor, { email = visitor.email, begin = '/dashboard/sign-in/oidc' } = {}) {
  provider().person = { sub: `only-${++people}`, email, email_verified: true };
  return signInAt(provider(), visitor, begin);
}

describe('the first account where only single sign-on is allowed (N8)', () => {
  const { service } = useUserMails(env);

  test('has an owner without a password', async () => {
    const lines: { token: string }[] = [];
    const log = { ...service.ctx.log, warn: (line: { token: string }) => lines.push(line) };
    await announceFirstStart({ ...service.ctx, log: log as never });
    const page = await service.app.inject({ url: '/dashboard/first-start' });
    expect(page.body).toContain('name="email"');
    expect(page.body).not.toContain('name="password"');
    const post = (fields: Record<string, string>) =>
      service.app.inject({
        method: 'POST',
        url: '/dashboard/first-start',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: toForm({ token: lines[0]?.token ?? '', name: 'Acme', email: 'owner@first.test', ...fields }),
      });
    const refused = await post({ password: 'correct horse' });
    expect([refused.statusCode, wordsOf(refused)]).toEqual([
      400,
      expect.stringContaining('must be left out'),
    ]);
    expect((await post({})).statusCode).toBe(303);
    const visitor = await makeVisitor(service, await service.account());
    expect((await signIn(visitor, { email: 'owner@first.test' })).headers.location).toBe('/dashboard');
    expect(wordsOf(await visitor.open('/dashboard/profile'))).toContain('owner@first.test');
  });
});

describe('where only single sign-on is allowed (N8)', () => {
  const { service, newestTo } = useUserMails(env);

  test('no password signs anybody in, and no page asks for one or leads to one', async () => {
    const visitor = await makeVisitor(service, await service.account());
    const page = await visitor.open('/dashboard/sign-in?next=%2Fdashboard%2Fusers');
    expect(page.body).not.toMatch(/password/i);
    expect(page.body).toContain('href="/dashboard/sign-in/oidc?next=%2Fdashboard%2Fusers"');
    for (const password of [visitor.password, 'wrong']) {
      const refused = await visitor.signIn(password);
      expect([refused.statusCode, wordsOf(refused)]).toEqual([403, expect.stringContaining(off)]);
    }
    expect(visitor.cookies.has('waitlist-session')).toBe(false);
    expect(await service.sql`SELECT 1 FROM audit_entries WHERE action = 'session.refused'`).toEqual([]);

    const answer = await signIn(visitor, { begin: '/dashboard/sign-in/oidc?next=%2Fdashboard%2Fprofile' });
    expect(answer.headers.location).toBe('/dashboard/profile');
    for (const path of ['', '/profile', '/profile/two-factor', '/users', '/account']) {
      const { statusCode, body } = await visitor.open(`/dashboard${path}`);
      expect([path, statusCode, /type="password"|\/(forgot|new)-password/.exec(body)]).toEqual([
        path,
        200,
        null,
      ]);
    }
  });

  test('a password is neither forgotten, nor set by a link, nor changed', async () => {
    const visitor = await makeVisitor(service, await service.account());
    const [{ password_hash: before } = {}] = await service.sql`
      SELECT password_hash FROM users WHERE email = ${visitor.email}`;
    for (const path of ['/dashboard/forgot-password', '/dashboard/new-password?token=usr_x']) {
      const page = await visitor.open(path);
      expect([page.statusCode, wordsOf(page)]).toEqual([200, expect.stringContaining(noPasswords)]);
      expect(page.body).toContain('href="/dashboard/sign-in"');
      expect(page.body).not.toContain('<form');
    }
    const asked = await visitor.send('/dashboard/forgot-password', { email: visitor.email });
    expect([asked.statusCode, wordsOf(asked)]).toEqual([403, expect.stringContaining(noPasswords)]);
    expect(await service.sql`SELECT 1 FROM user_links`).toEqual([]);
    await signIn(visitor);
    const changed = await visitor.send('/dashboard/profile/password', {
      current: visitor.password,
      next: 'another password',
    });
    expect([changed.statusCode, wordsOf(changed)]).toEqual([403, expect.stringContaining(off)]);
    expect(await service.sql`SELECT password_hash FROM users WHERE email = ${visitor.email}`).toEqual([
      { password_hash: before },
    ]);
  });

  test('a link to a new password from before does nothing, and its mail is not sent any more', async () => {
    const ctx = openWebContext(readConfig({ ...service.env, OIDC_ONLY: '0' }));
    const before = await buildApp(ctx);
    const visitor = await makeVisitor(service, await service.account());
    const ask = (email: string) =>
      before.inject({
        method: 'POST',
        url: '/dashboard/forgot-password',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: toForm({ email }),
      });
    expect((await ask(visitor.email)).statusCode).toBe(303);
    await before.close();
    await ctx.close();
    expect(await service.pendingJobs('send-user-link')).toHaveLength(1);
    expect((await newestTo(visitor.email)).count).toBe(0);
    expect(await service.pendingJobs('send-user-link')).toEqual([]);

    // One that was mailed in time.
    const token = newLinkToken();
    await service.sql`UPDATE user_links SET token_hash = ${hashLinkToken(token) ?? null} WHERE email = ${visitor.email}`;
    const set = await visitor.send('/dashboard/new-password', { token, password: 'another password' });
    expect([set.statusCode, wordsOf(set)]).toEqual([403, expect.stringContaining(noPasswords)]);
    expect(wordsOf(await visitor.open(`/dashboard/new-password?token=${token}`))).toContain(noPasswords);
    await service.sql`DELETE FROM user_links`;
  });

  test('an invitation is accepted by signing in: that of the link, if several accounts invited', async () => {
    const [one, other] = [await service.account(), await service.account()];
    const owners = [await makeVisitor(service, one), await makeVisitor(service, other)];
    const email = 'both@team.test';
    const links: string[] = [];
    for (const owner of owners) {
      await signIn(owner);
      const invited = await owner.follow(
        await owner.send('/dashboard/users/invite', { email, role: 'editor' }),
      );
      expect(wordsOf(invited)).toContain('They get a mail with a link and sign in with single sign-on.');
      const { path, text } = await newestTo(email);
      expect(text).toContain(`To begin, sign in with single sign-on as ${email}.`);
      expect(text).not.toMatch(/password/i);
      links.push(path);
    }
    const guest = await makeVisitor(service, one);
    expect(wordsOf(await signIn(guest, { email }))).toContain('Choose an account');
    const [, ofOther = ''] = links;
    const page = await guest.open(ofOther);
    expect(page.body).not.toMatch(/<form|password/i);
    const [, begin = ''] = /href="([^"]*oidc[^"]*)"/.exec(page.body) ?? [];
    const token = new URL(ofOther, 'http://x').searchParams.get('token') ?? '';
    const withPassword = await guest.send('/dashboard/invitation', { token, password: 'a good password' });
    expect([withPassword.statusCode, wordsOf(withPassword)]).toEqual([403, expect.stringContaining(off)]);
    const stranger = await makeVisitor(service, one);
    expect((await signIn(stranger, { email: 'else@team.test', begin })).headers.location).toBe(
      '/dashboard/sign-in',
    );
    expect((await signIn(guest, { email, begin })).headers.location).toBe('/dashboard');
    expect(await service.sql`SELECT account_id, role FROM users WHERE email = ${email}`).toEqual([
      { account_id: other.accountId, role: 'editor' },
    ]);
    expect(wordsOf(await guest.open(ofOther))).toContain('This link does not work');
  });

  test('an owner adds a user without a password', async () => {
    const account = await service.account();
    const owner = await makeVisitor(service, account);
    await signIn(owner);
    const refused = await owner.send('/dashboard/users', { email: 'new@team.test', password: 'a password' });
    expect([refused.statusCode, wordsOf(refused)]).toEqual([
      400,
      expect.stringContaining('must be left out'),
    ]);
    expect(
      (await owner.send('/dashboard/users', { email: 'new@team.test', role: 'viewer' })).statusCode,
    ).toBe(303);
    const added = await makeVisitor(service, account);
    expect((await signIn(added, { email: 'new@team.test' })).headers.location).toBe('/dashboard');
  });

  test('a second factor is still asked for, and is switched off with a code alone', async () => {
    const visitor = await makeVisitor(service, await service.account());
    provider().person = { sub: newId(), email: visitor.email, email_verified: true };
    await signInAt(provider(), visitor);
    const path = '/dashboard/profile/two-factor';
    await visitor.send(path);
    const { body } = await visitor.open(path);
    const secret = /<code>([A-Z2-7]{32})<\/code>/.exec(body)?.[1] ?? expect.fail('no key');
    const app = new TOTP({ secret: Secret.fromBase32(secret) });
    const confirmed = await visitor.send(`${path}/confirm`, { code: app.generate() });
    const codes = wordsOf(confirmed).match(/\b([a-z2-7]{4}-){3}[a-z2-7]{4}\b/g) ?? [];
    expect(codes).toHaveLength(10);

    const asked = await signInAt(provider(), visitor);
    expect([asked.statusCode, visitor.cookies.has('waitlist-session')]).toEqual([200, false]);
    const [, ticket = ''] = /name="ticket" value="([^"]*)"/.exec(asked.body) ?? [];
    const entered = await visitor.send('/dashboard/sign-in/code', { ticket, code: codes[0] ?? '' });
    expect(entered.headers.location).toBe('/dashboard');
    expect((await visitor.open(path)).body).not.toContain('type="password"');
    expect((await visitor.send(`${path}/off`, { code: codes[0] ?? '' })).statusCode).toBe(400); // was used
    expect((await visitor.send(`${path}/off`)).statusCode).toBe(400);
    expect((await visitor.send(`${path}/off`, { code: codes[1] ?? '' })).statusCode).toBe(303);
    expect((await signInAt(provider(), visitor)).headers.location).toBe('/dashboard');
  });

  test('the command line adds users without passwords, and sets none', async () => {
    const set = { ...service.env, ...env, OIDC_ONLY: '1' };
    const run = async (...args: string[]) => waitlist(set, ...args, '--json');
    const account = await makeKeylessAccount(service.sql);
    const add = ['user', 'add', '--account', account, '--email', 'line@team.test'];
    expect(failureOf(await run(...add, '--password', 'correct horse'))).toBe(
      '--password: must be left out: users sign in at the OpenID provider only',
    );
    expect(documentOf(await run(...add))).toMatchObject({ email: 'line@team.test' });
    expect(
      failureOf(
        await run('user', 'set-password', '--email', 'line@team.test', '--password', 'correct horse'),
      ),
    ).toBe(off);
    const owned = ['account', 'create', '--name', 'A', '--plan', 'free', '--owner-email', 'own@team.test'];
    expect(failureOf(await run(...owned, '--owner-password', 'correct horse'))).toMatch(
      /^--owner-password: must be left out/,
    );
    documentOf(await run(...owned));
    for (const email of ['line@team.test', 'own@team.test']) {
      const visitor = await makeVisitor(service, await service.account());
      expect((await signIn(visitor, { email })).headers.location).toBe('/dashboard');
    }
    // As before where there are passwords.
    const usual = await waitlist({ ...set, OIDC_ONLY: '' }, ...add, '--json');
    expect(failureOf(usual)).toBe('--password: is required');
  });
});

describe('the first account of a command where only single sign-on is allowed (N8)', () => {
  const { service } = useUserMails(env);

  test('comes without a login, and without the one that it had', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'first-'));
    const first = (only: string, ...args: string[]) =>
      waitlist({ ...service.env, ...env, OIDC_ONLY: only }, 'account', 'first', ...args, '--json');
    const made = documentOf(await first('1', '--folder', folder));
    expect(Object.keys(made)).toEqual(['key', 'waitlist_id', 'dashboard']);
    expect(documentOf(await first('1', '--folder', folder))).toEqual(made);
    expect(await service.sql`SELECT 1 FROM users`).toEqual([]);
    await service.sql`TRUNCATE accounts CASCADE`;
    const other = await mkdtemp(join(tmpdir(), 'first-'));
    const usual = documentOf(await first('', '--folder', other));
    expect(usual).toMatchObject({ email: 'owner@example.com', password: expect.any(String) });
    const since = documentOf(await first('1', '--folder', other));
    expect(since).toEqual({ key: usual.key, waitlist_id: usual.waitlist_id, dashboard: usual.dashboard });
    await Promise.all([folder, other].map((path) => rm(path, { recursive: true })));
  });
});
