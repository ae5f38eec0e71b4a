import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { newId } from '../../src/shared/platform/ids.ts';
import { useService } from '../support/service/service.ts';
import { documentOf, useCli, waitlist } from './cli.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe('account create', () => {
  const cli = useCli();
  const rowOf = async (id: string) => (await cli.sql`SELECT * FROM accounts WHERE id = ${id}`)[0];
  const count = async () => (await cli.sql`SELECT count(*) FROM accounts`)[0]?.count;

  test('prints account_id, the trimmed name and the plan (C10)', async () => {
    const made = await cli.json('account', 'create', '--name', '  Acme  ', '--plan', 'free');
    expect(made).toEqual({ account_id: expect.stringMatching(uuid), name: 'Acme', plan: 'free' });
    expect(await rowOf(made.account_id)).toMatchObject({
      name: 'Acme',
      plan: 'free',
      requests_per_minute: null,
      managed_emails_per_month: null,
    });
  });

  test('accepts individual limits on any plan (C5.4)', async () => {
    const { account_id } = await cli.json(
      ...['account', 'create', '--name', 'Big', '--plan', 'launch'],
      ...['--requests-per-minute', '7', '--managed-emails', '0'],
    );
    expect(await rowOf(account_id)).toMatchObject({ requests_per_minute: 7, managed_emails_per_month: 0 });
  });

  test('creates the owner with an argon2id hash of the password (C10, C11.2)', async () => {
    const { account_id } = await cli.json(
      ...['account', 'create', '--name', 'Owned', '--plan', 'free'],
      ...['--owner-email', 'Owner@Example.com', '--owner-password', 'correct horse'],
    );
    const users =
      await cli.sql`SELECT email, email_key, password_hash FROM users WHERE account_id = ${account_id}`;
    expect(users).toEqual([
      {
        email: 'Owner@Example.com',
        email_key: 'owner@example.com',
        password_hash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/),
      },
    ]);
  });

  test('creates several accounts for one owner (C10)', async () => {
    const owner = ['--owner-email', 'twice@example.com', '--owner-password', 'correct horse'];
    await cli.json('account', 'create', '--name', 'First', '--plan', 'free', ...owner);
    await cli.json('account', 'create', '--name', 'Second', '--plan', 'free', ...owner);
    const owned = await cli.sql<{ name: string }[]>`
      SELECT a.name FROM users u JOIN accounts a ON a.id = u.account_id
      WHERE u.email = 'twice@example.com' AND u.proven_at IS NOT NULL ORDER BY a.id`;
    expect(owned.map(({ name }) => name)).toEqual(['First', 'Second']);
  });

  test.each([
    [['--plan', 'free'], /--name/],
    [['--name', 'A'], /--plan/],
    [['--name', 'A', '--plan', 'gold'], /free, launch, scale, enterprise/],
    [['--name', '   ', '--plan', 'free'], /^--name/],
    [['--name', 'é'.repeat(101), '--plan', 'free'], /^--name/],
    [['--name', 'A\nB', '--plan', 'free'], /^--name: must not hold line breaks/],
    [['--name', 'A', '--plan', 'free', '--requests-per-minute', '0'], /^--requests-per-minute/],
    [['--name', 'A', '--plan', 'free', '--managed-emails', '1.5'], /--managed-emails .* whole number/],
    [['--name', 'A', '--plan', 'free', '--owner-email', 'a@example.com'], /^--owner-password: is required/],
    [['--name', 'A', '--plan', 'free', '--owner-password', 'correct horse'], /^--owner-email: is required/],
  ])('refuses %j in one line and stores nothing (C10)', async (options, line) => {
    const before = await count();
    expect(await cli.failure('account', 'create', ...options)).toMatch(line);
    expect(await count()).toBe(before);
  });

  test('never shows a refused password (C10)', async () => {
    const owner = ['--owner-email', 'a@example.com', '--owner-password', 'hunter2'];
    const line = await cli.failure('account', 'create', '--name', 'A', '--plan', 'free', ...owner);
    expect(line).toMatch(/^--owner-password/);
    expect(line).not.toContain('hunter2');
  });
});

describe('account update', () => {
  const cli = useCli();

  test('changes the given options, keeps the rest and prints the account (C10)', async () => {
    const id = await cli.account('free');
    await cli.json('account', 'update', id, '--requests-per-minute', '9');
    expect(await cli.json('account', 'update', id, '--plan', 'scale')).toEqual({
      account_id: id,
      name: 'Test',
      plan: 'scale',
    });
    expect(await cli.sql`SELECT plan, requests_per_minute FROM accounts WHERE id = ${id}`).toEqual([
      { plan: 'scale', requests_per_minute: 9 },
    ]);
  });

  test('renames an account (N8)', async () => {
    const id = await cli.account('free');
    expect(await cli.json('account', 'update', id, '--name', 'Acme Ltd')).toMatchObject({ name: 'Acme Ltd' });
    expect(await cli.failure('account', 'update', id, '--name', '')).toContain('name');
  });

  test('sets the time zone, by any spelling that the system knows (N8)', async () => {
    const id = await cli.account('free');
    await cli.json('account', 'update', id, '--time-zone', 'europe/berlin');
    expect(await cli.sql`SELECT time_zone FROM accounts WHERE id = ${id}`).toEqual([
      { time_zone: 'Europe/Berlin' },
    ]);
    expect(await cli.failure('account', 'update', id, '--time-zone', 'Berlin')).toContain(
      'must be a time zone such as Europe/Berlin',
    );
  });

  test('fails for an unknown account, a malformed id and no options (C10)', async () => {
    const id = await cli.account('free');
    expect(await cli.failure('account', 'update', newId(), '--plan', 'free')).toBe('No such account.');
    expect(await cli.failure('account', 'update', 'acme', '--plan', 'free')).toBe('No such account.');
    expect(await cli.failure('account', 'update', id)).toBe('nothing to change is given');
  });
});

describe('account list', () => {
  const service = useService();
  const list = (...args: string[]) =>
    waitlist({ DATABASE_URL: service.env.DATABASE_URL }, 'account', 'list', ...args);

  test('prints an array of all accounts with their signups, empty at first (C10)', async () => {
    expect(documentOf(await list('--json'))).toEqual([]);
    expect((await list()).stdout).toBe('none\n');

    const account = await service.account({ plan: 'launch' });
    const first = await service.waitlist(account);
    const second = await service.waitlist(account);
    await service.signUp(account, first, { email: 'a@example.com' });
    await service.signUp(account, second, { email: 'b@example.com' });
    expect(documentOf(await list('--json'))).toEqual([
      { account_id: account.accountId, name: 'Test', plan: 'launch', signups_used: 2 },
    ]);
    expect((await list()).stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['account_id', 'name', 'plan', 'signups_used'],
      [account.accountId, 'Test', 'launch', '2'],
      [''],
    ]);
  });
});

describe('account audit-log', () => {
  const cli = useCli();

  test('lists who changed what, newest first (N8)', async () => {
    const made = await cli.json('account', 'create', '--name', 'Acme', '--plan', 'scale');
    const account = made.account_id;
    const { key_id: id } = await cli.json('key', 'create', '--account', account, '--name', 'CI');
    const entries = await cli.json('account', 'audit-log', account, '--limit', '1');
    expect(entries).toEqual([
      {
        ...{ id: expect.any(String), created_at: expect.any(String) },
        ...{ actor_type: 'command_line', actor_id: null, actor_name: null },
        ...{ action: 'api_key.created', object_type: 'api_key', object_id: id },
        details: expect.stringContaining('"name":"CI"'),
      },
    ]);
    const older = await cli.json('account', 'audit-log', account, '--after', entries[0].id);
    expect(older.map(({ action }: { action: string }) => action)).toEqual(['account.created']);
    expect(await cli.failure('account', 'audit-log', account, '--limit', '201')).toMatch(/^--limit/);
    await cli.sql`
      INSERT INTO audit_entries (account_id, id, actor_type, action, object_type, details)
      SELECT ${account}, gen_random_uuid(), 'command_line', 'test', 'test', '{"a": "=1+1"}' FROM generate_series(1, 450)`;
    expect(await cli.json('account', 'audit-log', account, '--all')).toHaveLength(452);
    const { stdout } = await cli.run('account', 'audit-log', account, '--all', '--csv');
    const lines = stdout.trimEnd().split('\n');
    expect([lines.length, lines[0]]).toEqual([
      453,
      'id,created_at,actor_type,actor_id,actor_name,action,object_type,object_id,details',
    ]);
  });
});

describe('account first', () => {
  const cli = useCli();

  test('makes an account with a key and a login once, and prints them again', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'first-account-'));
    const print = () => cli.json('account', 'first', '--folder', folder);
    const first = await print();
    expect(first).toEqual({
      key: expect.stringMatching(/^wl_/),
      waitlist_id: expect.stringMatching(uuid),
      dashboard: expect.stringMatching(/\/dashboard$/),
      email: 'owner@example.com',
      password: expect.any(String),
    });
    expect(await print()).toEqual(first);
    expect(await cli.json('account', 'list')).toHaveLength(1);
    await rm(folder, { recursive: true });
    expect(await print()).toEqual({ note: expect.stringContaining('another way') });
  });
});
