import { beforeAll, describe, expect, test } from 'vitest';
import type { TestAccount } from '../../support/service/make.ts';
import { useService } from '../../support/service/service.ts';
import { roomInMinute } from '../../support/values/minute.ts';

describe('the visitor’s address (N1)', () => {
  const service = useService();
  let account: TestAccount;
  let list: string;
  let signups = 0;

  beforeAll(async () => {
    account = await service.account();
  });

  /** All calls come from the same server. */
  const signUp = async (body: object, server = '203.0.113.1') => {
    signups += 1;
    const payload = { email: `person${signups}@example.com`, ...body };
    const answer = await service.call('POST', `/v1/waitlists/${list}/signups`, account.key, {
      payload,
      headers: { 'x-forwarded-for': server },
    });
    return answer.statusCode;
  };
  const times = async (count: number, body: (index: number) => object) => {
    const statuses: number[] = [];
    for (let index = 0; index < count; index++) statuses.push(await signUp(body(index)));
    return statuses;
  };

  test('100 visitors of one server in a minute are all on the list', async () => {
    list = await service.waitlist(account);
    const statuses = await times(100, (index) => ({ client_ip: `8.8.${index}.8`, user_agent: 'Firefox' }));
    expect(new Set(statuses)).toEqual(new Set([201]));
    expect(await signUp({})).toBe(201); // the server itself has not used up anything
  });

  test('100 visitors of a server that listens on IPv6 are all on the list', async () => {
    list = await service.waitlist(account);
    const statuses = await times(100, (index) => ({ client_ip: `::ffff:8.8.${index}.8` }));
    expect(new Set(statuses)).toEqual(new Set([201]));
  });

  test('an IPv4 address counts with the same address written as IPv6', async () => {
    list = await service.waitlist(account);
    await roomInMinute(service.env.REDIS_URL ?? '', 30);
    await times(20, () => ({ client_ip: '::ffff:8.8.4.4' }));
    expect(await signUp({ client_ip: '8.8.4.4' })).toBe(429);
  });

  test('with a zone is refused, as only one machine knows what that means', async () => {
    list = await service.waitlist(account);
    expect(await signUp({ client_ip: 'fe80::1' })).toBe(201);
    expect(await signUp({ client_ip: 'fe80::1%eth0' })).toBe(400);
  });

  test('the 21st signup of one visitor is refused, whatever server it comes from', async () => {
    list = await service.waitlist(account);
    await roomInMinute(service.env.REDIS_URL ?? '', 30);
    await times(20, () => ({ client_ip: '2001:4860:4860::8888' }));
    expect(await signUp({ client_ip: '2001:4860:4860::1' }, '203.0.113.2')).toBe(429); // the same /64
    expect(await signUp({ client_ip: '9.9.9.9' })).toBe(201);
  });

  test.each(['10.0.0.1', '127.0.0.1', '::1', '192.0.2.1', 'fe80::1', '::ffff:10.0.0.1'])(
    '%s counts as absent: the address of the connection is counted',
    async (address) => {
      list = await service.waitlist(account);
      await roomInMinute(service.env.REDIS_URL ?? '', 30);
      const statuses = await times(21, () => ({ client_ip: address }));
      expect(statuses.indexOf(429)).toBe(20);
    },
  );

  test.each([['8.8.8'], ['8.8.8.8:80'], [''], [7], ['8.8.8.8, 9.9.9.9']])(
    '%j is refused',
    async (address) => {
      list = await service.waitlist(account);
      expect(await signUp({ client_ip: address })).toBe(400);
      expect(await signUp({ user_agent: 'x'.repeat(501) })).toBe(400);
    },
  );
});
