import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { type Cluster, openCluster } from '../support/deployment/cluster.ts';
import { migrateWith } from '../support/service/database.ts';
import { useService } from '../support/service/service.ts';
import { until } from '../support/until.ts';

describe('several hosts in DATABASE_URL (N7)', () => {
  const own: NodeJS.ProcessEnv = {};
  let folder: string;
  let primary: Cluster;
  let standby: Cluster;
  const service = useService(own, async () => {
    folder = await mkdtemp(join(tmpdir(), 'waitlist-hosts-'));
    primary = await openCluster(join(folder, '0'));
    await primary.start();
    standby = await primary.clone(join(folder, '1'));
    await standby.start();
    // What does not answer and what is a standby stand in front.
    const hosts = `127.0.0.1:1,127.0.0.1:${standby.port},127.0.0.1:${primary.port}`;
    const url = new URL(primary.url);
    const address = (role: string) =>
      `postgres://${url.username}:${url.password}@${hosts}${url.pathname}?target_session_attrs=${role}`;
    Object.assign(own, {
      DATABASE_URL: address('primary'),
      DATABASE_REPLICA_URL: address('prefer-standby'),
      REPLICA_MAX_LAG: '60',
    });
    await migrateWith(own); // on the primary, or it would be refused
  });
  afterAll(async () => {
    primary?.resume();
    await standby?.close();
    await primary?.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('the primary takes writes, the standby reads; a standby that takes over is found while the old primary hangs', async () => {
    const account = await service.account();
    const headers = { authorization: `Bearer ${account.key}` };
    const made = await service.app.inject({
      method: 'POST',
      url: '/v1/waitlists',
      headers,
      payload: { name: 'Beta' },
    });
    expect(made.statusCode).toBe(201);
    const { id } = made.json();
    let sent = 0;
    const signUp = async () => {
      const url = `/v1/waitlists/${id}/signups`;
      const payload = { email: `p${sent++}@example.com` };
      const answer = await service.app.inject({ method: 'POST', url, headers, payload });
      if (answer.statusCode !== 201)
        expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, expect.any(String)]);
      return answer.statusCode;
    };
    expect(await signUp()).toBe(201);
    const readers = () => standby.sql`
      SELECT FROM pg_stat_activity WHERE application_name = 'waitlist-replica-probe'`;
    await until(async () => (await readers()).length > 0, 10);
    const read = { url: '/v1/account', headers };
    expect((await service.app.inject(read)).statusCode).toBe(200);

    await until(
      async () =>
        (await primary.sql`SELECT FROM pg_stat_replication WHERE replay_lsn = pg_current_wal_lsn()`).length >
        0,
      10,
    );
    await primary.suspend();
    await standby.sql`SELECT pg_promote()`;
    const promotedAt = performance.now();
    while ((await signUp()) !== 201) {
      expect(performance.now() - promotedAt).toBeLessThan(6_000);
      await sleep(100);
    }
    await until(async () => (await service.app.inject(read)).statusCode === 200, 6);
    const [{ count }] = await standby.sql<[{ count: string }]>`SELECT count(*) FROM signups`;
    expect(Number(count)).toBeGreaterThanOrEqual(2);
  });
});
