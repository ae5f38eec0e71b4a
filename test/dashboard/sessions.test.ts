import { Redis } from 'ioredis';
import { describe, expect, test } from 'vitest';
import { createUser } from '../../src/shared/account/users/create-user.ts';
import { setPassword } from '../../src/shared/account/users/set-password.ts';
import { makeVisitor, signedIn, toForm, wordsOf } from '../support/dashboard.ts';
import { useService } from '../support/service/service.ts';

describe('a session', () => {
  const service = useService();

  async function namesInRedis(): Promise<string> {
    const redis = new Redis(service.env.REDIS_URL ?? '');
    const names = await redis.keys('*');
    redis.disconnect();
    return names.join('\n');
  }

  test('starts with the right password, with a cookie that scripts and other sites cannot read (C11.1)', async () => {
    const account = await service.account();
    const visitor = await makeVisitor(service, account);
    const answer = await visitor.signIn();
    expect(answer.statusCode).toBe(303);
    expect(answer.headers.location).toBe('/dashboard');
    const cookie = answer.cookies.find(({ name }) => name === 'waitlist-session');
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
    expect(cookie?.secure).toBeUndefined();
    expect(wordsOf(await visitor.follow(answer))).toContain(visitor.email);
    const stored = await service.sql<
      { hash: string }[]
    >`SELECT encode(token_hash, 'hex') AS hash FROM sessions`;
    expect(JSON.stringify(stored)).not.toContain(cookie?.value);
  });

  test('is refused without waiting for the audit log, so that time tells nothing about an address', async () => {
    const visitor = await makeVisitor(service, await service.account());
    const holder = await service.sql.reserve();
    try {
      await holder`BEGIN`;
      await holder`SET LOCAL idle_in_transaction_session_timeout = 0`;
      await holder`LOCK TABLE audit_entries IN ACCESS EXCLUSIVE MODE`;
      expect((await visitor.signIn('correct horse')).statusCode).toBe(401);
    } finally {
      await holder`ROLLBACK`;
      holder.release();
    }
  });

  test('does not start with a wrong password or an unknown email, and both get the same answer', async () => {
    const visitor = await makeVisitor(service, await service.account());
    const wrong = await visitor.signIn('correct horse');
    const unknown = await visitor.send('/dashboard/sign-in', { email: 'nobody@example.com', password: 'x' });
    for (const answer of [wrong, unknown]) {
      expect(answer.statusCode).toBe(401);
      expect(wordsOf(answer)).toContain('The email address or the password is wrong.');
      expect(answer.cookies).toEqual([]);
    }
    expect(wrong.body).toContain(`value="${visitor.email}"`);
    expect(wrong.body).not.toContain('correct horse');
  });

  test('starts with an email in any letter case, and a password in any Unicode normalization', async () => {
    const account = await service.account();
    const visitor = await makeVisitor(service, account);
    await setPassword(service.ctx, { email: visitor.email, password: 'caf\u00e9 au lait' });
    const answer = await visitor.send('/dashboard/sign-in', {
      email: ` ${visitor.email.toUpperCase()} `,
      password: 'cafe\u0301 au lait',
    });
    expect(answer.statusCode).toBe(303);
  });

  test('allows ten sign-ins a minute, by address and by user', async () => {
    const account = await service.account();
    const [visitor, other] = [await makeVisitor(service, account), await makeVisitor(service, account)];
    // Twenty-one attempts, because a new minute may start between them.
    const more = await Promise.all(Array.from({ length: 21 }, () => visitor.signIn()));
    expect(more.some(({ statusCode }) => statusCode === 429)).toBe(true);
    expect(wordsOf(more.find(({ statusCode }) => statusCode === 429) ?? expect.fail())).toMatch(
      /Too many attempts. Try again in \d+ s/,
    );
    const guesses = await Promise.all(
      Array.from({ length: 21 }, (_, i) =>
        other.send('/dashboard/sign-in', { email: `guess${i}@example.com`, password: 'wrong' }),
      ),
    );
    expect(guesses.some(({ statusCode }) => statusCode === 429)).toBe(true);
    const elsewhere = await Promise.all(
      Array.from({ length: 21 }, (_, i) =>
        visitor.send(
          '/dashboard/sign-in',
          { email: visitor.email, password: 'wrong' },
          { headers: { 'x-forwarded-for': `10.200.0.${i}` } },
        ),
      ),
    );
    expect(elsewhere.some(({ statusCode }) => statusCode === 429)).toBe(true);
    expect(await namesInRedis()).toContain('sign-in');
    expect(await namesInRedis()).not.toMatch(/@|owner|guess/);
    const third = await makeVisitor(service, account);
    expect((await third.signIn()).statusCode).toBe(303);
  });

  test('is not kept from the owner by strangers, in a browser that the owner has signed in with', async () => {
    const account = await service.account();
    const owner = await signedIn(service, account);
    const token = owner.cookies.get('waitlist-browser') ?? expect.fail('no cookie');
    expect(token).not.toContain('owner');
    owner.cookies.delete('waitlist-session');
    const { email } = owner;
    let strangers = 0;
    /** Somebody at another IP address guesses, until the limit of the user is reached. */
    const guess = async (cookie = '') => {
      for (let at = 0; at < 100; at += 1) {
        strangers += 1;
        const from = `10.210.${strangers >> 8}.${strangers & 255}`;
        const { statusCode } = await service.app.inject({
          method: 'POST',
          url: '/dashboard/sign-in',
          headers: {
            'x-forwarded-for': from,
            'content-type': 'application/x-www-form-urlencoded',
            ...(cookie && { cookie: `waitlist-browser=${cookie}` }),
          },
          payload: toForm({ email, password: 'wrong' }),
        });
        if (statusCode === 429) return true;
      }
      return false;
    };
    expect(await guess()).toBe(true);
    expect((await owner.signIn()).statusCode).toBe(303);
    // Neither a forged cookie nor that of another user makes a browser known; a known one is limited, too.
    const other = await signedIn(service, account);
    const forged = `${token.slice(0, -43)}${'A'.repeat(43)}`;
    for (const cookie of [forged, other.cookies.get('waitlist-browser'), token])
      expect(await guess(cookie)).toBe(true);
  });

  test('makes no browser known for an address that is not proven', async () => {
    const { accountId } = await service.account();
    const credentials = { email: 'squatted@example.com', password: 'a password of somebody' };
    const adder = { type: 'user', id: null, name: 'squatter@example.com' } as const;
    await createUser(service.ctx, accountId, credentials, adder);
    const visitor = await makeVisitor(service, { accountId, key: '' });
    expect((await visitor.send('/dashboard/sign-in', credentials)).statusCode).toBe(303);
    expect(visitor.cookies.has('waitlist-browser')).toBe(false);
  });

  test('counts all spellings of an email as one', async () => {
    const account = await service.account();
    const { email, send } = await makeVisitor(service, account);
    const spellings = Array.from({ length: 21 }, (_, i) =>
      email.replace(/@[a-z]+/, (domain) =>
        domain.replace(/[a-z]/g, (letter, at) => ((i >> (at - 1)) & 1 ? wide(letter) : letter)),
      ),
    );
    expect(new Set(spellings).size).toBe(21);
    const guesses = await Promise.all(
      spellings.map((spelled, i) =>
        send(
          '/dashboard/sign-in',
          { email: spelled, password: 'wrong' },
          { headers: { 'x-forwarded-for': `10.201.0.${i}` } },
        ),
      ),
    );
    expect(guesses.some(({ statusCode }) => statusCode === 429)).toBe(true);
  });

  test('limits guesses of the current password', async () => {
    const visitor = await signedIn(service, await service.account());
    const guesses = await Promise.all(
      Array.from({ length: 21 }, () =>
        visitor.send('/dashboard/profile/password', { current: 'wrong', next: 'longer than eight' }),
      ),
    );
    expect(guesses.some(({ statusCode }) => statusCode === 429)).toBe(true);
  });

  test('redirects to the requested page, and never outside of the dashboard', async () => {
    const account = await service.account();
    const visitor = await makeVisitor(service, account);
    const asked = await visitor.open('/dashboard/users?page=2');
    expect(asked.statusCode).toBe(303);
    expect(asked.headers.location).toBe('/dashboard/sign-in?next=%2Fdashboard%2Fusers%3Fpage%3D2');
    const credentials = { email: visitor.email, password: visitor.password };
    const there = await visitor.send(String(asked.headers.location), credentials);
    expect(there.headers.location).toBe('/dashboard/users?page=2');
    for (const next of [
      'https://evil.example',
      '//evil.example',
      '/dashboard/..//evil.example\\@x',
      '/dashboard.evil',
      '/v1/account',
    ]) {
      const answer = await visitor.send(`/dashboard/sign-in?next=${encodeURIComponent(next)}`, credentials);
      expect(answer.headers.location).toBe('/dashboard');
    }
  });

  test('ends when the user signs out', async () => {
    const visitor = await signedIn(service, await service.account());
    const kept = new Map(visitor.cookies);
    const answer = await visitor.send('/dashboard/sign-out');
    expect(answer.headers.location).toBe('/dashboard/sign-in');
    expect(visitor.cookies.has('waitlist-session')).toBe(false);
    for (const [name, value] of kept) visitor.cookies.set(name, value);
    expect((await visitor.open('/dashboard')).statusCode).toBe(303);
  });

  test('ends with all others of its user when the user signs out everywhere', async () => {
    const account = await service.account();
    const [visitor, other] = [await signedIn(service, account), await signedIn(service, account)];
    const elsewhere = new Map(visitor.cookies);
    await visitor.signIn();
    await visitor.send('/dashboard/profile/sign-out-everywhere');
    for (const [name, value] of elsewhere) visitor.cookies.set(name, value);
    expect((await visitor.open('/dashboard')).statusCode).toBe(303);
    expect((await other.open('/dashboard')).statusCode).toBe(200);
  });

  test('ends when the password is changed by anyone', async () => {
    const visitor = await signedIn(service, await service.account());
    const old = new Map(visitor.cookies);
    const wrong = await visitor.send('/dashboard/profile/password', {
      current: 'nope',
      next: 'new password',
    });
    expect(wrong.statusCode).toBe(400);
    expect(wordsOf(wrong)).toContain('The current password is wrong.');
    const short = await visitor.send('/dashboard/profile/password', {
      current: visitor.password,
      next: 'short',
    });
    expect(short.statusCode).toBe(400);
    expect((await visitor.open('/dashboard')).statusCode).toBe(200);

    await visitor.send('/dashboard/profile/password', { current: visitor.password, next: 'new password' });
    for (const [name, value] of old) visitor.cookies.set(name, value);
    expect((await visitor.open('/dashboard')).statusCode).toBe(303);
    visitor.cookies.clear();
    expect((await visitor.signIn()).statusCode).toBe(401);
    expect((await visitor.signIn('new password')).statusCode).toBe(303);
    await setPassword(service.ctx, { email: visitor.email, password: 'set by the operator' });
    expect((await visitor.open('/dashboard')).statusCode).toBe(303);
  });

  test('ends two weeks after its last use, and 90 days after its start', async () => {
    const visitor = await signedIn(service, await service.account());
    const age = (column: 'created_at' | 'last_seen_at', interval: string) =>
      service.sql`UPDATE sessions SET ${service.sql(column)} = clock_timestamp() - ${interval}::interval
                  WHERE user_id = (SELECT id FROM users WHERE email = ${visitor.email})`;
    await age('last_seen_at', '13 days 23 hours');
    expect((await visitor.open('/dashboard')).statusCode).toBe(200);
    const [row] = await service.sql<{ recent: boolean }[]>`
      SELECT s.last_seen_at > clock_timestamp() - interval '1 minute' AS recent FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.email = ${visitor.email}`;
    expect(row?.recent).toBe(true);
    await age('created_at', '89 days 23 hours');
    expect((await visitor.open('/dashboard')).statusCode).toBe(200);
    await age('created_at', '90 days 1 minute');
    expect((await visitor.open('/dashboard')).statusCode).toBe(303);
    await age('created_at', '1 day');
    await age('last_seen_at', '14 days 1 minute');
    expect((await visitor.open('/dashboard')).statusCode).toBe(303);
    await visitor.signIn();
    const [left] = await service.sql<[{ count: number }]>`
      SELECT count(*) FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.email = ${visitor.email}`;
    expect(left.count).toBe(1); // expired sessions are deleted
  });

  test('ends when its user is removed; users cannot remove themselves or users of other accounts', async () => {
    const account = await service.account();
    const stranger = await signedIn(service, await service.account());
    const [visitor, other] = [await signedIn(service, account), await signedIn(service, account)];
    const idOf = async (email: string) =>
      (await service.sql<{ id: string }[]>`SELECT id FROM users WHERE email = ${email}`)[0]?.id ?? '';
    const ownId = await idOf(visitor.email);
    for (const id of [ownId, ownId.toUpperCase()]) {
      const self = await visitor.send(`/dashboard/users/${id}/remove`);
      expect(self.statusCode).toBe(409);
      expect(wordsOf(self)).toContain('You cannot remove yourself.');
    }
    expect((await visitor.send(`/dashboard/users/${await idOf(stranger.email)}/remove`)).statusCode).toBe(
      404,
    );
    expect((await stranger.open('/dashboard')).statusCode).toBe(200);
    const done = await visitor.send(`/dashboard/users/${await idOf(other.email)}/remove`);
    expect(wordsOf(await visitor.follow(done))).toContain('The user was removed.');
    expect((await other.open('/dashboard')).statusCode).toBe(303);
    expect((await other.signIn()).statusCode).toBe(401);
  });
});

describe('behind TLS', () => {
  const service = useService({ BASE_URL: 'https://waitlist.example.com' });

  test('a session has a secure cookie that is bound to the host (C11.1)', async () => {
    const visitor = await makeVisitor(service, await service.account());
    const answer = await visitor.signIn();
    expect(answer.headers['set-cookie']).toEqual(
      ['session', 'browser'].map((name) =>
        expect.stringMatching(`^__Host-waitlist-${name}=.+; Path=/; HttpOnly; Secure; SameSite=Lax$`),
      ),
    );
    expect((await visitor.open('/dashboard')).statusCode).toBe(200);
  });
});

/** The full-width form of a letter, which is valid in domain names. */
function wide(letter: string): string {
  return String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0);
}
