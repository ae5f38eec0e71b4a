import { expect, test } from 'vitest';
import { startProcess } from '../../support/service/processes.ts';
import { useService } from '../../support/service/service.ts';
import { until } from '../../support/until.ts';

const service = useService();

test('a worker claims no job while migrations are pending, says why, and goes on by itself', async () => {
  const { sql } = service;
  const account = await service.account();
  await service.signUp(account, await service.waitlist(account), { email: 'ada@example.com' });
  const claims = async () => (await sql`SELECT sum(claim_count)::integer AS n FROM outbox`)[0]?.n;
  const [{ name }] = await sql<[{ name: string }]>`SELECT max(name) AS name FROM schema_migrations`;
  await sql`UPDATE schema_migrations SET name = 'later' WHERE name = ${name}`;
  const starting = startProcess('worker', service.env);
  const hasLooked = () => sql`
    SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'waitlist-worker' AND state = 'idle' AND query LIKE '%schema_functions%'`;
  await until(async () => (await hasLooked()).length > 0, 240);
  expect(await claims()).toBe(0);
  await sql`UPDATE schema_migrations SET name = ${name} WHERE name = 'later'`;
  const worker = await starting;
  try {
    expect(worker.log.find(({ msg }) => msg === 'no jobs are run: migrations are pending')).toMatchObject({
      level: 50,
      pending: [name],
      advice: 'Run the migrate command.',
    });
    await until(async () => (await claims()) !== 0, 240);
  } finally {
    expect(await worker.stop()).toBe(0);
  }
});
