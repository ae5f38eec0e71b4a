import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../src/dev/server/ports.ts';
import { until } from '../support/until.ts';

const run = promisify(execFile);
const env = { PATH: process.env.PATH, HOME: process.env.HOME }; // none of the variables of the tests

/** Packs a folder and installs it in another one, which is empty. @returns that one */
async function install(packed: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'waitlist-package-'));
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder, packed]);
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  await run('npm', ['install', '--no-audit', '--no-fund', join(folder, filename)], { cwd: folder });
  return folder;
}

describe('the packages, each installed in an empty folder (N8)', () => {
  let folders: { service: string; client: string };
  let service: ChildProcess;
  let printed = '';

  beforeAll(async () => {
    await run('npm', ['run', 'client-package']);
    folders = { service: await install('.'), client: await install('./dist-client') };
    const port = await freePort(4300, '127.0.0.1');
    service = spawn('node_modules/.bin/waitlist-service', {
      cwd: folders.service,
      env: { ...env, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    service.stdout?.on('data', (data) => {
      printed += data;
    });
    await until(async () => /Add a signup/.test(printed) || service.exitCode !== null, 120);
  });
  afterAll(async () => {
    service?.kill('SIGKILL');
    for (const folder of Object.values(folders ?? {})) await rm(folder, { recursive: true, force: true });
  });

  const [url, key, waitlist] = [
    () => /API +(http\S+)/.exec(printed)?.[1] ?? '',
    () => /API key +(\S+)/.exec(printed)?.[1] ?? '',
    () => /waitlists\/(\S+)\/signups/.exec(printed)?.[1] ?? '',
  ];

  test('waitlist-service starts as `npm start` does', async () => {
    const answer = await fetch(`${url()}/v1/waitlists/${waitlist()}/signups`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key()}`, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@example.com' }),
    });
    expect([answer.status, await answer.json()]).toEqual([201, expect.objectContaining({ position: 1 })]);
    const { stdout } = await run('npx', ['waitlist', 'account', 'list', '--json'], {
      cwd: folders.service,
      env,
    });
    expect(JSON.parse(stdout)).toMatchObject([{ name: 'My account', signups_used: 1 }]);
    expect((await fetch(`${url()}/dashboard/sign-in`)).status).toBe(200);
  });

  test('waitlist-service-client calls it, and brings nothing but openapi-fetch', async () => {
    const modules = await readdir(join(folders.client, 'node_modules'));
    expect(modules.filter((name) => !name.startsWith('.')).toSorted()).toEqual([
      'openapi-fetch',
      'openapi-typescript-helpers',
      'waitlist-service-client',
    ]);
    await writeFile(
      join(folders.client, 'try.mjs'),
      `import { createWaitlistClient, WaitlistError } from 'waitlist-service-client';
      const client = createWaitlistClient(${JSON.stringify({ baseUrl: url(), apiKey: key() })});
      const { position } = await client.createSignup('${waitlist()}', { email: 'bob@example.com' });
      const error = await client.readWaitlist('nope').catch((error) => error);
      console.log(JSON.stringify([position, error instanceof WaitlistError && error.code]));`,
    );
    const { stdout } = await run(process.execPath, ['try.mjs'], { cwd: folders.client });
    expect(JSON.parse(stdout)).toEqual([2, 'not_found']);
  });

  test('waitlist-service stops at Ctrl-C', async () => {
    service.kill('SIGINT');
    await until(async () => service.exitCode !== null, 60);
    expect([service.exitCode, printed]).toEqual([0, expect.stringContaining('Stopping')]);
  });
});
