import { describe, expect, test } from 'vitest';
import { makeList } from '../../support/list.ts';
import { useService } from '../../support/service/service.ts';

describe('while slow reads have every connection of the pool', () => {
  const service = useService({ DATABASE_POOL: '2' });

  test('keys are looked up, signups stored, and the process is ready', async () => {
    const list = await makeList(service);
    const key = await service.key(list.account, ['signups:write']); // not looked up before
    let isBusy = true;
    const slow = Promise.all(
      Array.from({ length: 4 }, () => service.sql`SELECT pg_sleep(4)`), // two begin, two wait
    ).finally(() => {
      isBusy = false;
    });

    const made = await service.call('POST', `${list.url}/signups`, key, {
      payload: { email: 'ada@example.com' },
    });
    const ready = await service.call('GET', '/readyz');
    expect([made.statusCode, ready.statusCode, isBusy]).toEqual([201, 200, true]);
    await slow;
  });
});
