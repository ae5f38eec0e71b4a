import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitlistProcess as command } from '../cli/cli.ts';
import { quietPort } from '../support/network/quiet-port.ts';

let dataDir: string;
let port: number;
const started: ChildProcess[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'waitlist-start-'));
  port = await quietPort();
});

afterAll(async () => {
  for (const child of started) if (child.exitCode === null) child.kill('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

/** Runs the program of `npm start`. Resolves when it is ready or has exited. */
async function start() {
  const child = spawn(process.execPath, ['dist/dev/main.js'], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATA_DIR: dataDir,
      PORT: String(port),
      LOG_LEVEL: '', // as from an .env file with an empty value
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  let printed = '';
  const exited = once(child, 'exit');
  const ready = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        printed += chunk;
        if (printed.includes('is running')) resolve();
      });
    }
  });
  await Promise.race([ready, exited]);
  return {
    printed: () => printed,
    async stop(signal: NodeJS.Signals) {
      child.kill(signal);
      const [code] = await exited;
      return code as number | null;
    },
    exited,
  };
}

/** Runs the printed curl command. */
async function signUp(printed: string, email: string) {
  const [, url = ''] = /curl -s (\S+)/.exec(printed) ?? [];
  const [, authorization = ''] = /Authorization: ([^']+)'/.exec(printed) ?? [];
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  });
  return { status: response.status, body: await response.json() };
}

test('npm start serves and mails, refuses a second start, stops on Ctrl-C, and starts again with its data, also after a kill (C9.1)', async () => {
  const first = await start();
  expect(await signUp(first.printed(), 'ada@example.com')).toMatchObject({
    status: 201,
    body: { position: 1, total: 1 },
  });
  expect(first.printed(), 'warnings only').not.toContain('web started');
  const [, mailPage = ''] = /Emails +(\S+)/.exec(first.printed()) ?? [];
  await expect
    .poll(async () => (await fetch(`${mailPage}/mails.json`)).json())
    .toMatchObject([{ to: ['ada@example.com'], subject: 'You’re #1 on the Rocket waitlist' }]);

  // Commands print its URL, though neither PORT nor BASE_URL is set for them.
  const local = { DATA_DIR: dataDir, PORT: '' };
  const listed = await command(local, 'account', 'list', '--json');
  const [{ account_id: account }] = JSON.parse(listed.stdout);
  const provider = ['--type', 'resend', '--from', 'a@example.com', '--config', '{"api_key":"re_secret_1"}'];
  const set = ['email-provider', 'set', '--account', account, ...provider, '--skip-verify', '--json'];
  const { stdout, stderr } = await command(local, ...set);
  expect(JSON.parse(stdout).webhook_url).toMatch(`http://localhost:${port}/v1/webhooks/email/`);
  expect(stdout + stderr).not.toContain('re_secret_1');
  await command(local, 'email-provider', 'clear', '--account', account);

  const second = await start();
  expect(second.printed()).toContain('already');
  expect(await second.exited).toEqual([1, null]);

  expect(await first.stop('SIGINT')).toBe(0);
  const again = await start();
  expect(await signUp(again.printed(), 'bob@example.com')).toMatchObject({
    status: 201,
    body: { position: 2 },
  });

  await again.stop('SIGKILL');
  const recovered = await start();
  expect(await signUp(recovered.printed(), 'ada@example.com')).toMatchObject({
    status: 201,
    body: { position: 1, total: 2 },
  });
  expect(await recovered.stop('SIGTERM')).toBe(0);
});
