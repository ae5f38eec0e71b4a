import { describe, expect, test } from 'vitest';
import { makeList } from '../../support/list.ts';
import { useService } from '../../support/service/service.ts';

describe('while slow reads use all connections of their pool', () => {
  const service = useService({ DATABASE_POOL: '2' });

  test('keys are checked, signups are stored and the process is ready', async () => {
    const list = await makeList(service);
    const key = await service.key(list.account, ['signups:write']); // not cached
    let isBusy = true;
    const slow = Promise.all(
      Array.from({ length: 12 }, () => service.sql`SELECT pg_sleep(2)`), // two run, the others wait
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
