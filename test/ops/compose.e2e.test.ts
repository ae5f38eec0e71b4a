import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const run = promisify(execFile);
let compose = '';
let folder = '';

beforeAll(async () => {
  compose = await readFile('compose.yaml', 'utf8');
  folder = await mkdtemp(join(tmpdir(), 'compose-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs what makes the keys, in a folder of the test. @returns the variables that the processes read */
async function makeKeys(env: Record<string, string> = {}) {
  const script = /- \|\n((?: {8}.*\n)+)/.exec(compose)?.[1] ?? expect.fail('no script');
  const inFolder = script.replaceAll('$$', '$').replaceAll('/secrets', folder);
  const empty = { PATH: process.env.PATH, ENCRYPTION_KEY: '', POSTGRES_PASSWORD: '' };
  await run('sh', ['-euc', `chown() { :; }\n${inFolder}`], { env: { ...empty, ...env } });
  const printed = 'printf "%s\\n%s" "$ENCRYPTION_KEY" "$DATABASE_URL"';
  const { stdout } = await run('sh', ['-c', `. ${folder}/env && ${printed}`], { env: {} });
  const [key = '', url = ''] = stdout.split('\n');
  return {
    key,
    password: new URL(url).password,
    file: await readFile(join(folder, 'postgres-password'), 'utf8'),
  };
}

test('compose.yaml makes keys once, and uses those of .env instead', async () => {
  const made = await makeKeys();
  expect(Buffer.from(made.key, 'base64')).toHaveLength(32);
  expect(made.password).toMatch(/^[0-9a-f]{48}$/);
  expect(made.file).toBe(made.password);
  expect(await makeKeys()).toEqual(made);
  const own = await makeKeys({ ENCRYPTION_KEY: 'a,b', POSTGRES_PASSWORD: 'p4ss' });
  expect(own).toEqual({ key: 'a,b', password: 'p4ss', file: 'p4ss' });
});

test('compose.yaml needs no variable, and starts what the image has', async () => {
  expect(compose).not.toMatch(/\$\{\w+:\?/);
  const commands = [...compose.matchAll(/command: \[node, (.*)\]/g)].map(([, words = '']) =>
    words.split(', '),
  );
  expect(commands.length).toBe(4);
  for (const words of commands) {
    const file = words.find((word) => word.startsWith('dist/')) ?? expect.fail();
    await readFile(file);
    const [command, ...rest] = words.slice(words.indexOf(file) + 1);
    if (command !== undefined) await run('node', [file, command, ...rest.slice(0, 1), '--help']);
  }
});
