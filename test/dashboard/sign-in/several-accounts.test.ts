import { describe, expect, test } from 'vitest';
import { createUser } from '../../../src/shared/account/users/create-user.ts';
import { inviteUser } from '../../../src/shared/account/users/links/invite-user.ts';
import { newId } from '../../../src/shared/platform/ids.ts';
import { makeVisitor, signedIn, ticketsOf, type Visitor, wordsOf } from '../../support/dashboard.ts';
import { signInAt } from '../../support/network/openid-provider.ts';
import { useOnlySingleSignOn } from '../../support/people/only-single-sign-on.ts';
import { useUserMails } from '../../support/people/user-mails.ts';
import type { TestAccount } from '../../support/service/make.ts';
import { type Service, useService } from '../../support/service/service.ts';

const squatted = 'a password of the squatter';

let accounts = 0;
async function namedAccount(service: Service): Promise<TestAccount & { name: string }> {
  const account = await service.account();
  const name = `Account ${++accounts}`;
  await service.sql`UPDATE accounts SET name = ${name} WHERE id = ${account.accountId}`;
  return { ...account, name };
}

/** Adds a user with a password, as an owner does who knows only the address. */
const squat = (service: Service, { accountId }: TestAccount, email: string) =>
  createUser(
    service.ctx,
    accountId,
    { email, password: squatted, role: 'owner' },
    { type: 'user', id: newId(), name: 'squatter@evil.test' },
  );

const stateOf = async (service: Service, email: string) =>
  (
    await service.sql<{ account_id: string; role: string; proven: boolean }[]>`
      SELECT account_id, role, proven_at IS NOT NULL AS proven FROM users WHERE lower(email) = lower(${email}) ORDER BY created_at, id`
  ).map((row) => ({ ...row }));

describe('an address that is squatted on', () => {
  const { env, provider } = useOnlySingleSignOn();
  env.OIDC_ONLY = '';
  const { service, newestTo } = useUserMails(env);
  const signInThere = (visitor: Visitor, email: string) => {
    provider().person = { sub: `squatted-${email}`, email, email_verified: true };
    return signInAt(provider(), visitor);
  };
  const enter = (visitor: Visitor, email: string, password: string) =>
    visitor.send('/dashboard/sign-in', { email, password });

  test('is invited by its own account, and neither account learns of the other', async () => {
    const [evil, own] = [await namedAccount(service), await namedAccount(service)];
    const email = 'ceo@victim.test';
    await squat(service, evil, email);
    const owner = await signedIn(service, own);
    const invited = await owner.send('/dashboard/users/invite', { email, role: 'owner' });
    expect(invited.statusCode).toBe(303);
    const { token } = await newestTo(email);
    const ceo = await makeVisitor(service, own);
    const password = 'a good password';
    expect((await ceo.send('/dashboard/invitation', { token, password })).statusCode).toBe(303);
    expect(await stateOf(service, email)).toEqual([
      { account_id: evil.accountId, role: 'owner', proven: false },
      { account_id: own.accountId, role: 'owner', proven: true },
    ]);
    const words = async (visitor: Visitor) => wordsOf(await visitor.open('/dashboard'));
    expect((await enter(ceo, email, password)).headers.location).toBe('/dashboard');
    expect(await words(ceo)).toContain(own.name);
    const squatter = await makeVisitor(service, evil);
    expect((await enter(squatter, email, squatted)).headers.location).toBe('/dashboard');
    expect(await words(squatter)).toContain(evil.name);

    // What the person does with the address is not in the log of the squatter.
    expect((await enter(ceo, email, 'a typing error')).statusCode).toBe(401);
    const refusals = () => service.sql`
      SELECT account_id FROM audit_entries WHERE action = 'session.refused' AND details->>'email' = ${email}`;
    await expect.poll(refusals).toEqual([{ account_id: own.accountId }]);
  });

  test('is not tied to the verified person by single sign-on', async () => {
    const evil = await namedAccount(service);
    const email = 'boss@victim.test';
    await squat(service, evil, email);
    const boss = await makeVisitor(service, await service.account());
    expect(wordsOf(await boss.follow(await signInThere(boss, email)))).toContain('No user has the address');
    expect(boss.cookies.has('waitlist-session')).toBe(false);
    expect(await service.sql`SELECT 1 FROM user_identities WHERE subject = ${`squatted-${email}`}`).toEqual(
      [],
    );
  });

  test('is proven by an invitation of the same account, which ends all that was chosen before', async () => {
    const account = await namedAccount(service);
    const email = 'new@victim.test';
    const { user_id } = await squat(service, account, email);
    await service.sql`
      INSERT INTO user_totp (user_id, account_id, type, sealed_secret, confirmed_at)
      VALUES (${user_id}, ${account.accountId}, ${user_id}, 'sealed', now())`;
    await service.sql`INSERT INTO sessions (token_hash, user_id) VALUES ('\\x00', ${user_id})`;
    const owner = await signedIn(service, account);
    expect(wordsOf(await owner.open('/dashboard/users'))).toContain(`${email} Not proven`);
    await inviteUser(service.ctx, account, { email, role: 'editor' });
    const person = await makeVisitor(service, account);
    expect((await signInThere(person, email)).headers.location).toBe('/dashboard');
    expect(await stateOf(service, email)).toEqual([
      { account_id: account.accountId, role: 'editor', proven: true },
    ]);
    expect((await enter(person, email, squatted)).statusCode).toBe(401);
    expect(await service.sql`SELECT 1 FROM sessions WHERE token_hash = '\\x00'`).toEqual([]);
    expect(wordsOf(await owner.open('/dashboard/users'))).not.toContain('Not proven');
    expect((await owner.send('/dashboard/users/invite', { email })).statusCode).toBe(409);
  });

  test('gets a mail for each account; a link changes one of them, and proves its user', async () => {
    const [evil, own] = [await namedAccount(service), await namedAccount(service)];
    const email = 'both@victim.test';
    const { user_id } = await squat(service, evil, email);
    await createUser(service.ctx, own.accountId, { email, password: 'the old password' });
    await service.sql`
      INSERT INTO user_totp (user_id, account_id, type, sealed_secret, confirmed_at)
      VALUES (${user_id}, ${evil.accountId}, ${user_id}, 'sealed', now())`;
    const visitor = await makeVisitor(service, own);
    await visitor.send('/dashboard/forgot-password', { email });
    const { count, subject, text, token } = await newestTo(email);
    expect(count).toBe(2);
    const named = [evil, own].find(({ name }) => subject === `Set a new password for ${name}`);
    expect(text).toContain(named?.name);
    const set = await visitor.send('/dashboard/new-password', { token, password: 'the new password' });
    expect(set.statusCode).toBe(303);
    const opened = await enter(visitor, email, 'the new password');
    expect(opened.headers.location).toBe('/dashboard');
    expect(wordsOf(await visitor.open('/dashboard'))).toContain(named?.name);
    const other = named === evil ? 'the old password' : squatted;
    expect((await enter(visitor, email, other)).statusCode).not.toBe(401);
    const requested = await service.sql`
      SELECT account_id FROM audit_entries WHERE action = 'user.reset_requested' AND details->>'email' = ${email}`;
    expect(requested).toEqual([{ account_id: own.accountId }]);
    if (named === evil) expect((await stateOf(service, email)).every(({ proven }) => proven)).toBe(true);
  });

  test('does not count as an owner, so the account keeps one who gets in', async () => {
    const account = await namedAccount(service);
    const owner = await signedIn(service, account);
    await squat(service, account, 'nobody@victim.test');
    const [self] = await service.sql<{ id: string }[]>`SELECT id FROM users WHERE email = ${owner.email}`;
    const lowered = await owner.send(`/dashboard/users/${self?.id}/role`, { role: 'viewer' });
    expect([lowered.statusCode, wordsOf(lowered)]).toEqual([
      409,
      expect.stringContaining('the only owner with a proven address'),
    ]);
  });

  test('cannot be squatted on where the service sends mails', async () => {
    const owner = await signedIn(service, await service.account());
    expect((await owner.open('/dashboard/users')).body).not.toContain('type="password"');
    const added = await owner.send('/dashboard/users', { email: 'x@victim.test', password: squatted });
    expect(added.statusCode).toBe(404);
  });
});

describe('a person with several accounts', () => {
  const service = useService();

  test('chooses the account whose password it is, and then enters the code of its user', async () => {
    const email = 'several@example.com';
    const password = 'the same password';
    const made = [];
    for (const secret of [password, password, 'another password']) {
      const account = await namedAccount(service);
      const { user_id } = await createUser(service.ctx, account.accountId, { email, password: secret });
      made.push({ ...account, user_id });
    }
    const [one, two, three] = made;
    await service.sql`
      INSERT INTO user_totp (user_id, account_id, type, sealed_secret, confirmed_at)
      VALUES (${two?.user_id ?? ''}, ${two?.accountId ?? ''}, ${two?.user_id ?? ''}, 'sealed', now())`;
    const visitor = await makeVisitor(service, await service.account());
    const asked = await visitor.send('/dashboard/sign-in?next=%2Fdashboard%2Fusers', { email, password });
    const words = wordsOf(asked);
    expect([asked.statusCode, words.includes(one?.name ?? '-'), words.includes(two?.name ?? '-')]).toEqual([
      200,
      true,
      true,
    ]);
    expect(words).not.toContain(three?.name);
    expect(visitor.cookies.has('waitlist-session')).toBe(false);

    const [first = '', second = ''] = ticketsOf(asked);
    const choose = (ticket: string) =>
      visitor.send('/dashboard/sign-in/account?next=%2Fdashboard%2Fusers', { ticket });
    for (const forged of [first.replace(one?.user_id ?? '-', three?.user_id ?? '-'), 'x', 'x.y', ''])
      expect([401, 400]).toContain((await choose(forged)).statusCode);
    expect(wordsOf(await choose(second))).toContain('Enter your code');
    expect(visitor.cookies.has('waitlist-session')).toBe(false);
    expect((await choose(first)).headers.location).toBe('/dashboard/users');
    expect(wordsOf(await visitor.open('/dashboard/users'))).toContain(one?.name);

    // A new password ends the ticket of its user.
    await service.sql`UPDATE users SET password_hash = password_hash || 'x' WHERE id = ${one?.user_id ?? ''}`;
    expect((await choose(first)).statusCode).toBe(401);
  });

  test('has one salt for the address, so that the time of a sign-in tells nothing of their number', async () => {
    const email = 'salt@example.com';
    const accounts = [await service.account(), await service.account()];
    for (const { accountId } of accounts)
      await createUser(service.ctx, accountId, { email, password: 'correct horse' });
    const visitor = await signedIn(service, await service.account());
    const hashes = await service.sql<{ salt: string }[]>`
      SELECT split_part(password_hash, '$', 5) AS salt FROM users WHERE email IN (${email}, ${visitor.email}) ORDER BY email`;
    expect(new Set(hashes.map(({ salt }) => salt)).size).toBe(2);
  });
});

describe('where the service sends no mails', () => {
  const service = useService({ MANAGED_EMAIL_URL: '', MANAGED_EMAIL_FROM: '' });

  test('an owner adds users with a password, whose addresses are not proven', async () => {
    const account = await service.account();
    const owner = await signedIn(service, account);
    const email = 'colleague@example.com';
    const form = { email, password: 'long enough', role: 'viewer' };
    expect((await owner.send('/dashboard/users', form)).statusCode).toBe(303);
    expect(await stateOf(service, email)).toEqual([
      { account_id: account.accountId, role: 'viewer', proven: false },
    ]);
    const again = await owner.send('/dashboard/users', form);
    expect([again.statusCode, wordsOf(again)]).toEqual([
      409,
      expect.stringContaining('This account already has a user with this email.'),
    ]);
    const elsewhere = await signedIn(service, await service.account());
    expect((await elsewhere.send('/dashboard/users', form)).statusCode).toBe(303);
    const colleague = await makeVisitor(service, account);
    const { email: address, password } = form;
    expect(ticketsOf(await colleague.send('/dashboard/sign-in', { email: address, password }))).toHaveLength(
      2,
    );
  });
});
