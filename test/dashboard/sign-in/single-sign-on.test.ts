import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { examine } from '../../../src/cli/doctor/examine.ts';
import { inviteUser } from '../../../src/shared/account/users/links/invite-user.ts';
import { removeUser } from '../../../src/shared/account/users/remove-user.ts';
import { newId } from '../../../src/shared/platform/ids.ts';
import { makeVisitor, ticketsOf, type Visitor, wordsOf } from '../../support/dashboard.ts';
import {
  client,
  type OpenIdProvider,
  signInAt,
  startOpenIdProvider,
} from '../../support/network/openid-provider.ts';
import { useService } from '../../support/service/service.ts';

const callback = '/dashboard/sign-in/oidc/callback';

describe('single sign-on (N8)', () => {
  let provider: OpenIdProvider;
  const env: NodeJS.ProcessEnv = { OIDC_CLIENT_ID: client.id, OIDC_CLIENT_SECRET: client.secret };
  const service = useService(env, async () => {
    provider = await startOpenIdProvider(`http://localhost:3000${callback}`);
    env.OIDC_ISSUER = provider.url;
  });
  afterEach(() => {
    Object.assign(provider, { lies: {}, isForging: false, hidesEmail: false });
    provider.reset();
  });
  afterAll(() => provider.close());

  let people = 0;
  const subject = () => `person-${++people}`;

  const signInThere = (visitor: Visitor, begin?: string) => signInAt(provider, visitor, begin);

  /** The message of the page that somebody is sent to who was not signed in. */
  async function refusalOf(visitor: Visitor, answer: Awaited<ReturnType<typeof signInThere>>) {
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/dashboard/sign-in']);
    expect(visitor.cookies.has('waitlist-session')).toBe(false);
    return wordsOf(await visitor.follow(answer));
  }

  const actionsOf = async (accountId: string) =>
    (
      await service.sql<{ action: string }[]>`
        SELECT action FROM audit_entries WHERE account_id = ${accountId} ORDER BY id`
    ).map(({ action }) => action);

  test('signs the user with the verified address in, and leads to the page', async () => {
    const account = await service.account();
    const visitor = await makeVisitor(service, account, 'viewer');
    expect((await visitor.open('/dashboard/sign-in?next=%2Fdashboard%2Fusers')).body).toContain(
      'href="/dashboard/sign-in/oidc?next=%2Fdashboard%2Fusers"',
    );
    provider.person = { sub: subject(), email: visitor.email.toUpperCase(), email_verified: true };
    const answer = await signInThere(visitor, '/dashboard/sign-in/oidc?next=%2Fdashboard%2Fprofile');
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/dashboard/profile']);
    expect(wordsOf(await visitor.open('/dashboard/profile'))).toContain(visitor.email);
    expect([...visitor.cookies.keys()]).toEqual(['waitlist-session', 'waitlist-browser']);
    expect(await actionsOf(account.accountId)).toEqual(
      expect.arrayContaining(['user.identity_tied', 'session.started']),
    );
  });

  test('leads to no other site, and takes each answer once', async () => {
    const visitor = await makeVisitor(service, await service.account());
    provider.person = { sub: subject(), email: visitor.email, email_verified: true };
    const there = await visitor.open('/dashboard/sign-in/oidc?next=https%3A%2F%2Fevil.example');
    const { search } = await provider.visit(String(there.headers.location));
    const kept = visitor.cookies.get('waitlist-oidc') ?? expect.fail('no cookie');
    expect((await visitor.open(callback + search)).headers.location).toBe('/dashboard');
    visitor.cookies.delete('waitlist-session');
    expect(await refusalOf(visitor, await visitor.open(callback + search))).toContain('took too long');
    visitor.cookies.set('waitlist-oidc', kept);
    expect(await refusalOf(visitor, await visitor.open(callback + search))).toContain('was not completed');
  });

  test('follows the identity, not the address', async () => {
    const account = await service.account();
    const visitor = await makeVisitor(service, account);
    const own = subject();
    provider.person = { sub: own, email: visitor.email, email_verified: true };
    expect((await signInThere(visitor)).headers.location).toBe('/dashboard');
    provider.person = { sub: own, email: 'new-name@example.com', email_verified: false };
    expect((await signInThere(visitor)).headers.location).toBe('/dashboard');
    expect(wordsOf(await visitor.open('/dashboard/profile'))).toContain(visitor.email);
    provider.person = { sub: subject(), email: visitor.email, email_verified: true };
    const refused = await signInThere(visitor);
    expect(await refusalOf(visitor, refused)).toContain('somebody else at the provider');

    // A user who is removed and invited again is a new user.
    await makeVisitor(service, account); // another owner
    const [user] = await service.sql`SELECT id FROM users WHERE email = ${visitor.email}`;
    await removeUser(service.ctx, { accountId: account.accountId, userId: newId() }, user?.id);
    await inviteUser(service.ctx, account, { email: visitor.email, role: 'editor' });
    expect((await signInThere(visitor)).headers.location).toBe('/dashboard');
  });

  test('believes no address that the provider has not verified', async () => {
    const visitor = await makeVisitor(service, await service.account());
    for (const claims of [
      { email: visitor.email },
      { email: visitor.email, email_verified: false },
      { email_verified: true },
      {},
    ]) {
      provider.person = { sub: subject(), ...claims };
      expect(await refusalOf(visitor, await signInThere(visitor))).toContain('does not say');
    }
    expect(await service.sql`SELECT 1 FROM user_identities u WHERE subject = ${`person-${people}`}`).toEqual(
      [],
    );
  });

  test('asks the userinfo endpoint where the ID token has no address', async () => {
    const visitor = await makeVisitor(service, await service.account());
    provider.person = { sub: subject(), email: visitor.email, email_verified: true };
    provider.hidesEmail = true;
    expect((await signInThere(visitor)).headers.location).toBe('/dashboard');
  });

  test.each([
    ['another nonce', { nonce: 'x' }],
    ['another audience', { aud: 'another-client' }],
    ['another issuer', { iss: 'https://issuer.example' }],
    ['an end in the past', { exp: 1 }],
  ])('refuses an ID token with %s', async (_, lies) => {
    const visitor = await makeVisitor(service, await service.account());
    provider.person = { sub: subject(), email: visitor.email, email_verified: true };
    provider.lies = lies;
    expect(await refusalOf(visitor, await signInThere(visitor))).toContain('was not completed');
  });

  test('refuses a forged signature, a foreign state and an error of the provider', async () => {
    const visitor = await makeVisitor(service, await service.account());
    provider.person = { sub: subject(), email: visitor.email, email_verified: true };
    provider.isForging = true;
    expect(await refusalOf(visitor, await signInThere(visitor))).toContain('was not completed');
    provider.isForging = false;
    const rival = await makeVisitor(service, await service.account());
    const { search } = await provider.visit(
      String((await rival.open('/dashboard/sign-in/oidc')).headers.location),
    );
    await visitor.open('/dashboard/sign-in/oidc');
    expect(await refusalOf(visitor, await visitor.open(callback + search))).toContain('was not completed');
    await visitor.open('/dashboard/sign-in/oidc');
    const denied = await visitor.open(`${callback}?error=access_denied&iss=${provider.url}`);
    expect(await refusalOf(visitor, denied)).toContain('was not completed');
    expect(await refusalOf(visitor, await visitor.open(callback))).toContain('took too long');
  });

  test('says so while the provider does not answer, and tries again', async () => {
    const visitor = await makeVisitor(service, await service.account());
    provider.person = { sub: subject(), email: visitor.email, email_verified: true };
    const there = await visitor.open('/dashboard/sign-in/oidc');
    const { search } = await provider.visit(String(there.headers.location));
    provider.next({ status: 503 });
    expect((await visitor.open(callback + search)).statusCode).toBe(503);
    const again = await visitor.open('/dashboard/sign-in/oidc');
    const back = await provider.visit(String(again.headers.location));
    provider.next({ drop: true });
    expect((await visitor.open(callback + back.search)).statusCode).toBe(503);
    expect((await signInThere(visitor)).headers.location).toBe('/dashboard');
  });

  test('accepts an open invitation to the address; of several, the one that is chosen', async () => {
    const [one, another] = [await service.account(), await service.account()];
    const visitor = await makeVisitor(service, one);
    const email = `Invited-${subject()}@example.com`;
    provider.person = { sub: subject(), email, email_verified: true };
    expect(await refusalOf(visitor, await signInThere(visitor))).toContain(
      `No user has the address ${email}`,
    );
    await inviteUser(service.ctx, one, { email, role: 'viewer' });
    await inviteUser(service.ctx, another, { email, role: 'owner' });
    const [first = '', second = ''] = ticketsOf(await signInThere(visitor));
    const enter = (ticket: string) => visitor.send('/dashboard/sign-in/account', { ticket });
    expect((await enter(`${first.slice(0, -1)}${first.endsWith('A') ? 'B' : 'A'}`)).statusCode).toBe(401);
    expect(visitor.cookies.has('waitlist-session')).toBe(false);
    expect((await enter(first)).headers.location).toBe('/dashboard');
    const joined = () => service.sql`
      SELECT account_id, role, proven_at IS NOT NULL AS proven FROM users WHERE email = ${email} ORDER BY id`;
    const inOne = { account_id: one.accountId, role: 'viewer', proven: true };
    expect(await joined()).toEqual([inOne]);
    expect((await visitor.open('/dashboard')).statusCode).toBe(200);
    expect((await enter(second)).headers.location).toBe('/dashboard');
    expect(await joined()).toEqual([inOne, { account_id: another.accountId, role: 'owner', proven: true }]);
    expect(await service.sql`SELECT 1 FROM user_links WHERE email = ${email}`).toEqual([]);
    // From now on both are that person's accounts.
    expect(wordsOf(await signInThere(visitor))).not.toContain('Accept the invitation');
  });

  test('ties a user to one identity, however many come at once', async () => {
    const visitor = await makeVisitor(service, await service.account());
    const browsers = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const browser = await makeVisitor(service, await service.account());
        provider.person = { sub: subject(), email: visitor.email, email_verified: true };
        const there = await browser.open('/dashboard/sign-in/oidc');
        return { browser, url: String(there.headers.location) };
      }),
    );
    const backs: { browser: Visitor; search: string }[] = [];
    for (const { browser, url } of browsers) {
      provider.person = { sub: subject(), email: visitor.email, email_verified: true };
      backs.push({ browser, search: (await provider.visit(url)).search });
    }
    const answers = await Promise.all(backs.map(({ browser, search }) => browser.open(callback + search)));
    const places = answers.map(({ headers }) => String(headers.location)).toSorted();
    expect(places).toEqual(['/dashboard', ...Array<string>(7).fill('/dashboard/sign-in')]);
  });

  test('is checked by the doctor', async () => {
    const findingOf = async (issuer = provider.url) =>
      (await examine({ ...service.env, OIDC_ISSUER: issuer }, { dkimSelectors: [] })).find(
        ({ check }) => check === 'single_sign_on',
      );
    expect(await findingOf()).toMatchObject({ state: 'ok' });
    expect(await findingOf(`${provider.url}/other`)).toMatchObject({ state: 'problem' });
  });

  test('still asks for the second factor of the service', async () => {
    const account = await service.account();
    const visitor = await makeVisitor(service, account);
    await service.sql`
      INSERT INTO user_totp (user_id, account_id, type, sealed_secret, confirmed_at)
      SELECT id, account_id, id, 'sealed', now() FROM users WHERE email = ${visitor.email}`;
    provider.person = { sub: subject(), email: visitor.email, email_verified: true };
    const answer = await signInThere(visitor, '/dashboard/sign-in/oidc?next=%2Fdashboard%2Fusers');
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('/dashboard/sign-in/code?next=%2Fdashboard%2Fusers');
    expect(visitor.cookies.has('waitlist-session')).toBe(false);
  });
});

describe('without a provider', () => {
  const service = useService();

  test('there is no such page and no button', async () => {
    const visitor = await makeVisitor(service, await service.account());
    expect((await visitor.open('/dashboard/sign-in')).body).not.toContain('oidc');
    expect((await visitor.open('/dashboard/sign-in/oidc')).statusCode).toBe(404);
  });
});
