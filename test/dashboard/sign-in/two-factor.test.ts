import { Redis } from 'ioredis';
import { Secret, TOTP } from 'otpauth';
import { describe, expect, test, vi } from 'vitest';
import { setPassword } from '../../../src/shared/account/users/set-password.ts';
import { endTwoFactorByEmail } from '../../../src/shared/account/users/two-factor/two-factor.ts';
import { makeVisitor, signedIn, ticketsOf, type Visitor, wordsOf } from '../../support/dashboard.ts';
import type { TestAccount } from '../../support/service/make.ts';
import { useService } from '../../support/service/service.ts';

const path = '/dashboard/profile/two-factor';

describe('two-factor sign-in (N8)', () => {
  const service = useService();

  /** The code of an app, `steps` of 30 s from now. */
  const codeOf = (secret: string, steps = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

  /** Switches it on with the code of the step before. @returns that code, too */
  async function switchOn(visitor: Visitor) {
    expect((await visitor.send(path)).statusCode).toBe(303);
    const { body } = await visitor.open(path);
    const secret = /<code>([A-Z2-7]{32})<\/code>/.exec(body)?.[1] ?? expect.fail('no key');
    expect(body).toContain('QR code of the key');
    // The clock stands still meanwhile: with the next step the code would be too old.
    vi.useFakeTimers({ toFake: ['Date'] });
    const used = codeOf(secret, -1);
    const shown = await visitor.send(`${path}/confirm`, { code: used }).finally(() => vi.useRealTimers());
    expect(shown.statusCode).toBe(200);
    const codes = [...shown.body.matchAll(/<li><code>(([a-z2-7]{4}-){3}[a-z2-7]{4})<\/code><\/li>/g)].map(
      ([, code = '']) => code,
    );
    expect(codes).toHaveLength(10);
    const file = /href="data:text\/plain;charset=utf-8,([^"]+)" download="recovery-codes.txt"/.exec(
      shown.body,
    );
    expect(decodeURIComponent(file?.[1] ?? '').split('\r\n')).toEqual([
      `Recovery codes of ${visitor.email}. Each signs you in once.`,
      '',
      ...codes,
      '',
    ]);
    return { secret, used, codes };
  }

  /** The first step of the sign-in. @returns its ticket */
  async function ticketOf(visitor: Visitor, password?: string): Promise<string> {
    visitor.cookies.delete('waitlist-session');
    const { statusCode, body, cookies } = await visitor.signIn(password);
    expect([statusCode, cookies.some(({ name }) => name === 'waitlist-session')]).toEqual([200, false]);
    return /name="ticket" value="([^"]*)"/.exec(body)?.[1] ?? expect.fail('no ticket');
  }

  const enter = (visitor: Visitor, ticket: string, code: string, query = '') =>
    visitor.send(`/dashboard/sign-in/code${query}`, { ticket, code });

  test('asks for a code of the app, each of which works once', async () => {
    const account = await service.account();
    const visitor = await signedIn(service, account);
    expect((await visitor.send(`${path}/confirm`, { code: '123456' })).statusCode).toBe(409);
    const { secret, used } = await switchOn(visitor);
    expect(wordsOf(await visitor.open(path))).toContain('10 recovery codes left');
    const stored = JSON.stringify(await service.sql`SELECT * FROM user_totp`);
    expect(stored).not.toContain(secret);

    const ticket = await ticketOf(visitor);
    expect((await enter(visitor, ticket, used)).statusCode).toBe(401);
    expect((await enter(visitor, ticket, codeOf(secret, 5))).statusCode).toBe(401);
    expect((await visitor.open('/dashboard')).statusCode).toBe(303);
    const code = codeOf(secret);
    const both = await Promise.all([
      enter(visitor, ticket, code, '?next=%2Fdashboard%2Fusers'),
      enter(visitor, ticket, code, '?next=%2Fdashboard%2Fusers'),
    ]);
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([303, 401]);
    expect(both.find(({ statusCode }) => statusCode === 303)?.headers.location).toBe('/dashboard/users');
    expect((await visitor.open('/dashboard')).statusCode).toBe(200);
  });

  test('takes each recovery code once', async () => {
    const visitor = await signedIn(service, await service.account());
    const { codes } = await switchOn(visitor);
    const stored = JSON.stringify(await service.sql`SELECT encode(code_hash, 'escape') FROM recovery_codes`);
    for (const code of codes) expect(stored).not.toContain(code);
    const ticket = await ticketOf(visitor);
    const [first = '', second = ''] = codes;
    expect((await enter(visitor, ticket, first.toUpperCase().replaceAll('-', ' '))).statusCode).toBe(303);
    expect(wordsOf(await visitor.open(path))).toContain('9 recovery codes left');
    expect((await enter(visitor, ticket, first)).statusCode).toBe(401);
    expect((await enter(visitor, ticket, second)).statusCode).toBe(303);
  });

  /** Begins the minute of the limits anew, which is no matter of these tests. */
  async function forgetAttempts(): Promise<void> {
    const redis = new Redis(service.env.REDIS_URL ?? '');
    const names = await redis.keys('*limit:*');
    await Promise.all(names.map((name) => redis.del(name)));
    redis.disconnect();
  }

  /** A browser that nobody has signed in with, as somebody who knows the password. */
  async function strangerAs(account: TestAccount, { email, password }: Visitor) {
    const stranger = await makeVisitor(service, account);
    const { body } = await stranger.send('/dashboard/sign-in', { email, password });
    return { stranger, ticket: ticketsOf({ body })[0] ?? expect.fail('no ticket') };
  }

  /** Enters wrong codes, whatever the limit says. @returns the words of the last page */
  async function failTenTimes(visitor: Visitor, ticket: string): Promise<string> {
    let words = '';
    for (let at = 0; at < 10; at += 1) {
      await forgetAttempts();
      words = wordsOf(await enter(visitor, ticket, 'wrong'));
    }
    return words;
  }

  test('counts forged tickets for no user', async () => {
    const account = await service.account();
    const visitor = await signedIn(service, account);
    const { secret } = await switchOn(visitor);
    const { stranger, ticket } = await strangerAs(account, visitor);
    const forger = await makeVisitor(service, account);
    const forged = `${ticket.slice(0, -43)}${'A'.repeat(43)}`;
    for (let at = 0; at < 12; at += 1)
      expect((await enter(forger, forged, codeOf(secret))).statusCode).toBe(401);
    expect((await enter(stranger, ticket, codeOf(secret))).statusCode).toBe(303);
  });

  test('ends the sign-in after ten wrong codes in an hour, tells the user by mail, and spares known browsers', async () => {
    const account = await service.account();
    const visitor = await signedIn(service, account);
    const { secret, codes } = await switchOn(visitor);
    const own = await ticketOf(visitor);
    const { stranger, ticket } = await strangerAs(account, visitor);
    const mails = () => service.sql<{ payload: unknown }[]>`
      SELECT payload FROM outbox WHERE job = 'send-notice' AND account_id = ${account.accountId}`;
    await failTenTimes(stranger, ticket);
    const ended = await enter(stranger, ticket, codes[0] ?? '');
    expect([ended.statusCode, wordsOf(ended)]).toEqual([401, expect.stringContaining('Too many codes')]);
    const [user] = await service.sql<{ id: string }[]>`SELECT id FROM users WHERE email = ${visitor.email}`;
    const told = [{ payload: { about: 'wrong_codes', user_id: user?.id } }];
    expect(await mails()).toEqual(told);
    await forgetAttempts();
    const chosen = await stranger.send('/dashboard/sign-in/account', { ticket });
    expect(ticketsOf(chosen).map((each) => each.split('.')[1])).toEqual([ticket.split('.')[1]]);
    // A new sign-in has ten tries again, without another mail within the hour.
    const again = await strangerAs(account, visitor);
    await failTenTimes(again.stranger, again.ticket);
    expect((await enter(again.stranger, again.ticket, codes[1] ?? '')).statusCode).toBe(401);
    expect(await mails()).toEqual(told);
    await forgetAttempts();
    const third = await strangerAs(account, visitor);
    expect((await enter(third.stranger, third.ticket, codes[2] ?? '')).statusCode).toBe(303);
    // The owner's sign-in has gone on meanwhile.
    expect((await enter(visitor, own, codeOf(secret))).statusCode).toBe(303);

    const last = await ticketOf(visitor);
    await failTenTimes(visitor, last);
    expect(wordsOf(await enter(visitor, last, codes[3] ?? ''))).toContain('Too many codes');
  });

  test('has a new hour for wrong codes', async () => {
    const account = await service.account();
    const visitor = await signedIn(service, account);
    const { codes } = await switchOn(visitor);
    const { stranger, ticket } = await strangerAs(account, visitor);
    await enter(stranger, ticket, 'wrong');
    await service.sql`UPDATE code_failures SET failures = 9, since = since - interval '1 hour'`;
    await enter(stranger, ticket, 'wrong');
    expect((await enter(stranger, ticket, codes[0] ?? '')).statusCode).toBe(303);
  });

  test('limits guesses, and believes no other ticket', async () => {
    const account = await service.account();
    const visitor = await signedIn(service, account);
    const { secret } = await switchOn(visitor);
    const ticket = await ticketOf(visitor);
    const other = await makeVisitor(service, account);
    const [id, expires, mac] = ticket.split('.');
    const forged = [`${id}.${Number(expires) + 1}.${mac}`, `${id}.${expires}.${'A'.repeat(43)}`, 'x'];
    for (const wrong of forged) expect((await enter(other, wrong, codeOf(secret))).statusCode).toBe(401);
    const third = await makeVisitor(service, account);
    const guess = async () => (await enter(third, ticket, 'wrong')).statusCode;
    const isLimited = async () => {
      for (let at = 0; at < 100; at += 1) if ((await guess()) === 429) return true;
      return false;
    };
    expect(await isLimited()).toBe(true);
    // The browser that the owner has signed in with is not shut out.
    expect((await enter(visitor, ticket, codeOf(secret))).statusCode).toBe(303);
  });

  test('is switched off with the password and a code, or by the operator; a new password keeps it and ends tickets', async () => {
    const account = await service.account();
    const visitor = await signedIn(service, account);
    const { secret, codes } = await switchOn(visitor);
    expect((await visitor.send(path)).statusCode).toBe(409);
    const ticket = await ticketOf(visitor);
    await setPassword(service.ctx, { email: visitor.email, password: 'another password' });
    expect((await enter(visitor, ticket, codeOf(secret))).statusCode).toBe(401);
    const next = await ticketOf(visitor, 'another password');
    expect((await enter(visitor, next, codes[0] ?? '')).statusCode).toBe(303);
    const end = async (password: string, code: string) =>
      (await visitor.send(`${path}/off`, { password, code })).statusCode;
    expect(await end('wrong', codes[1] ?? '')).toBe(400);
    expect(await end('another password', '000000')).toBe(400);
    expect(await end('another password', codes[0] ?? '')).toBe(400); // it was used
    expect(await end('another password', codes[1] ?? '')).toBe(303);
    expect((await visitor.signIn('another password')).statusCode).toBe(303);
    expect(
      (
        await service.sql`SELECT 1 FROM recovery_codes c JOIN users u ON u.id = c.user_id WHERE u.email = ${visitor.email}`
      ).length,
    ).toBe(0);

    await switchOn(visitor);
    await endTwoFactorByEmail(service.ctx, visitor);
    expect((await visitor.signIn('another password')).statusCode).toBe(303);
  });

  test('is shown to owners, and in the log', async () => {
    const account = await service.account();
    const owner = await signedIn(service, account);
    const viewer = await signedIn(service, account, 'viewer');
    await switchOn(viewer);
    const words = wordsOf(await owner.open('/dashboard/users'));
    expect(words).toMatch(new RegExp(`${viewer.email} Viewer On`));
    expect(words).toMatch(new RegExp(`${owner.email} You Owner Off`));
    expect(wordsOf(await viewer.open('/dashboard/users'))).not.toContain('Two-factor');
    const entries = await service.sql`
      SELECT actor_name FROM audit_entries WHERE account_id = ${account.accountId} AND action = 'user.two_factor_on'`;
    expect(entries).toEqual([{ actor_name: viewer.email }]);
  });
});
