import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { findPostgresUser, giveTo } from '../../src/dev/server/server-user.ts';
import { readConfig } from '../../src/shared/config.ts';
import { openContext } from '../../src/shared/context.ts';
import type { Sql } from '../../src/shared/platform/postgres/connection.ts';
import { documentOf, failureOf, waitlist, waitlistProcess } from '../cli/cli.ts';
import { type Cluster, openCluster } from '../support/deployment/cluster.ts';
import { makeCertificate } from '../support/network/certificate.ts';
import { findPgBouncer, type PgBouncer, startPgBouncer } from '../support/service/pgbouncer.ts';
import { useService } from '../support/service/service.ts';
import { until } from '../support/until.ts';

const codeOf = (error: { code?: string }) => error.code;
const day = 86_400_000;
const certificate = makeCertificate('127.0.0.1', new Date(Date.now() - day), new Date(Date.now() + day));

/** Settings of a Postgres that takes TLS with that certificate, whose files are written to the folder. */
async function tlsSettings(folder: string): Promise<string[]> {
  const [certificateFile, keyFile] = [join(folder, 'server.pem'), join(folder, 'server.key')];
  await writeFile(certificateFile, certificate.pem);
  const key = certificate.privateKey.export({ type: 'pkcs8', format: 'pem' });
  await writeFile(keyFile, key, { mode: 0o600 });
  await giveTo(await findPostgresUser(), folder);
  return ['ssl=on', `ssl_cert_file=${certificateFile}`, `ssl_key_file=${keyFile}`];
}

const hasPooler = (await findPgBouncer()) !== undefined;
if (!hasPooler)
  console.error('SKIPPED: pgbouncer is not installed, so several hosts are not tried behind poolers');

const ways = [
  { way: 'without TLS', env: {} },
  { way: 'with TLS', env: { DATABASE_CA_CERT: certificate.pem, PGSSLMODE: 'verify-full' } },
  { way: 'behind a pooler each', env: { DATABASE_PREPARE: '0' } },
].filter(({ env }) => hasPooler || !('DATABASE_PREPARE' in env));

describe.each(ways)('several hosts in DATABASE_URL $way (N7)', ({ env }) => {
  const own: NodeJS.ProcessEnv = {};
  let folder: string;
  let primary: Cluster;
  let standby: Cluster;
  /** A pool that knows the standby only. */
  let followers: Sql;
  const poolers: PgBouncer[] = [];
  const service = useService(own, async () => {
    folder = await mkdtemp(join(tmpdir(), 'waitlist-hosts-'));
    const settings = 'PGSSLMODE' in env ? await tlsSettings(folder) : [];
    primary = await openCluster(join(folder, '0'), settings);
    await primary.start();
    standby = await primary.clone(join(folder, '1'));
    await standby.start();
    const url = new URL(primary.url);
    /** What does not answer and what is a standby stand in front. */
    const address = (role: string, [primaryPort, standbyPort]: readonly (number | string)[]) =>
      `postgres://${url.username}:${url.password}@127.0.0.1:1,127.0.0.1:${standbyPort},127.0.0.1:${primaryPort}${url.pathname}?target_session_attrs=${role}`;
    const direct = [primary.port, standby.port];
    if ('DATABASE_PREPARE' in env)
      for (const server of [primary, standby]) poolers.push(await startPgBouncer(server.url));
    const pooled = poolers.map((pooler) => new URL(pooler.through(primary.url)).port);
    Object.assign(own, env, {
      DATABASE_URL: address('primary', pooled.length > 0 ? pooled : direct),
      ...(pooled.length > 0 && { DATABASE_DIRECT_URL: address('primary', direct) }),
      DATABASE_REPLICA_URL: address('prefer-standby', direct),
      REPLICA_MAX_LAG: '60',
    });
    // On the primary, or it would be refused.
    const { applied } = documentOf(await waitlistProcess(own, 'migrate', '--json'));
    expect(applied).toContain('0001_baseline.sql');
  });
  afterAll(async () => {
    await followers?.end({ timeout: 0 });
    primary?.resume();
    await Promise.all(poolers.map((pooler) => pooler.close()));
    await standby?.close();
    await primary?.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('a command says that none of the hosts is the primary, or has a certificate for its name', async () => {
    const { username, password, pathname } = new URL(standby.url);
    const follower = `127.0.0.1:${standby.port}`;
    const address = `postgres://${username}:${password}@${follower},${follower}${pathname}`;
    const { DATABASE_CA_CERT, PGSSLMODE } = own;
    const only = { DATABASE_URL: address, ...(PGSSLMODE && { DATABASE_CA_CERT, PGSSLMODE }) };
    const migrate = async (url: string) =>
      failureOf(await waitlist({ ...only, DATABASE_URL: url }, 'migrate', '--json'));
    expect(await migrate(address)).toMatch(/none of the hosts is the primary/);
    // Also where the driver writes to the connection at once.
    const config = readConfig({ ...service.env, ...only, DATABASE_DIRECT_URL: undefined });
    followers = openContext({ ...config, log: { level: 'silent' } }, 'cli').sql;
    for (const length of [1, 3_000]) {
      const ask = () => followers`SELECT ${'x'.repeat(length)}::text`.catch(codeOf);
      expect(new Set(await Promise.all(Array.from({ length: 50 }, ask)))).toEqual(
        new Set(['CONNECTION_OTHER_ROLE']),
      );
    }
    if (PGSSLMODE)
      expect(await migrate(address.replaceAll('127.0.0.1', 'localhost'))).toMatch(
        /certificate is for another name/,
      );
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
    const encrypted = await primary.sql<{ ssl: boolean }[]>`
      SELECT DISTINCT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name LIKE 'waitlist-%'`;
    expect(encrypted).toEqual([{ ssl: 'PGSSLMODE' in env }]);

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
    expect(await followers`SELECT 1 AS one`).toEqual([{ one: 1 }]);
    const [{ count }] = await standby.sql<[{ count: string }]>`SELECT count(*) FROM signups`;
    expect(Number(count)).toBeGreaterThanOrEqual(2);
  });

  test('a process without connections goes to the server that is the primary by then', async () => {
    primary.resume(); // both take writes now
    const { sql } = openContext({ ...readConfig(service.env), log: { level: 'silent' } }, 'cli');
    const port = async () => {
      const [row] = await sql<[{ port: number }]>`SELECT inet_server_port() AS port`;
      return row.port;
    };
    const used = await port();
    const [first, second] = used === primary.port ? [primary, standby] : [standby, primary];
    await first.kill();
    await sleep(3_000); // it finds the second, and does not connect to it
    await first.start();
    await second.kill();
    expect(await port()).toBe(used);
    await sql.end();
  });
});
