import { afterEach, expect, test } from 'vitest';
import { makeDatabase, migrateWith } from '../../support/service/database.ts';
import { type ServiceProcess, startProcess } from '../../support/service/processes.ts';
import { until } from '../../support/until.ts';

let web: ServiceProcess | undefined;
afterEach(() => web?.stop());

test('a web process without its migrations says so in the log and at /readyz, until they are applied', async () => {
  const { databaseUrl, redisUrl } = await makeDatabase({ migrated: false });
  const env = { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, ENCRYPTION_KEY: '0'.repeat(64) };
  web = await startProcess('web', env);
  const { url, log } = web;
  const ready = async () => {
    const answer = await fetch(`${url}/readyz`);
    return [answer.status, ((await answer.json()) as { reason?: string }).reason];
  };
  expect(await ready()).toEqual([503, expect.stringContaining('migrations are pending: 0')]);
  const said = () => log.filter(({ msg }) => String(msg).includes('migrations are pending'));
  await until(async () => said().length > 0, 240);
  expect(said()[0]).toMatchObject({ level: 50, advice: 'Run the migrate command.' });
  for (const path of ['/v1/account', '/nothing', '/docs', '/openapi.json', '/mcp']) {
    const answer = await fetch(`${url}${path}`, { method: path === '/mcp' ? 'POST' : 'GET' });
    expect([path, answer.status, answer.headers.get('retry-after')]).toEqual([path, 503, '5']);
    expect(await answer.json()).toEqual({
      error: { code: 'internal_error', message: 'The database is being upgraded: migrations are pending.' },
    });
  }
  const page = await fetch(`${url}/dashboard/sign-in`);
  expect([page.status, page.headers.get('content-type')]).toEqual([503, expect.stringContaining('html')]);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect((await fetch(`${url}/metrics`)).status).toBe(200);
  const isUsed = () => log.some(({ msg }) => msg === 'the database can be used');
  expect(isUsed()).toBe(false);
  await migrateWith(env);
  await until(async () => isUsed(), 240);
  expect(await ready()).toEqual([200, undefined]);
  expect((await fetch(`${url}/v1/account`)).status).toBe(401);
  expect((await fetch(`${url}/dashboard/sign-in`)).status).toBe(200);
});
