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
  const isUsed = () => log.some(({ msg }) => msg === 'the database can be used');
  expect(isUsed()).toBe(false);
  await migrateWith(env);
  await until(async () => isUsed(), 240);
  expect(await ready()).toEqual([200, undefined]);
});
