import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { updateAccount } from '../../../src/shared/account/administration/update-account.ts';
import { closedPort, listen } from '../../support/network/raw-http.ts';
import { type App, openApp } from '../../support/service/app.ts';
import type { TestAccount } from '../../support/service/make.ts';
import { useService } from '../../support/service/service.ts';
import { roomInMinute } from '../../support/values/minute.ts';

const limitOf = ({ headers }: LightMyRequestResponse) => Number(headers['ratelimit-limit']);
const remainingOf = ({ headers }: LightMyRequestResponse) => Number(headers['ratelimit-remaining']);
const resetOf = ({ headers }: LightMyRequestResponse) => Number(headers['ratelimit-reset']);
const countOf = (answers: readonly LightMyRequestResponse[], status: number) =>
  answers.filter(({ statusCode }) => statusCode === status).length;
const times = <T>(count: number, make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n));

describe('rate limits', () => {
  const service = useService();
  const call = (key: string) => service.call('GET', '/v1/account', key);
  const callOn = ({ app }: App, key: string) =>
    app.inject({ url: '/v1/account', headers: { authorization: `Bearer ${key}` } });

  // No test spans two minutes.
  beforeEach(() => roomInMinute(service.env.REDIS_URL ?? '', 25));

  describe('per account', () => {
    test('are shown in three headers of every authenticated answer (C1.12)', async () => {
      const account = await service.account({ requestsPerMinute: 500 });
      const waitlist = await service.waitlist(account);
      const scopeless = await service.key(account, []);
      const json = { 'content-type': 'application/json' };
      const answers = [
        [200, await service.call('GET', '/v1/account', account.key)],
        [201, await service.call('POST', '/v1/waitlists', account.key, { payload: { name: 'New' } })],
        [200, await service.call('GET', `/v1/waitlists/${waitlist}/signups/export`, account.key)],
        [400, await service.call('POST', '/v1/waitlists', account.key, { headers: json, payload: '{' })],
        [403, await service.call('GET', '/v1/account', scopeless)],
        [404, await service.call('GET', '/v1/nothing', account.key)],
        [404, await service.call('GET', '/v1/waitlists/nonsense', account.key)],
        [409, await service.call('POST', '/v1/waitlists', account.key, { payload: { name: 'New' } })],
        [
          413,
          await service.call('POST', '/v1/waitlists', account.key, {
            headers: json,
            payload: ' '.repeat(600_000),
          }),
        ],
        [
          415,
          await service.call('POST', '/v1/waitlists', account.key, {
            headers: { 'content-type': 'text/plain' },
            payload: 'x',
          }),
        ],
        [204, await service.call('DELETE', `/v1/waitlists/${waitlist}`, account.key)],
      ] as const;
      answers.forEach(([status, answer], index) => {
        expect(answer.statusCode).toBe(status);
        expect(answer.headers['ratelimit-limit']).toBe('500');
        expect(answer.headers['ratelimit-remaining']).toBe(String(500 - 2 - index));
        expect(answer.headers['ratelimit-reset']).toMatch(/^([1-9]|[1-5]\d|60)$/);
        expect(answer.headers['retry-after']).toBeUndefined();
      });
    });

    test('neither show nor count unauthenticated calls (C1.12, §5.1)', async () => {
      const account = await service.account({ requestsPerMinute: 10 });
      const bare = await service.call('GET', '/v1/account');
      expect(Object.keys(bare.headers).filter((name) => name.startsWith('ratelimit'))).toEqual([]);
      expect(remainingOf(await call(account.key))).toBe(9);
    });

    test('answer calls over the limit with 429 and Retry-After, without any effect (§8, §7, C1.12)', async () => {
      const account = await service.account({ requestsPerMinute: 3 });
      for (const remaining of [2, 1, 0]) expect(remainingOf(await call(account.key))).toBe(remaining);
      const refused = await service.call('POST', '/v1/waitlists', account.key, { payload: { name: 'Late' } });
      expect(refused.statusCode).toBe(429);
      expect(refused.json()).toEqual({ error: { code: 'rate_limited', message: expect.any(String) } });
      expect(refused.headers['retry-after']).toMatch(/^\d+$/);
      expect(refused.headers['retry-after']).toBe(refused.headers['ratelimit-reset']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1);
      expect(remainingOf(refused)).toBe(0);
      const rows = await service.sql`SELECT 1 FROM waitlists WHERE account_id = ${account.accountId}`;
      expect(rows.length).toBe(0);
    });

    test('are shared by the keys of the account, and not by other accounts (§5.5)', async () => {
      const account = await service.account({ requestsPerMinute: 4 });
      const second = await service.key(account, ['account:read']);
      const other = await service.account({ requestsPerMinute: 4 });
      const statuses = [];
      for (const key of [account.key, second, account.key, second, account.key, second]) {
        statuses.push((await call(key)).statusCode);
      }
      expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
      expect((await call(other.key)).statusCode).toBe(200);
    });

    test.each([
      ['free', 60],
      ['launch', 300],
      ['scale', 1000],
      ['enterprise', 10_000],
    ] as const)('allow the plan %s %i requests a minute (§8, C5.4)', async (plan, limit) => {
      const { accountId, key } = await service.account({ plan });
      await service.sql`UPDATE accounts SET requests_per_minute = NULL WHERE id = ${accountId}`;
      const answer = await call(key);
      expect([limitOf(answer), remainingOf(answer)]).toEqual([limit, limit - 1]);
    });

    test('let exactly the limit of 200 concurrent calls over two processes pass (§8, C1.12)', async () => {
      const { key } = await service.account({ requestsPerMinute: 120 });
      const second = await openApp(service.env);
      const answers = await Promise.all(times(200, (n) => (n % 2 === 0 ? call(key) : callOn(second, key))));
      expect([countOf(answers, 200), countOf(answers, 429)]).toEqual([120, 80]);
      const left = answers.filter(({ statusCode }) => statusCode === 200).map(remainingOf);
      expect(left.toSorted((a, b) => b - a)).toEqual(times(120, (n) => 119 - n));
    });

    test('apply a new limit and a new plan within a second, on every process (C2.9, C5.4)', async () => {
      const { accountId, key } = await service.account({ plan: 'launch', requestsPerMinute: 50 });
      const second = await openApp(service.env);
      const limits = async () => [limitOf(await call(key)), limitOf(await callOn(second, key))];
      expect(await limits()).toEqual([50, 50]);
      await updateAccount(service.ctx, accountId, { requestsPerMinute: 70 });
      await expect.poll(limits, { interval: 100 }).toEqual([70, 70]);
      await service.sql`UPDATE accounts SET requests_per_minute = NULL WHERE id = ${accountId}`;
      await updateAccount(service.ctx, accountId, { plan: 'free' });
      await expect.poll(limits, { interval: 100 }).toEqual([60, 60]);
    });
  });

  describe('count by a minute that', () => {
    afterEach(() => {
      vi.useRealTimers();
    });

    test('ends by the clock of Redis and not of the process (C1.12)', async () => {
      const { accountId, key } = await service.account();
      const redis = new Redis(service.env.REDIS_URL ?? '');
      vi.useFakeTimers({ toFake: ['Date'] });
      vi.setSystemTime(Date.now() + 25_000); // the clock of this process is wrong
      const before = Number((await redis.time())[0]);
      const reset = resetOf(await call(key));
      const after = Number((await redis.time())[0]);
      expect(60 - (before % 60)).toBeGreaterThanOrEqual(reset);
      expect(60 - (after % 60)).toBeLessThanOrEqual(reset);

      // The counter expires exactly at the end of the minute.
      const names = await redis.keys(`*${accountId}*`);
      expect(names.length).toBe(1);
      const [seconds, micros] = await redis.time();
      const left = (await redis.pttl(names[0] ?? '')) / 1_000;
      expect(Math.round(Number(seconds) + Number(micros) / 1e6 + left)).toBe(before - (before % 60) + 60);
      redis.disconnect();
    });

    test('resets the whole limit at its end (§7, C1.12)', async () => {
      const { accountId, key } = await service.account({ requestsPerMinute: 1 });
      expect((await call(key)).statusCode).toBe(200);
      expect((await call(key)).statusCode).toBe(429);
      const redis = new Redis(service.env.REDIS_URL ?? '');
      const names = await redis.keys(`*${accountId}*`);
      await redis.pexpire(names[0] ?? '', 1); // ends the minute early
      await expect.poll(() => redis.exists(...names)).toBe(0);
      redis.disconnect();
      expect((await call(key)).statusCode).toBe(200);
    });
  });

  describe('per address and waitlist', () => {
    /** Sends signups with different emails to one waitlist. */
    async function makeCaller(app: Pick<App, 'app'>['app'], account: TestAccount) {
      const waitlist = await service.waitlist(account);
      let sent = 0;
      const signUp = (options: InjectOptions) => {
        sent += 1;
        return app.inject({
          method: 'POST',
          url: `/v1/waitlists/${waitlist}/signups`,
          payload: { email: `caller-${sent}@example.com` },
          ...options,
          headers: { authorization: `Bearer ${account.key}`, ...options.headers },
        });
      };
      return { waitlist, signUp };
    }

    test('allow 20 signups a minute and answer more with 429 and Retry-After (§8.1)', async () => {
      const account = await service.account();
      const { waitlist, signUp } = await makeCaller(service.app, account);
      const answers = await Promise.all(times(25, () => signUp({ remoteAddress: '198.51.100.1' })));
      expect([countOf(answers, 201), countOf(answers, 429)]).toEqual([20, 5]);
      const refused = answers.find(({ statusCode }) => statusCode === 429);
      expect(refused?.json().error.code).toBe('rate_limited');
      expect(Number(refused?.headers['retry-after'])).toBeGreaterThanOrEqual(1);
      expect(refused?.headers['retry-after']).toBe(refused?.headers['ratelimit-reset']);
      const list = await service.call('GET', `/v1/waitlists/${waitlist}`, account.key);
      expect(list.statusCode).toBe(200); // other calls from that address pass
      const rows = await service.sql`SELECT 1 FROM signups WHERE waitlist_id = ${waitlist}`;
      expect(rows.length).toBe(20);
    });

    test('count each waitlist and each address separately (§8.1)', async () => {
      const account = await service.account();
      const one = await makeCaller(service.app, account);
      const two = await makeCaller(service.app, account);
      const here = { remoteAddress: '198.51.100.2' };
      await Promise.all(times(20, () => one.signUp(here)));
      expect((await one.signUp(here)).statusCode).toBe(429);
      expect((await two.signUp(here)).statusCode).toBe(201);
      expect((await one.signUp({ remoteAddress: '198.51.100.3' })).statusCode).toBe(201);
    });

    test('count every request: repeated emails, invalid bodies, the id in capital letters (C1.12)', async () => {
      const account = await service.account();
      const { waitlist, signUp } = await makeCaller(service.app, account);
      const here = { remoteAddress: '198.51.100.4' };
      const same = { ...here, payload: { email: 'same@example.com' } };
      for (const answer of await Promise.all(times(10, () => signUp(same))))
        expect(answer.statusCode).toBe(201);
      for (const answer of await Promise.all(times(9, () => signUp({ ...here, payload: { email: '' } })))) {
        expect(answer.statusCode).toBe(400);
      }
      const url = `/v1/waitlists/${waitlist.toUpperCase()}/signups`;
      expect((await signUp({ ...same, url })).statusCode).toBe(201);
      expect((await signUp(same)).statusCode).toBe(429);
      expect((await signUp({ ...same, url })).statusCode).toBe(429);
    });

    test('count all keys of the account together (§8.1)', async () => {
      const account = await service.account();
      const { signUp } = await makeCaller(service.app, account);
      const authorization = `Bearer ${await service.key(account, ['signups:write'])}`;
      const here = { remoteAddress: '198.51.100.5' };
      await Promise.all(
        times(20, (n) => signUp(n % 2 === 0 ? here : { ...here, headers: { authorization } })),
      );
      expect((await signUp({ ...here, headers: { authorization } })).statusCode).toBe(429);
    });

    test('count an IPv6 address by its /64 (C9.5)', async () => {
      const { signUp } = await makeCaller(service.app, await service.account());
      await Promise.all(times(20, (n) => signUp({ remoteAddress: `2001:db8:1:2::${n.toString(16)}` })));
      expect((await signUp({ remoteAddress: '2001:db8:1:2:ffff:ffff:ffff:ffff' })).statusCode).toBe(429);
      expect((await signUp({ remoteAddress: '2001:DB8:1:2::1' })).statusCode).toBe(429);
      expect((await signUp({ remoteAddress: '2001:db8:1:3::1' })).statusCode).toBe(201);
    });

    test('count an IPv4-mapped IPv6 address as the IPv4 address (C9.5)', async () => {
      const { signUp } = await makeCaller(service.app, await service.account());
      await Promise.all(times(20, () => signUp({ remoteAddress: '198.51.100.6' })));
      expect((await signUp({ remoteAddress: '::ffff:198.51.100.6' })).statusCode).toBe(429);
      expect((await signUp({ remoteAddress: '::ffff:198.51.100.7' })).statusCode).toBe(201);
    });

    test('ignore X-Forwarded-For without TRUST_PROXY (C9.5)', async () => {
      const { app } = await openApp({ ...service.env, TRUST_PROXY: '' });
      const { signUp } = await makeCaller(app, await service.account());
      const answers = await Promise.all(
        times(25, (n) =>
          signUp({
            remoteAddress: '127.0.0.1',
            headers: {
              'x-forwarded-for': `192.0.2.${n}`,
              forwarded: `for=192.0.2.${n}`,
              'x-real-ip': `192.0.2.${n}`,
            },
          }),
        ),
      );
      expect([countOf(answers, 201), countOf(answers, 429)]).toEqual([20, 5]);
    });

    test.each(['1', '10.0.0.0/8'])(
      'count the address that the proxy saw, and not those before it, with TRUST_PROXY %s (C9.5)',
      async (trust) => {
        const { app } = await openApp({ ...service.env, TRUST_PROXY: trust });
        const { signUp } = await makeCaller(app, await service.account());
        const from = (forwarded: string) =>
          signUp({ remoteAddress: '10.0.0.1', headers: { 'x-forwarded-for': forwarded } });
        const answers = await Promise.all(times(25, (n) => from(`192.0.2.${n}, 198.51.100.9`)));
        expect([countOf(answers, 201), countOf(answers, 429)]).toEqual([20, 5]);
        expect((await from('192.0.2.1, 198.51.100.10')).statusCode).toBe(201);
      },
    );

    test.each([
      ['1', '198.51.100.12'],
      ['10.0.0.0/8', '198.51.100.13'],
      ['loopback, 10.0.0.0/8', '2001:db8:1:9::1'],
    ])(
      'ignore the port and the brackets of an address, with TRUST_PROXY %s (C9.5)',
      async (trust, address) => {
        const { app } = await openApp({ ...service.env, TRUST_PROXY: trust });
        const { signUp } = await makeCaller(app, await service.account());
        const inner = trust === '1' ? [] : ['10.0.0.2:4711', '[::ffff:10.0.0.3]:80'];
        const from = (text: string) =>
          signUp({
            remoteAddress: '10.0.0.1',
            headers: { 'x-forwarded-for': ['192.0.2.1', text, ...inner].join(', ') },
          });
        const withPort = (port: number) =>
          address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;
        const answers = await Promise.all(times(25, (n) => from(n === 0 ? address : withPort(5_000 + n))));
        expect([countOf(answers, 201), countOf(answers, 429)]).toEqual([20, 5]);
        expect((await from('198.51.100.99:5000')).statusCode).toBe(201);
      },
    );

    test('accept an X-Forwarded-For that is not an address (C9.5)', async () => {
      const { signUp } = await makeCaller(service.app, await service.account());
      for (const forwarded of ['nonsense', ',,,', '1.2.3.4:99999', '[::1]', "'; --", 'x'.repeat(4000)]) {
        const { statusCode } = await signUp({ headers: { 'x-forwarded-for': forwarded } });
        expect([forwarded, statusCode]).toEqual([forwarded, 201]);
      }
    });

    test('let exactly 20 of 60 concurrent signups over two processes pass (§8.1)', async () => {
      const account = await service.account();
      const { waitlist, signUp } = await makeCaller(service.app, account);
      const second = await openApp(service.env);
      const answers = await Promise.all(
        times(60, (n) =>
          n % 2 === 0
            ? signUp({ remoteAddress: '198.51.100.11' })
            : second.app.inject({
                method: 'POST',
                url: `/v1/waitlists/${waitlist}/signups`,
                remoteAddress: '198.51.100.11',
                headers: { authorization: `Bearer ${account.key}` },
                payload: { email: `second-${n}@example.com` },
              }),
        ),
      );
      expect([countOf(answers, 201), countOf(answers, 429)]).toEqual([20, 40]);
    });
  });

  describe('without Redis', () => {
    const outages = [
      ['refuses connections', closedPort],
      ['takes connections and never answers', () => listen(() => {})],
    ] as const;

    test.each(outages)('count per process if it %s (C1.15)', async (_, open) => {
      const redis = { REDIS_URL: `redis://127.0.0.1:${await open()}` };
      const one = await openApp({ ...service.env, ...redis });
      const two = await openApp({ ...service.env, ...redis });
      const account = await service.account({ requestsPerMinute: 5 });
      for (const app of [one, two]) {
        const answers = await Promise.all(times(8, () => callOn(app, account.key)));
        expect([countOf(answers, 200), countOf(answers, 429)]).toEqual([5, 3]);
        expect(answers.every(({ headers }) => 'ratelimit-reset' in headers)).toBe(true);
      }
    });

    test('continue from the last known count if Redis fails (C1.15)', async () => {
      const one = await openApp(service.env);
      const account = await service.account({ requestsPerMinute: 10 });
      await Promise.all(times(8, () => call(account.key)));
      await expect.poll(() => one.ctx.redis.status).toBe('ready');
      expect(remainingOf(await callOn(one, account.key))).toBe(1);
      one.ctx.redis.disconnect();
      const answers = await Promise.all(times(4, () => callOn(one, account.key)));
      expect([countOf(answers, 200), countOf(answers, 429)]).toEqual([1, 3]);
    });

    test('still use Redis if the process was too busy to read its answer (C1.12)', async () => {
      const one = await openApp(service.env);
      await expect.poll(() => one.ctx.redis.status).toBe('ready');
      const windows = [`limit:{busy-${Date.now()}}`];
      for (let calls = 0; calls < 7; calls++) await service.ctx.limiter.count(windows);
      const counted = one.ctx.limiter.count(windows);
      await new Promise((resolve) => setImmediate(resolve)); // the command is sent
      for (const end = performance.now() + 400; performance.now() < end; );
      expect((await counted).calls).toEqual([8]);
    });

    test('apply per address in each process, and signups are stored with a pending email (C1.15)', async () => {
      const { app } = await openApp({
        ...service.env,
        REDIS_URL: `redis://127.0.0.1:${await closedPort()}`,
      });
      const account = await service.account();
      const waitlist = await service.waitlist(account);
      const before = (await service.pendingJobs('send-signup-email')).length;
      const answers = await Promise.all(
        times(25, (n) =>
          app.inject({
            method: 'POST',
            url: `/v1/waitlists/${waitlist}/signups`,
            remoteAddress: '198.51.100.12',
            headers: { authorization: `Bearer ${account.key}` },
            payload: { email: `without-${n}@example.com` },
          }),
        ),
      );
      expect([countOf(answers, 201), countOf(answers, 429)]).toEqual([20, 5]);
      expect((await service.pendingJobs('send-signup-email')).length - before).toBe(20);
    });
  });
});
