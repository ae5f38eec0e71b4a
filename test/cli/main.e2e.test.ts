import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServices } from '../../src/dev/supervisor/services.ts';
import { databaseUrlOf } from '../support/global-setup.ts';
import { documentOf, failureOf, useCli, waitlist, waitlistProcess } from './cli.ts';

describe('migrate', () => {
  const cli = useCli();

  test('prints the applied migrations, and none the second time (C10)', async () => {
    const name = `cli_${process.pid}`;
    await cli.sql.unsafe(`CREATE DATABASE ${name}`);
    const env = { DATABASE_URL: databaseUrlOf(cli.env.DATABASE_URL, name) };
    expect(failureOf(await waitlistProcess(env, 'account', 'list'))).toBe(
      'The database schema is out of date. Run the migrate command first.',
    );
    const functions = (await readdir('migrations/functions')).sort();
    const migrations = (await readdir('migrations')).filter((name) => name.endsWith('.sql')).sort();
    const all = [...migrations, ...functions.map((name) => `functions/${name}`)];
    expect(documentOf(await waitlist(env, 'migrate', '--dry-run', '--json'))).toEqual({
      pending: all,
    });
    expect(documentOf(await waitlistProcess(env, 'migrate', '--json'))).toEqual({ applied: all });
    expect(documentOf(await waitlistProcess(env, 'migrate', '--json'))).toEqual({ applied: [] });
    expect((await waitlistProcess(env, 'migrate')).stdout).toBe('applied  none\n');
    expect((await waitlist(env, 'migrate', '--dry-run')).stdout).toBe('pending  none\n');
    expect(documentOf(await waitlistProcess(env, 'account', 'list', '--json'))).toEqual([]);
  });
});

describe('every command', () => {
  const cli = useCli();

  test('exits with 1 and one line for what it refuses, and with 0 for help (C10)', async () => {
    expect(failureOf(await waitlistProcess(cli.env, 'account', 'remove'))).toBe("unknown command 'remove'");
    const { code, stdout, stderr } = await waitlistProcess(cli.env, '--help');
    expect([code, stdout.slice(0, 15), stderr]).toEqual([0, 'Usage: waitlist', '']);
  });

  test('accepts --json before and after its name (C10)', async () => {
    expect(documentOf(await cli.run('--json', 'migrate'))).toEqual({ applied: [] });
    expect(documentOf(await cli.run('migrate', '--json'))).toEqual({ applied: [] });
  });

  test('prints readable lines without --json (C10)', async () => {
    const { stdout } = await cli.run('account', 'create', '--name', 'Acme', '--plan', 'free');
    expect(stdout).toMatch(/^account_id {2}\S{36}\nname {8}Acme\nplan {8}free\n$/);
  });

  test.each([
    [['acount', 'list'], /^unknown command 'acount'/],
    [['account', 'remove'], /^unknown command 'remove'/],
    [['account', 'list', '--all'], /^unknown option '--all'/],
    [['account', 'list', 'extra'], /^too many arguments/],
    [['account', 'update'], /^missing required argument 'account'/],
    [['key', 'create', '--account'], /^option '--account <account>' argument missing/],
    [['user', 'add', '--account', 'a'], /^required option '--email <email>'/],
    [['user', 'add', '--account', 'a', '--email', 'a@example.com'], /^--password: is required$/],
  ])('exits with 1 and one line for %j (C10)', async (args, line) => {
    expect(await cli.failure(...args)).toMatch(line);
  });
});

describe('the database of the command line', () => {
  const folders: string[] = [];
  afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

  async function makeFolder(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'waitlist-cli-'));
    folders.push(folder);
    return folder;
  }

  test('must be given, or run under DATA_DIR (C10)', async () => {
    const DATA_DIR = await makeFolder();
    expect(failureOf(await waitlist({ DATA_DIR }, 'account', 'list'))).toBe(
      `DATABASE_URL is not set, and npm start is not running for the data folder ${DATA_DIR}. Set DATABASE_URL, or run npm start first.`,
    );
  });

  test('must have a valid URL, which is not printed (C9.3)', async () => {
    const ended = await waitlist({ DATABASE_URL: 'mysql://root:secret@localhost/x' }, 'account', 'list');
    expect(failureOf(ended)).toMatch(/^Bad environment: DATABASE_URL must be a URL/);
    expect(ended.stderr).not.toContain('secret');
  });

  test('causes one line if it refuses the connection (C10)', async () => {
    const ended = await waitlist({ DATABASE_URL: 'postgres://a:secret@127.0.0.1:1/x' }, 'account', 'list');
    expect(failureOf(ended)).toBe('The database is not available: connect ECONNREFUSED 127.0.0.1:1');
  });

  test('causes one line within seconds if it drops connections (C10)', async () => {
    const proxy = createServer((socket) => socket.on('data', () => socket.end())).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const address = proxy.address();
    const port = address !== null && typeof address === 'object' ? address.port : 0;
    const ended = await waitlistProcess(
      { DATABASE_URL: `postgres://a:b@127.0.0.1:${port}/x` },
      'account',
      'list',
    );
    proxy.close();
    expect(failureOf(ended)).toMatch(/^The database is not available: /);
  });

  describe('under npm start', () => {
    let dataDir: string;
    let stop: () => Promise<void>;
    beforeAll(async () => {
      dataDir = await makeFolder();
      // Commands need no Redis, and npm start may use a given one.
      const given = { redisUrl: 'redis://127.0.0.1:1' };
      ({ release: stop } = await startServices({ dataDir, mode: 'fast', given }));
    });
    afterAll(() => stop?.());

    test('is found by DATA_DIR when DATABASE_URL is not set (C10)', async () => {
      const env = { DATA_DIR: dataDir, DATABASE_URL: '' };
      expect(documentOf(await waitlist(env, 'migrate', '--json')).applied).not.toEqual([]);
      expect(documentOf(await waitlist(env, 'account', 'list', '--json'))).toEqual([]);
    });
  });
});
