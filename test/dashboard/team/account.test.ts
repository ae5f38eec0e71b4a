import { expect, test } from 'vitest';
import { makeVisitor, signedIn, textOf, wordsOf } from '../../support/dashboard.ts';
import { useService } from '../../support/service/service.ts';

const service = useService();
const zone = { time_zone: 'UTC' };

test('an owner renames the account, and the users see it on each page (N8)', async () => {
  const account = await service.account();
  const owner = await signedIn(service, account);
  const saved = await owner.send('/dashboard/account', { name: 'Acme Ltd', ...zone });
  const page = await owner.follow(saved);
  expect(page.body).toMatch(/<input[^>]* name="name"[^>]* value="Acme Ltd"/);
  const [row] = await service.sql`SELECT name FROM accounts WHERE id = ${account.accountId}`;
  expect(row).toEqual({ name: 'Acme Ltd' });
  expect(wordsOf(await owner.open('/dashboard'))).toContain('Acme Ltd');
  const refused = await owner.send('/dashboard/account', { name: ' ', ...zone });
  expect([refused.statusCode, textOf(refused.body)]).toEqual([400, expect.stringContaining('Account name')]);
});

test('an editor cannot rename it (N8)', async () => {
  const account = await service.account();
  const editor = await makeVisitor(service, account, 'editor');
  await editor.signIn();
  expect((await editor.send('/dashboard/account', { name: 'Mine', ...zone })).statusCode).toBe(403);
});
