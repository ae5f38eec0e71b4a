import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { makeList } from '../../support/list.ts';
import { endWithTests, type ServiceProcess, startProcess } from '../../support/service/processes.ts';
import { useService } from '../../support/service/service.ts';

const service = useService();
const started: ServiceProcess[] = [];

afterEach(async () => {
  await Promise.all(started.splice(0).map((process) => process.stop('SIGKILL')));
});

async function start(kind: 'web' | 'worker', env: NodeJS.ProcessEnv): Promise<ServiceProcess> {
  const process = await startProcess(kind, { ...service.env, ...env });
  started.push(process);
  return process;
}

/** Sends SIGTERM when the first larger package is loaded, before the code of the service. */
const stoppedWhileLoading = (() => {
  const hook = `export async function resolve(name, context, next) {
    if (name === 'zod') process.kill(process.pid, 'SIGTERM');
    return next(name, context);
  }`;
  const preload = `import { register } from 'node:module'; register(${JSON.stringify(asUrl(hook))});`;
  return ['--import', asUrl(preload)];
})();

function asUrl(script: string): string {
  return `data:text/javascript,${encodeURIComponent(script)}`;
}

test.each(['api', 'workers'])(
  'a SIGTERM while dist/%s/main.js loads makes it exit with 0 (C9.6)',
  async (part) => {
    const { PATH } = process.env;
    const child = endWithTests(
      spawn(process.execPath, [...stoppedWhileLoading, `dist/${part}/main.js`], {
        env: { PATH, ...service.env },
        stdio: 'ignore',
      }),
    );
    expect(await once(child, 'exit')).toEqual([0, null]);
  },
);

test('a stopping web process is unready, still answers, and ignores further SIGTERMs (C9.6)', async () => {
  const web = await start('web', { DRAIN_SECONDS: '10' });
  web.child.kill('SIGTERM');
  await expect.poll(async () => (await fetch(`${web.url}/readyz`)).status).toBe(503);
  for (let again = 0; again < 3; again++) {
    web.child.kill('SIGTERM');
    const answer = await fetch(`${web.url}/healthz`);
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
  }
  expect(await web.stop()).toBe(0);
});

test('a SIGTERM to all processes stops a web with several processes in order (C9.6)', async () => {
  const account = await service.account();
  const web = await start('web', { WEB_CONCURRENCY: '2', PORT: '0', DRAIN_SECONDS: '10' });
  await expect.poll(() => web.log.filter(({ msg }) => msg === 'web started').length).toBe(2);
  const children = new Set(web.log.filter(({ msg }) => msg === 'web started').map(({ pid }) => Number(pid)));
  for (const pid of [...children, ...children, Number(web.child.pid)]) process.kill(pid, 'SIGTERM');
  const answer = await fetch(`${web.url}/v1/account`, {
    headers: { authorization: `Bearer ${account.key}` },
  });
  expect(answer.status).toBe(200);
  expect(await web.stop()).toBe(0);
});

test.each(['1', '2'])(
  'a stopping web answers connections that only the kernel has accepted, with WEB_CONCURRENCY=%s (C9.6)',
  async (processes) => {
    const web = await start('web', { WEB_CONCURRENCY: processes });
    await expect
      .poll(() => web.log.filter(({ msg }) => msg === 'web started').length)
      .toBe(Number(processes));
    web.child.kill('SIGSTOP');
    const clients = Array.from({ length: 20 }, () => connect(Number(new URL(web.url).port), '127.0.0.1'));
    const answers = clients.map((client) => text(client).catch(String));
    for (const client of clients) client.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    await Promise.all(clients.map((client) => once(client, 'connect')));
    web.child.kill('SIGTERM');
    web.child.kill('SIGCONT');
    for (const answer of answers) expect(await answer).toMatch(/^HTTP\/1.1 200 /);
    expect(await web.stop()).toBe(0);
  },
);

test('a web with several processes replaces a dead one after a second, but not while it stops (C9.6)', async () => {
  const web = await start('web', { WEB_CONCURRENCY: '2', PORT: '0' });
  const startedPids = () => web.log.filter(({ msg }) => msg === 'web started').map(({ pid }) => Number(pid));
  await expect.poll(() => startedPids().length).toBe(2);
  const [first, second] = startedPids();
  process.kill(Number(first), 'SIGKILL');
  await expect.poll(() => startedPids().length).toBe(3);
  const third = startedPids().at(-1);
  for (const pid of [second, third]) process.kill(Number(pid), 'SIGKILL');
  await expect
    .poll(() => web.log.filter(({ msg }) => msg === 'a web process ended; starting another').length)
    .toBe(3);
  expect(await web.stop()).toBe(0); // while no process runs
  expect(startedPids()).toHaveLength(3);
});

test('a stopping web process ends a stalled download and exits with 0 in time (C9.6)', async () => {
  const list = await makeList(service);
  await list.fill(15_000, `https://example.com/${'x'.repeat(1_900)}`); // 30 MB, more than socket buffers hold
  const web = await start('web', {});
  const reader = connect(Number(new URL(web.url).port), '127.0.0.1');
  reader.on('error', () => {});
  reader.write(
    `GET ${list.url}/signups/export HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${list.account.key}\r\n\r\n`,
  );
  await once(reader, 'readable');
  expect(await web.stop()).toBe(0);
  reader.destroy();
});

test('a second SIGINT ends a process at once, as Ctrl-C pressed twice', async () => {
  const web = await start('web', { DRAIN_SECONDS: '15' });
  web.child.kill('SIGINT');
  await expect.poll(async () => (await fetch(`${web.url}/readyz`)).status).toBe(503);
  expect(await web.stop('SIGINT')).toBe(1);
});
