import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listOf, type TestList } from '../support/list.ts';
import type { TestAccount } from '../support/service/make.ts';
import { useService } from '../support/service/service.ts';
import { documentOf, failureOf, waitlist } from './cli.ts';

const service = useService();
let account: TestAccount;
let list: TestList;
let folder: string;
const ids = new Map<string, string>();

beforeAll(async () => {
  account = await service.account({ plan: 'scale' });
  list = listOf(service, account, await service.waitlist(account));
  await list.field('street', 'string');
  const rewards = [
    { at: 3, key: 'stickers', name: 'Sticker pack' },
    { at: 10, key: 'shirt' },
  ];
  await service.call('PATCH', `${list.url}/settings`, account.key, { payload: { rewards } });
  for (const name of ['ada', 'bob']) {
    const { id } = await list.add({ email: `${name}@example.com`, fields: { street: `${name} Street` } });
    ids.set(name, id);
    await service.sql`
      INSERT INTO reward_grants (account_id, signup_id, at, waitlist_id, key, referral_count)
      VALUES (${account.accountId}, ${id}, 3, ${list.id}, 'stickers', 3)`;
  }
  folder = await mkdtemp(join(tmpdir(), 'waitlist-rewards-'));
});
afterAll(() => rm(folder, { recursive: true }));

const run = (...args: string[]) => {
  const { DATABASE_URL, ENCRYPTION_KEY } = service.env;
  return waitlist({ DATABASE_URL, ENCRYPTION_KEY }, 'reward', ...args, '--waitlist', list.id, '--json');
};
const listed = async (...args: string[]) =>
  (documentOf(await run('list', ...args)) as unknown as { email: string; name: string }[]).map(
    ({ email, name }) => `${email[0]} ${name}`,
  );

test('earned rewards are listed, marked with their number, and taken back', async () => {
  expect(await listed()).toEqual(['b Sticker pack', 'a Sticker pack']);
  expect(await listed('--q', 'ADA')).toEqual(['a Sticker pack']);
  expect(await listed('--limit', '1')).toEqual(['b Sticker pack']);
  expect(await listed('--reward', 'shirt')).toEqual([]);

  const all = ['fulfil', '--reward', 'stickers'];
  expect(documentOf(await run(...all, '--dry-run'))).toEqual({ matched: 2, changed: 0 });
  // Nobody can answer here.
  expect(failureOf(await run(...all))).toContain('2 rewards match. Add --expected-count 2 to mark them');
  expect(failureOf(await run(...all, '--expected-count', '3'))).toContain('2 match, not 3');
  expect(await listed('--fulfilled')).toEqual([]);
  const one = ['fulfil', '--signup', ids.get('ada') ?? '', '--at', '3', '--expected-count', '1'];
  expect(documentOf(await run(...one))).toEqual({ matched: 1, changed: 1 });
  expect(await listed('--fulfilled')).toEqual(['a Sticker pack']);
  expect(await listed('--open')).toEqual(['b Sticker pack']);
  expect(documentOf(await run(...all, '--expected-count', '1'))).toEqual({ matched: 1, changed: 1 });
  const back = await run(...all, '--take-back', '--expected-count', '2');
  expect(documentOf(back)).toEqual({ matched: 2, changed: 2 });
  expect(documentOf(await run(...all, '--take-back'))).toEqual({ matched: 0, changed: 0 });
  const { data } = (await service.call('GET', '/v1/audit-log', account.key)).json();
  expect(data[0]).toMatchObject({ action: 'reward.reopened', actor: { type: 'command_line' } });
});

test('they are written to a file with the custom fields, and never over another', async () => {
  const file = join(folder, 'rewards.csv');
  documentOf(await run('export', '--q', 'bob', '--output', file));
  expect(await readFile(file, 'utf8')).toMatch(/^email,.*,field\.street\nbob@example\.com,.*,bob Street\n$/);
  expect(failureOf(await run('export', '--output', file))).toContain('EEXIST');
});

test.each([
  [['list', '--reward', 'No'], '--reward: must be the key of a reward'],
  [['list', '--q', 'ab'], '--q: must be at least 3 characters'],
  [['list', '--open', '--fulfilled'], '--open: cannot be given with --fulfilled'],
  [['fulfil', '--signup', 'me'], '--signup'],
  [['fulfil', '--dry-run'], 'Give at least one of --reward, --at, --signup and --q'],
])('refuses %j', async (args, message) => {
  expect(failureOf(await run(...args))).toContain(message);
});
