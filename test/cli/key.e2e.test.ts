import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { scopes } from '../../src/shared/account/scopes.ts';
import { newId } from '../../src/shared/platform/ids.ts';
import { makeKey } from '../support/service/make.ts';
import { useService } from '../support/service/service.ts';
import { unhurried } from '../support/values/unhurried.ts';
import { documentOf, failureOf, useCli, waitlist } from './cli.ts';

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const fullPlan = /^The Free plan is limited to 1 API key\./;

describe('key create', () => {
  const cli = useCli();

  test('makes keys of the test mode, which the plan does not count (N8)', async () => {
    const account = await cli.account('free');
    await cli.json('key', 'create', '--account', account);
    const made = await cli.json('key', 'create', '--account', account, '--test');
    expect(made.key).toMatch(/^wl_test_[0-9A-Za-z]{38}$/);
    const idsOf = async (...options: string[]) =>
      (await cli.json('key', 'list', '--account', account, ...options)).map(
        ({ key_id }: { key_id: string }) => key_id,
      );
    expect(await idsOf('--test')).toEqual([made.key_id]);
    expect(await idsOf()).not.toContain(made.key_id);
    expect(await cli.json('account', 'list')).toHaveLength(1);
  });

  test('prints key_id, key and scopes, and stores only a SHA-256 of the key (C10, C5.5)', async () => {
    const account = await cli.account('free');
    const made = await cli.json('key', 'create', '--account', account, '--name', 'Site');
    expect(made).toEqual({
      key_id: expect.any(String),
      key: expect.stringMatching(/^wl_[0-9A-Za-z]{38}$/),
      scopes: [...scopes],
    });
    const [row] = await cli.sql`SELECT * FROM api_keys WHERE id = ${made.key_id}`;
    expect(row).toMatchObject({ account_id: account, name: 'Site', scopes: [...scopes], revoked_at: null });
    expect(row?.hash).toEqual(createHash('sha256').update(made.key).digest());
    expect(JSON.stringify(row)).not.toContain(made.key.slice(0, -4));
  });

  test('grants all current scopes for `all` and without --scopes (C10, §5 rule 3)', async () => {
    const account = await cli.account('scale');
    const all = await cli.json('key', 'create', '--account', account, '--scopes', 'all');
    const none = await cli.json('key', 'create', '--account', account);
    expect([all.scopes, none.scopes]).toEqual([[...scopes], [...scopes]]);
    expect(await cli.sql`SELECT scopes FROM api_keys WHERE id = ${all.key_id}`).toEqual([
      { scopes: [...scopes] },
    ]);
  });

  test('grants exactly the given scopes, each once (C10)', async () => {
    const account = await cli.account('free');
    const chosen = 'signups:write, signups:read,signups:write';
    expect((await cli.json('key', 'create', '--account', account, '--scopes', chosen)).scopes).toEqual([
      'signups:read',
      'signups:write',
    ]);
  });

  test.each([
    ['signups:burn', 'unknown scope signups:burn: '],
    ['signups:read,waitlists', 'unknown scope waitlists: '],
    ['', ''],
    ['all,signups:read', 'unknown scope all: '],
  ])('refuses the scopes %j, and prints the unknown one and the existing ones (C10)', async (text, named) => {
    const account = await cli.account('free');
    const line = await cli.failure('key', 'create', '--account', account, '--scopes', text);
    expect(line).toContain(`--scopes: ${named}must be all, or a comma-separated list of account:read, `);
    expect(await cli.json('key', 'list', '--account', account)).toEqual([]);
  });

  test('fails for an unknown account and a malformed id (C10)', async () => {
    expect(await cli.failure('key', 'create', '--account', newId())).toBe('No such account.');
    expect(await cli.failure('key', 'create', '--account', 'acme')).toBe('No such account.');
  });

  test('lets only one of two processes create the last key of a plan (C5.6)', async () => {
    const account = await cli.account('launch');
    for (let i = 0; i < 4; i++) await makeKey(cli.sql, account);
    const waiting = () =>
      cli.sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    const create = () => cli.run('key', 'create', '--account', account, '--json');

    // Both processes start before either can store a key. Without a lock each would find the plan not full.
    const both = await unhurried(cli.sql, async (tx) => {
      await tx`LOCK TABLE api_keys IN SHARE MODE`;
      const started = [create(), create()];
      await expect.poll(waiting, { interval: 20 }).toHaveLength(2);
      return { started };
    });
    const ended = await Promise.all(both.started);
    const [won, lost] = ended.sort((a, b) => Number(a.code) - Number(b.code));
    if (!won || !lost) throw new Error('two were started');
    expect(documentOf(won).key).toMatch(/^wl_/);
    expect(failureOf(lost)).toMatch(/^The Launch plan is limited to 5 API keys\./);
    expect(await cli.json('key', 'list', '--account', account)).toHaveLength(5);
  });

  test('does not count revoked keys (C5.6)', async () => {
    const account = await cli.account('free');
    const { key_id } = await cli.json('key', 'create', '--account', account);
    expect(await cli.failure('key', 'create', '--account', account)).toMatch(fullPlan);
    await cli.json('key', 'revoke', key_id);
    await cli.json('key', 'create', '--account', account);
    expect(await cli.failure('key', 'create', '--account', account)).toMatch(fullPlan);
  });

  test('fails after a downgrade, which revokes no key (C5.6, C5.7)', async () => {
    const account = await cli.account('launch');
    for (let i = 0; i < 2; i++) await cli.json('key', 'create', '--account', account);
    await cli.json('account', 'update', account, '--plan', 'free');
    expect(await cli.failure('key', 'create', '--account', account)).toMatch(fullPlan);
    const keys: { revoked_at: string | null }[] = await cli.json('key', 'list', '--account', account);
    expect(keys.map((key) => key.revoked_at)).toEqual([null, null]);
  });
});

describe('key list and key revoke', () => {
  const service = useService();
  const cli = async (...args: string[]) =>
    waitlist({ DATABASE_URL: service.env.DATABASE_URL }, 'key', ...args, '--json');

  test('show the times of each key and never the key, and the API refuses a revoked one (C10, C2.9)', async () => {
    const { accountId } = await service.account({ plan: 'scale' });
    const first = documentOf(
      await cli('create', '--account', accountId, '--name', 'One', '--scopes', 'account:read'),
    );
    expect((await service.call('GET', '/v1/account', first.key)).statusCode).toBe(200);

    const revoked = documentOf(await cli('revoke', first.key_id));
    expect(revoked).toEqual({ key_id: first.key_id, revoked_at: expect.stringMatching(instant) });
    await expect.poll(async () => (await service.call('GET', '/v1/account', first.key)).statusCode).toBe(401);

    const keys = documentOf(await cli('list', '--account', accountId));
    expect(keys).toHaveLength(2); // the account already had one
    expect(keys[1]).toEqual({
      key_id: first.key_id,
      name: 'One',
      scopes: ['account:read'],
      created_at: expect.stringMatching(instant),
      last_used_at: expect.stringMatching(instant),
      revoked_at: revoked.revoked_at,
    });
  });

  test('keep the first time of a repeated revocation (C10)', async () => {
    const { accountId } = await service.account({ plan: 'scale' });
    const { key_id } = documentOf(await cli('create', '--account', accountId));
    const once = documentOf(await cli('revoke', key_id));
    expect(documentOf(await cli('revoke', key_id))).toEqual(once);
  });

  test('fail for unknown ids (C10)', async () => {
    expect(failureOf(await cli('list', '--account', newId()))).toBe('No such account.');
    expect(failureOf(await cli('list', '--account', 'acme'))).toBe('No such account.');
    expect(failureOf(await cli('revoke', newId()))).toBe('No such API key.');
    expect(failureOf(await cli('revoke', 'wl_key'))).toBe('No such API key.');
  });
});
