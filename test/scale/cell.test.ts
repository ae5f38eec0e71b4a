import { expect, test } from 'vitest';
import { newApiKey } from '../../src/shared/account/api-keys/api-key.ts';
import { createApiKey } from '../../src/shared/account/api-keys/create-api-key.ts';
import { importsOf } from '../support/imports/imports.ts';
import { makeList } from '../support/list.ts';
import { useService } from '../support/service/service.ts';
import { openTestWorker } from '../support/service/worker.ts';

const service = useService({ CELL: 'z' });

test('every code that a cell makes begins with its character, however the signup comes in (N7)', async () => {
  const worker = openTestWorker(service);
  const list = await makeList(service);
  const { account } = list;
  await service.signUp(account, list.id, { email: 'one@example.com' });
  const signups = [{ email: 'two@example.com' }, { email: 'three@example.com' }];
  await service.call('POST', `${list.url}/signups/bulk`, account.key, { payload: { signups } });
  await importsOf(service, worker, list).run('email\nfour@example.com\nfive@example.com\n');
  await worker.close();
  const rows = await service.sql<{ code: string }[]>`SELECT referral_code AS code FROM signups`;
  expect(rows.map(({ code }) => code[0])).toEqual(['z', 'z', 'z', 'z', 'z']);
});

test('keys of a cell name it, and work (N7)', async () => {
  const { accountId } = await service.account();
  for (const [isTest, start] of [
    [false, 'wl_z_'],
    [true, 'wl_test_z_'],
  ] as const) {
    const { key } = await createApiKey(service.ctx, accountId, { name: 'k', scopes: 'all', test: isTest });
    expect(key.startsWith(start)).toBe(true);
    expect((await service.call('GET', '/v1/account', key)).statusCode).toBe(200);
  }
});

test('a key of another cell is told where it belongs, and one of this cell nothing (N7)', async () => {
  const messageFor = async (key: string) =>
    (await service.call('GET', '/v1/account', key)).json().error.message as string;
  expect(await messageFor(newApiKey('live', '2'))).toBe(
    'This API key belongs to the cell 2. Call the address of that cell.',
  );
  for (const cell of ['z', null])
    expect(await messageFor(newApiKey('live', cell))).toMatch(/^Missing, invalid/);
});
