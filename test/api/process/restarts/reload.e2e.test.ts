import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ServiceProcess, startProcess } from '../../../support/service/processes.ts';
import { useService } from '../../../support/service/service.ts';

const service = useService();
let folder: string;
let domains: string;
let web: ServiceProcess;

/** Two processes. They start only while there is a file of domains. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'waitlist-reload-'));
  domains = join(folder, 'domains.txt');
  await writeFile(domains, 'disposable.example\n');
  web = await startProcess('web', {
    ...service.env,
    WEB_CONCURRENCY: '2',
    DISPOSABLE_DOMAINS_FILE: domains,
  });
  await expect.poll(() => pidsThat('web started').length).toBe(2);
});

afterEach(async () => {
  await web.stop('SIGKILL');
  await rm(folder, { recursive: true });
});

const pidsThat = (said: string) =>
  web.log.filter(({ msg }) => String(msg).startsWith(said)).map(({ pid }) => Number(pid));
const errors = () => web.log.filter(({ level }) => Number(level) >= 50).map(({ msg }) => msg);

test('SIGHUP replaces all processes, also where a terminal sends it to each (C9.6)', async () => {
  const olds = pidsThat('web started');
  for (const pid of [...olds, Number(web.child.pid)]) process.kill(pid, 'SIGHUP');
  await expect.poll(() => pidsThat('the web processes are replaced').length).toBe(1);
  expect(pidsThat('web started').length).toBe(4);
  expect(pidsThat('shutting down').sort()).toEqual(olds.sort());
  expect(errors()).toEqual([]);
  expect((await fetch(`${web.url}/healthz`)).status).toBe(200);
  expect(await web.stop()).toBe(0);
});

test('the old processes go on if a new one cannot start, until it can (C9.6)', async () => {
  await rm(domains);
  web.child.kill('SIGHUP');
  await expect.poll(errors).toContain('a new web process could not start (exit code 1); the old ones go on');
  expect(pidsThat('web started').length).toBe(2);
  expect(pidsThat('shutting down')).toEqual([]);
  expect((await fetch(`${web.url}/healthz`)).status).toBe(200);
  await writeFile(domains, '');
  web.child.kill('SIGHUP');
  await expect.poll(() => pidsThat('the web processes are replaced').length).toBe(1);
  expect(await web.stop()).toBe(0);
});

test('the old processes go on if a new one finds pending migrations for a minute (C9.6)', async () => {
  const [row] = await service.sql`DELETE FROM schema_migrations WHERE name = '0001_baseline.sql' RETURNING *`;
  web.child.kill('SIGHUP');
  await expect.poll(errors).toContain('a new web process was not ready in time; the old ones go on');
  expect(pidsThat('the old processes go on: migrations are pending').length).toBe(1);
  expect(pidsThat('shutting down')).toEqual([]);
  await service.sql`INSERT INTO schema_migrations ${service.sql(row ?? {})}`;
  expect((await fetch(`${web.url}/readyz`)).status).toBe(200);
  expect(await web.stop()).toBe(0);
});
