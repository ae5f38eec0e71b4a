import type { InjectOptions } from 'fastify';
import { describe, expect, test } from 'vitest';
import { revokeApiKey } from '../../../src/shared/account/api-keys/revoke-api-key.ts';
import type { TestAccount } from '../../support/service/make.ts';
import { useService } from '../../support/service/service.ts';
import { roomInMinute } from '../../support/values/minute.ts';

const unknownId = '018f0000-0000-7000-8000-00000000dead';

/** Each test violates two adjacent rules of C1.1 and checks which one is reported. */
describe('the order of checks is', () => {
  const service = useService();
  const json = { 'content-type': 'application/json' };
  const answer = async (...call: Parameters<typeof service.call>) => {
    const { statusCode, body } = await service.call(...call);
    return [statusCode, JSON.parse(body).error?.code];
  };

  /** An account with a limit of one call, which is used up for this minute. */
  async function exhaustedAccount(): Promise<TestAccount> {
    await roomInMinute(service.env.REDIS_URL ?? '', 15);
    const account = await service.account({ requestsPerMinute: 1 });
    expect((await service.call('GET', '/v1/account', account.key)).statusCode).toBe(200);
    return account;
  }

  /** Uses up the signups of one address for this minute. @returns a function that sends another one */
  async function exhaustedAddress(account: TestAccount, waitlist: string) {
    await roomInMinute(service.env.REDIS_URL ?? '', 30);
    const call = (options: InjectOptions = {}) =>
      answer('POST', `/v1/waitlists/${waitlist}/signups`, account.key, {
        payload: { email: 'ada@example.com' },
        remoteAddress: '203.0.113.7',
        ...options,
      });
    await Promise.all(Array.from({ length: 20 }, () => call()));
    return call;
  }

  test('401 before 429: a revoked key of an account at its limit (C1.1)', async () => {
    const account = await exhaustedAccount();
    const [row] = await service.sql<
      { id: string }[]
    >`SELECT id FROM api_keys WHERE account_id = ${account.accountId}`;
    expect(await answer('GET', '/v1/account', account.key)).toEqual([429, 'rate_limited']);
    await revokeApiKey(service.ctx, row?.id ?? '');
    await expect.poll(() => answer('GET', '/v1/account', account.key)).toEqual([401, 'unauthorized']);
  });

  test('429 before 403: a key without the scope, of an account at its limit (C1.1)', async () => {
    const account = await exhaustedAccount();
    const key = await service.key(account, []);
    expect(await answer('GET', '/v1/account', key)).toEqual([429, 'rate_limited']);
  });

  test('429 before 404: an unknown route, for an account at its limit (C1.1)', async () => {
    const account = await exhaustedAccount();
    expect(await answer('GET', '/v1/nothing', account.key)).toEqual([429, 'rate_limited']);
  });

  test('403 before 404: a malformed id, with a key without the scope (C1.1)', async () => {
    const account = await service.account();
    const key = await service.key(account, ['account:read']);
    expect(await answer('GET', '/v1/waitlists/nonsense', key)).toEqual([403, 'forbidden']);
    // An unknown route has no scope.
    expect(await answer('GET', '/v1/nothing', key)).toEqual([404, 'not_found']);
  });

  test('403 before 400: an invalid body, with a key without the scope (C1.1)', async () => {
    const account = await service.account();
    const key = await service.key(account, ['waitlists:read']);
    expect(await answer('POST', '/v1/waitlists', key, { headers: json, payload: '{' })).toEqual([
      403,
      'forbidden',
    ]);
  });

  test('404 for the path before 400: a malformed id or an unknown route, with an invalid body or query (C1.1)', async () => {
    const { key } = await service.account();
    const broken = { headers: json, payload: '{' };
    expect(await answer('PATCH', '/v1/waitlists/nonsense', key, broken)).toEqual([404, 'not_found']);
    expect(await answer('POST', '/v1/waitlists/nonsense/signups', key, broken)).toEqual([404, 'not_found']);
    expect(await answer('POST', '/v1/nothing', key, broken)).toEqual([404, 'not_found']);
    expect(await answer('GET', '/v1/waitlists/nonsense/signups?limit=0', key)).toEqual([404, 'not_found']);
  });

  test('400 before 404 for the row: an unknown id with an invalid body or query (C1.1)', async () => {
    const { key } = await service.account();
    const list = `/v1/waitlists/${unknownId}`;
    const bad = { payload: { email: 7 } };
    expect(await answer('POST', `${list}/signups`, key, bad)).toEqual([400, 'invalid_request']);
    expect(await answer('GET', `${list}/signups?limit=0`, key)).toEqual([400, 'invalid_request']);
    expect(await answer('PATCH', list, key, { payload: {} })).toEqual([400, 'invalid_request']);
    expect(await answer('PATCH', `${list}/fields/x`, key, { payload: { label: 7 } })).toEqual([
      400,
      'invalid_request',
    ]);
  });

  test('404 for the row before 429 per address: an unknown list, from an address over its limit (C1.1)', async () => {
    const call = await exhaustedAddress(await service.account(), unknownId);
    expect(await call()).toEqual([404, 'not_found']);
  });

  test('400 before 429 per address: an invalid body, from an address over its limit (C1.1)', async () => {
    const account = await service.account();
    const call = await exhaustedAddress(account, await service.waitlist(account));
    expect(await call()).toEqual([429, 'rate_limited']);
    expect(await call({ payload: { email: 'nobody' } })).toEqual([400, 'invalid_request']);
  });

  test('429 per address before 402: an account at its quota, from an address over its limit (C1.1)', async () => {
    const account = await service.account({ plan: 'free' });
    const waitlist = await service.waitlist(account);
    const call = await exhaustedAddress(account, waitlist);
    await service.sql`UPDATE waitlist_counters SET live_count = 550 WHERE waitlist_id = ${waitlist}`;
    const payload = { email: 'new@example.com' };
    expect(await call({ payload })).toEqual([429, 'rate_limited']);
    expect(await call({ payload, remoteAddress: '203.0.113.8' })).toEqual([402, 'quota_exceeded']);
  });

  test('402 before 409: a name in use, on a plan at its limit (C1.1, C2.2)', async () => {
    const account = await service.account({ plan: 'free' });
    await service.call('POST', '/v1/waitlists', account.key, { payload: { name: 'Same' } });
    expect(await answer('POST', '/v1/waitlists', account.key, { payload: { name: 'Same' } })).toEqual([
      402,
      'quota_exceeded',
    ]);
  });

  test('404 before 409 for a field key in use on another account’s list, and 409 before the limit of 20 (C1.1, C2.6a, §4.5)', async () => {
    const account = await service.account();
    const stranger = await service.account();
    const waitlist = await service.waitlist(account);
    const create = (key: string, field: string) =>
      answer('POST', `/v1/waitlists/${waitlist}/fields`, key, {
        payload: { key: field, label: 'L', type: 'string' },
      });
    for (let n = 0; n < 20; n++) await create(account.key, `field_${n}`);
    expect(await create(stranger.key, 'field_0')).toEqual([404, 'not_found']);
    expect(await create(account.key, 'field_0')).toEqual([409, 'conflict']);
    expect(await create(account.key, 'field_20')).toEqual([400, 'invalid_request']);
  });
});
