import { verify } from 'argon2';
import { describe, expect, test } from 'vitest';
import { newId } from '../../src/shared/platform/ids.ts';
import { type Cli, useCli } from './cli.ts';

async function hashOf(cli: Cli, userId: string): Promise<string> {
  const [row] = await cli.sql<
    { password_hash: string }[]
  >`SELECT password_hash FROM users WHERE id = ${userId}`;
  return row?.password_hash ?? '';
}

describe('user add', () => {
  const cli = useCli();
  const add = (account: string, email: string, password: string) => [
    ...['user', 'add', '--account', account, '--email', email, '--password', password],
  ];

  test('prints user_id and email, and stores the password as argon2id (C10, C11.2)', async () => {
    const account = await cli.account('free');
    const made = await cli.json(...add(account, ' Ada@Example.com ', 'correct horse'));
    expect(made).toEqual({ user_id: expect.any(String), email: 'Ada@Example.com' });
    const hash = await hashOf(cli, made.user_id);
    expect(hash).toMatch(/^\$argon2id\$/);
    expect(await verify(hash, 'correct horse')).toBe(true);
  });

  test('refuses the email of a user of the account, in any letter case, and takes that of another account (C10)', async () => {
    const [account, other] = [await cli.account('free'), await cli.account('free')];
    await cli.json(...add(account, 'dup@example.com', 'correct horse'));
    expect(await cli.failure(...add(account, 'DUP@Example.COM', 'correct horse'))).toBe(
      'This account already has a user with this email.',
    );
    const there = await cli.json(...add(other, 'dup@example.com', 'another horse'));
    const set = ['user', 'set-role', '--email', 'dup@example.com', '--role', 'owner'];
    expect(await cli.failure(...set)).toMatch(/^Several accounts have a user with this email/);
    expect(await cli.json(...set, '--account', other)).toEqual({ ...there, role: 'owner' });
    expect(await cli.failure(...set, '--account', newId())).toBe('No such user.');
    const passwords = ['user', 'set-password', '--email', 'dup@example.com', '--password', 'the new one'];
    expect(await cli.failure(...passwords)).toMatch(/^Several accounts/);
    expect(await cli.json(...passwords, '--account', other)).toEqual(there);
    const end = ['user', 'end-two-factor', '--email', 'dup@example.com'];
    expect(await cli.failure(...end)).toMatch(/^Several accounts/);
    expect(await cli.json(...end, '--account', other)).toEqual(there);
  });

  test('accepts passwords of 8 to 200 characters (C10)', async () => {
    const account = await cli.account('free');
    expect(await cli.failure(...add(account, 'p1@example.com', '1234567'))).toMatch(/^--password/);
    expect(await cli.failure(...add(account, 'p2@example.com', '😀'.repeat(201)))).toMatch(/^--password/);
    await cli.json(...add(account, 'p3@example.com', '12345678'));
    await cli.json(...add(account, 'p4@example.com', '😀'.repeat(200)));
  });

  test('fails for an invalid email, an unknown account and a malformed id (C10)', async () => {
    const account = await cli.account('free');
    expect(await cli.failure(...add(account, 'ada', 'correct horse'))).toMatch(
      /^--email: must be an email address/,
    );
    expect(await cli.failure(...add(newId(), 'x@example.com', 'correct horse'))).toBe('No such account.');
    expect(await cli.failure(...add('acme', 'x@example.com', 'correct horse'))).toBe('No such account.');
  });
});

describe('user set-password', () => {
  const cli = useCli();
  const set = (email: string, password: string) => [
    'user',
    'set-password',
    '--email',
    email,
    '--password',
    password,
  ];

  test('replaces the hash and prints the user (C10)', async () => {
    const account = await cli.account('free');
    const user = await cli.json(
      ...['user', 'add', '--account', account, '--email', 'ada@example.com', '--password', 'the old one'],
    );
    expect(await cli.json(...set('ADA@example.com', 'the new one'))).toEqual(user);
    const hash = await hashOf(cli, user.user_id);
    expect(hash).toMatch(/^\$argon2id\$/);
    expect([await verify(hash, 'the new one'), await verify(hash, 'the old one')]).toEqual([true, false]);
  });

  test('fails for an unknown user and a short password (C10)', async () => {
    expect(await cli.failure(...set('nobody@example.com', 'correct horse'))).toBe('No such user.');
    expect(await cli.failure(...set('nobody@example.com', 'short'))).toMatch(/^--password/);
  });
});

describe('user set-role', () => {
  const cli = useCli();

  test('changes the role of a user, but not of the last owner (N8)', async () => {
    const account = await cli.account('free');
    const add = (email: string, ...more: string[]) =>
      cli.json(
        'user',
        'create',
        '--account',
        account,
        '--email',
        email,
        '--password',
        'long enough',
        ...more,
      );
    const roleOf = async (email: string) =>
      (await cli.sql<{ role: string }[]>`SELECT role FROM users WHERE email = ${email}`)[0]?.role;
    await add('boss@example.com');
    await add('reader@example.com', '--role', 'viewer');
    expect([await roleOf('boss@example.com'), await roleOf('reader@example.com')]).toEqual([
      'owner',
      'viewer',
    ]);
    const lower = ['user', 'set-role', '--email', 'boss@example.com', '--role', 'editor'];
    expect(await cli.failure(...lower)).toMatch(/^This is the only owner/);
    expect(await cli.json('user', 'set-role', '--email', 'READER@example.com', '--role', 'owner')).toEqual({
      user_id: expect.any(String),
      email: 'reader@example.com',
      role: 'owner',
    });
    expect((await cli.json(...lower)).role).toBe('editor');
    expect(await cli.failure('user', 'set-role', '--email', 'no@example.com', '--role', 'owner')).toBe(
      'No such user.',
    );
  });
});
