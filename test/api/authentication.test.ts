import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { describe, expect, test } from 'vitest';
import { newApiKey } from '../../src/shared/account/api-keys/api-key.ts';
import { createApiKey } from '../../src/shared/account/api-keys/create-api-key.ts';
import { revokeApiKey } from '../../src/shared/account/api-keys/revoke-api-key.ts';
import { scopes } from '../../src/shared/account/scopes.ts';
import { closedPort } from '../support/network/raw-http.ts';
import { openApp } from '../support/service/app.ts';
import { useService } from '../support/service/service.ts';

/** The key with a typo: one character replaced by another one of the alphabet. */
function mistype(key: string, at: number): string {
  return `${key.slice(0, at)}${key[at] === 'x' ? 'y' : 'x'}${key.slice(at + 1)}`;
}

describe('authentication', () => {
  const service = useService();
  const authorize = (authorization: string) =>
    service.call('GET', '/v1/account', undefined, { headers: { authorization } });
  const keyIdsOf = async (accountId: string) =>
    (await service.sql<{ id: string }[]>`SELECT id FROM api_keys WHERE account_id = ${accountId}`).map(
      ({ id }) => id,
    );

  test('accepts a key in the header Authorization: Bearer, in any letter case of the scheme (§5.1)', async () => {
    const account = await service.account();
    for (const word of ['Bearer', 'bearer', 'BEARER']) {
      expect((await authorize(`${word} ${account.key}`)).statusCode).toBe(200);
    }
  });

  test('answers a missing, malformed or unknown key with the same 401 (§5.1, §7)', async () => {
    const { key } = await service.account();
    const bare = await service.call('GET', '/v1/account');
    expect(bare.statusCode).toBe(401);
    expect(bare.json()).toEqual({ error: { code: 'unauthorized', message: expect.any(String) } });
    const headers = [
      '',
      'Bearer',
      'Bearer ',
      key,
      `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
      `Token ${key}`,
      `Bearer ${key} ${key}`,
      `Bearer "${key}"`,
      `Bearer ${key.toLowerCase()}`,
      `Bearer ${newApiKey()}`,
      'Bearer null',
      `Bearer ${'a'.repeat(5000)}`,
      "Bearer ' OR 1=1 --",
    ];
    for (const header of headers) {
      const refused = await authorize(header);
      expect([header, refused.statusCode, refused.body]).toEqual([header, 401, bare.body]);
    }
  });

  test('ignores a key outside of the header (§5.1)', async () => {
    const { key } = await service.account();
    for (const url of [`/v1/account?api_key=${key}`, `/v1/account?access_token=${key}`]) {
      expect((await service.call('GET', url)).statusCode).toBe(401);
    }
    const cookie = await service.call('GET', '/v1/account', undefined, { headers: { cookie: `key=${key}` } });
    expect(cookie.statusCode).toBe(401);
  });

  test('refuses a missing key before it checks the route, the id or the body (C1.1)', async () => {
    const requests = [
      ['GET', '/v1/nothing-here'],
      ['PUT', '/v1/account'],
      ['GET', '/v1/waitlists/not-an-id'],
      ['POST', '/v1/waitlists'],
    ] as const;
    for (const [method, url] of requests) {
      const { statusCode } = await service.call(method, url, undefined, {
        headers: { 'content-type': 'application/json' },
        ...(method !== 'GET' && { payload: '{"broken' }),
      });
      expect([method, url, statusCode]).toEqual([method, url, 401]);
    }
  });

  test('refuses a mistyped key without a database query (C5.5)', async () => {
    const { key } = await service.account();
    const { app } = await openApp({
      ...service.env,
      DATABASE_URL: `postgres://127.0.0.1:${await closedPort()}/none`,
    });
    const status = async (sent: string) =>
      (await app.inject({ url: '/v1/account', headers: { authorization: `Bearer ${sent}` } })).statusCode;
    expect(await status(key)).toBe(503); // a valid key needs a query, which fails here
    for (let at = 0; at < key.length; at++) expect(await status(mistype(key, at))).toBe(401);
    expect(await status(key.slice(0, -1))).toBe(401);
    expect(await status(`${key}0`)).toBe(401);
  });

  test('refuses a revoked key within a second on every process, and no other key (§5.1, C2.9)', async () => {
    const account = await service.account({ plan: 'scale' });
    const other = await service.key(account, scopes);
    const second = await openApp(service.env);
    const statuses = (key: string) =>
      Promise.all(
        [service.app, second.app].map(
          async (app) =>
            (await app.inject({ url: '/v1/account', headers: { authorization: `Bearer ${key}` } }))
              .statusCode,
        ),
      );
    const { key, key_id } = await createApiKey(service.ctx, account.accountId, { name: 'k', scopes: 'all' });
    expect(await statuses(key)).toEqual([200, 200]);
    await revokeApiKey(service.ctx, key_id);
    await sleep(1000);
    expect(await statuses(key)).toEqual([401, 401]);
    expect(await statuses(other)).toEqual([200, 200]);
  });

  test('refuses all concurrent calls with an unknown key (§5.1)', async () => {
    const key = newApiKey();
    const answers = await Promise.all(Array.from({ length: 20 }, () => authorize(`Bearer ${key}`)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(401));
  });

  test('updates last_used_at, but not with every call (C5.5)', async () => {
    const account = await service.account();
    const [keyId = ''] = await keyIdsOf(account.accountId);
    const lastUsed = async () => {
      const [row] = await service.sql<
        { last_used_at: string | null }[]
      >`SELECT last_used_at FROM api_keys WHERE id = ${keyId}`;
      return row?.last_used_at ?? null;
    };
    const use = async () => {
      const fresh = await openApp(service.env); // has not cached the key
      const { statusCode } = await fresh.app.inject({
        url: '/v1/account',
        headers: { authorization: `Bearer ${account.key}` },
      });
      expect(statusCode).toBe(200);
      await fresh.close();
    };
    expect(await lastUsed()).toBeNull();

    const before = Date.now();
    await use();
    const first = await lastUsed();
    expect(Date.parse(first ?? '')).toBeGreaterThanOrEqual(before - 1);

    await use();
    expect(await lastUsed()).toBe(first);

    await service.sql`UPDATE api_keys SET last_used_at = last_used_at - interval '2 minutes' WHERE id = ${keyId}`;
    await use();
    expect(Date.parse((await lastUsed()) ?? '')).toBeGreaterThan(Date.parse(first ?? ''));
  });

  test('stores only the SHA-256 of a key, in Postgres and in Redis (C5.5)', async () => {
    const account = await service.account({ plan: 'scale' });
    const { key, key_id } = await createApiKey(service.ctx, account.accountId, { name: 'k', scopes: 'all' });
    expect(key).toMatch(/^wl_[0-9A-Za-z]{38}$/);
    const used = { ...account, key };
    await service.signUp(used, await service.waitlist(used), { email: 'ada@example.com' });

    const [row] = await service.sql<{ hash: Buffer }[]>`SELECT hash FROM api_keys WHERE id = ${key_id}`;
    expect(row?.hash).toEqual(createHash('sha256').update(key).digest());

    const secret = key.slice(3, 35);
    const traces = [secret, Buffer.from(secret).toString('hex'), Buffer.from(secret).toString('base64')];
    const tables = await service.sql<{ name: string }[]>`
      SELECT quote_ident(table_name) AS name FROM information_schema.tables WHERE table_schema = 'public'`;
    expect(tables.length).toBeGreaterThan(5);
    for (const { name } of tables) {
      const rows = await service.sql.unsafe(`SELECT t::text AS text FROM ${name} t`);
      const dump = rows.map(({ text }) => text).join('\n');
      for (const trace of traces) expect(dump.includes(trace), `${name} holds the key`).toBe(false);
    }
    const redis = new Redis(service.env.REDIS_URL ?? '');
    const names = (await redis.keys('*')).join('\n');
    redis.disconnect();
    expect(names).toContain(account.accountId);
    expect(names).not.toContain(secret);
  });
});
