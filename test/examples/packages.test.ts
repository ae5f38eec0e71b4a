import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packGo } from '../../scripts/release/packages/go.ts';
import { packNpm } from '../../scripts/release/packages/npm.ts';
import { packPython } from '../../scripts/release/packages/python.ts';
import { namesOf } from '../../scripts/release/release.ts';
import { freePort } from '../../src/dev/server/ports.ts';
import { goEnv, languages } from '../clients/languages.ts';
import { until } from '../support/until.ts';

const run = promisify(execFile);
const env = { PATH: process.env.PATH, HOME: process.env.HOME }; // none of the variables of the tests

/** Where `npm run release` has put its files. Without it they are made here. */
let packed = process.env.RELEASED ?? '';

/** Makes an empty folder, which is removed at the end. */
async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'waitlist-package-'));
  folders.push(folder);
  return folder;
}
const folders: string[] = [];

/** Installs a package in an empty folder. @returns that one */
async function install(filename: string): Promise<string> {
  const folder = await emptyFolder();
  await run('npm', ['install', '--no-audit', '--no-fund', join(packed, filename)], { cwd: folder });
  return folder;
}

describe('the packages, each installed in an empty folder (N8)', () => {
  let home: { service: string; client: string };
  let names: ReturnType<typeof namesOf>;
  let service: ChildProcess;
  let printed = '';

  beforeAll(async () => {
    const { version } = JSON.parse(await readFile('package.json', 'utf8'));
    names = namesOf(version);
    if (packed === '') {
      packed = await emptyFolder();
      await packNpm('.', packed);
      await packPython('.', packed, { version, time: new Date('2026-01-01T00:00:00Z') });
      await packGo('.', packed, { version, time: new Date('2026-01-01T00:00:00Z') });
    }
    home = { service: await install(names.service), client: await install(names.client) };
    const port = await freePort(4300, '127.0.0.1');
    service = spawn('node_modules/.bin/waitlist-service', {
      cwd: home.service,
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
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
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
      cwd: home.service,
      env,
    });
    expect(JSON.parse(stdout)).toMatchObject([{ name: 'My account', signups_used: 1 }]);
    expect((await fetch(`${url()}/dashboard/sign-in`)).status).toBe(200);
  });

  test('waitlist-service-client calls it, and brings nothing but openapi-fetch', async () => {
    const modules = await readdir(join(home.client, 'node_modules'));
    expect(modules.filter((name) => !name.startsWith('.')).toSorted()).toEqual([
      'openapi-fetch',
      'openapi-typescript-helpers',
      'waitlist-service-client',
    ]);
    await writeFile(
      join(home.client, 'try.mjs'),
      `import { createWaitlistClient, WaitlistError } from 'waitlist-service-client';
      const client = createWaitlistClient(${JSON.stringify({ baseUrl: url(), apiKey: key() })});
      const { position } = await client.createSignup('${waitlist()}', { email: 'bob@example.com' });
      const error = await client.readWaitlist('nope').catch((error) => error);
      console.log(JSON.stringify([position, error instanceof WaitlistError && error.code]));`,
    );
    const { stdout } = await run(process.execPath, ['try.mjs'], { cwd: home.client });
    expect(JSON.parse(stdout)).toEqual([2, 'not_found']);
  });

  test('waitlist-service-client has types, which TypeScript checks without Node', async () => {
    await writeFile(
      join(home.client, 'try.mts'),
      `import { createWaitlistClient, type Schemas } from 'waitlist-service-client';
      const client = createWaitlistClient({ baseUrl: '', apiKey: '' });
      export const position: Promise<number> = client.createSignup('', { email: '' }).then((signup) => signup.position);
      // @ts-expect-error: it is a number
      export const wrong: string = (await client.createSignup('', { email: '' })).position;
      export const body: Schemas['NewSignup'] = { email: '' };`,
    );
    const options = '--strict --noEmit --module nodenext --target es2023 --lib es2023,dom --types'.split(' ');
    await run(resolve('node_modules/.bin/tsc'), [...options, '', 'try.mts'], { cwd: home.client });
  });

  // Nothing of these two is compiled for a machine, so what is not installed here changes nothing.
  const [python, go] = ['Python', 'Go'].map((wanted) => languages.find(({ name }) => name === wanted));
  const program = () => `
import sys
from waitlist_service import WaitlistClient
client = WaitlistClient("${url()}", "${key()}")
print(client.signups.create("${waitlist()}", {"email": sys.argv[1]})["position"])
`;
  const withPython = async (path: string, email: string) =>
    (await run('python3', ['-c', program(), email], { env: { ...env, PYTHONPATH: path } })).stdout;

  test.skipIf(!python?.isInstalled)('the wheel calls it, as it is and as pip installs it', async () => {
    const wheel = join(packed, names.wheel);
    expect(await withPython(wheel, 'wheel@example.com')).toBe('3\n');
    const pip = ['-m', 'pip', '--disable-pip-version-check', 'install', '--no-index', '--target'];
    const target = await emptyFolder();
    await run('python3', [...pip, target, wheel], { env }).catch((error) => {
      if (!/No module named pip/.test(error.stderr)) throw error;
      console.warn('\n*** pip is not installed: it did NOT install the wheel. ***\n');
    });
    expect(await withPython(`${target}:${wheel}`, 'pip@example.com')).toBe('4\n');
  });

  test.skipIf(!python?.isInstalled)('the source distribution calls it', async () => {
    const folder = await emptyFolder();
    await run('tar', ['-xf', join(packed, names.sdist), '-C', folder]);
    const [root = ''] = await readdir(folder);
    expect(root).toBe(names.sdist.replace('.tar.gz', ''));
    expect(await withPython(join(folder, root, 'src'), 'sdist@example.com')).toBe('5\n');
  });

  const goModule = 'waitlist.example/waitlist';
  test.skipIf(!go?.isInstalled)('the Go module calls it', async () => {
    const folder = await emptyFolder();
    await run('python3', ['-m', 'zipfile', '-e', join(packed, names.go), folder]);
    await writeFile(
      join(folder, 'main.go'),
      `package main
      import ("context"; "fmt"; "log"; "${goModule}")
      func main() {
        client, err := waitlist.NewClient("${url()}", "${key()}")
        if err != nil { log.Fatal(err) }
        signup, err := client.Signups.Create(context.Background(), "${waitlist()}", waitlist.NewSignup{Email: "go@example.com"})
        if err != nil { log.Fatal(err) }
        fmt.Println(signup.Position)
      }`,
    );
    const inFolder = { cwd: folder, env: goEnv };
    await run('go', ['mod', 'init', 'acme'], inFolder);
    const where = `./${names.go.replace('.zip', '')}`;
    await run(
      'go',
      ['mod', 'edit', '-require', `${goModule}@v0.0.0`, '-replace', `${goModule}=${where}`],
      inFolder,
    );
    expect((await run('go', ['run', '.'], inFolder)).stdout).toBe('6\n');
  });

  test('waitlist-service stops at Ctrl-C', async () => {
    service.kill('SIGINT');
    await until(async () => service.exitCode !== null, 60);
    expect([service.exitCode, printed]).toEqual([0, expect.stringContaining('Stopping')]);
  });
});
