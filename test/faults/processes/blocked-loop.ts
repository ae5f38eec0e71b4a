import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from '../../../src/shared/platform/postgres/connection.ts';
import { startDeployment } from '../../support/deployment/deployment.ts';
import { setResend } from '../../support/deployment/operator.ts';
import { storeSignups } from '../../support/deployment/store-signups.ts';
import { findBrokenInvariants } from '../../support/storm/invariants.ts';
import { until } from '../../support/until.ts';
import { type FaultRun, report, unless } from '../fault-run.ts';
import { countPendingJobs } from '../support/pending-jobs.ts';

/** A worker's first concurrency for an account, which does not grow while the provider hangs. */
const mailsEach = 5;
const accounts = 20;
const mails = accounts * mailsEach;

/**
 * Suspends a worker in the middle of 100 mails for longer than its leases, as a blocked event loop would.
 * Another worker takes the mails over. The resumed worker receives its provider's answers, half of them 503,
 * and must write nothing about these mails. Each mail has one effect at the provider, which supports
 * idempotency keys. With `plantedBug` a new claim keeps the old lease token.
 */
export const blockedLoop: FaultRun = async ({ plantedBug }) => {
  const provider = await startHoldingProvider();
  const deployment = await startDeployment(
    { webs: 0, workers: 0 },
    { OUTBOUND_ALLOW_HOSTS: '127.0.0.1,localhost' },
  );
  const { sql, progress } = deployment;
  try {
    const lists = await Promise.all(Array.from({ length: accounts }, () => deployment.makeWaitlist()));
    for (const { accountId } of lists) await setResend(deployment, accountId);
    for (const list of lists)
      await storeSignups(sql, list, mailsEach, { mailed: true, domain: `${list.waitlist}.example.com` });
    await watchWrites(sql);
    if (plantedBug)
      await sql.unsafe(`
        CREATE FUNCTION keep_first_lease() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.lease_token := coalesce(OLD.lease_token, NEW.lease_token); RETURN NEW; END';
        CREATE TRIGGER keep_first_lease BEFORE UPDATE ON outbox FOR EACH ROW EXECUTE FUNCTION keep_first_lease()`);

    progress.show('The first worker starts all mails');
    const suspended = await deployment.start('worker', {
      DATABASE_URL: asSuspendedUser(deployment.env.DATABASE_URL ?? ''),
      RESEND_API_URL: `http://127.0.0.1:${provider.port}`,
    });
    await until(async () => provider.held('127.0.0.1').length === mails, 60);
    suspended.child.kill('SIGSTOP');
    for (const [index, held] of provider.held('127.0.0.1').entries())
      held.answer(index % 2 === 0 ? 503 : 200);

    progress.show('Its leases expire and the second worker takes the mails over');
    const second = await deployment.start('worker', {
      RESEND_API_URL: `http://localhost:${provider.port}`,
    });
    await until(async () => provider.held('localhost').length === mails, 90);
    const [{ now: resumed }] = await sql<[{ now: string }]>`SELECT clock_timestamp()::text AS now`;
    suspended.child.kill('SIGCONT');
    await sleep(3_000);
    for (const held of provider.held('localhost')) held.answer(200);
    await until(async () => (await countPendingJobs(sql)) === 0, 60);
    await Promise.all([suspended.stop(), second.stop()]);
    progress.end();

    const suspendedWrites = await sql<{ what: string; writes: number }[]>`
      SELECT what, count(*) AS writes FROM writes WHERE who = 'suspended' AND at > ${resumed} GROUP BY what`;
    const [stamps] = await sql<[{ most: number }]>`
      SELECT coalesce(max(n), 0) AS most FROM (SELECT count(*) AS n FROM writes WHERE what = 'signups' GROUP BY id) t`;
    const [rows] = await sql<[{ sent: number }]>`
      SELECT count(*) AS sent FROM mails m JOIN signups s ON s.id = m.id
      WHERE m.state = 'sent' AND NOT m.ambiguous AND m.error IS NULL AND s.email_status = 2`;
    const writes = suspendedWrites.reduce((sum, row) => sum + row.writes, 0);
    return report(
      {
        mails,
        'requests at the provider': provider.requests(),
        'effects at the provider': provider.effects(),
        'writes of the suspended worker': writes,
        'most status updates of one signup': stamps.most,
        'recorded as sent': rows.sent,
      },
      [
        ...suspendedWrites.map((row) => `the suspended worker wrote to ${row.what} ${row.writes} times`),
        ...unless(stamps.most === 1, `the status of a signup was updated ${stamps.most} times`),
        ...unless(rows.sent === mails, `${rows.sent} of ${mails} mails are recorded as sent`),
        ...unless(provider.effects() === mails, `${provider.effects()} effects of ${mails} mails`),
        ...(await findBrokenInvariants(sql)),
      ],
    );
  } finally {
    await deployment.close();
    await provider.close();
  }
};

interface HeldRequest {
  /** The host name by which the worker called this server. */
  readonly name: string;
  answer(status: 200 | 503): void;
}

/**
 * A fake of Resend that holds each request until the run sets its answer. It accepts each idempotency key
 * once.
 */
async function startHoldingProvider() {
  const all: HeldRequest[] = [];
  const mailsByKey = new Map<string, number>();
  const server = createServer((request, response) => {
    const key = String(request.headers['idempotency-key']);
    request.resume().on('end', () =>
      all.push({
        name: (request.headers.host ?? '').replace(/:.*/, ''),
        answer(status) {
          if (status === 200 && !mailsByKey.has(key)) mailsByKey.set(key, mailsByKey.size);
          response.writeHead(status, { 'content-type': 'application/json' });
          response.end(
            JSON.stringify(status === 200 ? { id: `mail-${mailsByKey.get(key)}` } : { name: 'away' }),
          );
        },
      }),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    held: (name: string) => all.filter((held) => held.name === name),
    requests: () => all.length,
    effects: () => mailsByKey.size,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** Logs all writes about mails with the database user, which identifies the worker. */
async function watchWrites(sql: Sql): Promise<void> {
  await sql.unsafe(`
    CREATE ROLE suspended SUPERUSER LOGIN PASSWORD 'suspended';
    CREATE TABLE writes (at timestamptz DEFAULT clock_timestamp(), who text DEFAULT session_user, what text, id uuid);
    CREATE FUNCTION note_write() RETURNS trigger LANGUAGE plpgsql AS '
      BEGIN INSERT INTO writes (what, id) VALUES (TG_TABLE_NAME, (to_jsonb(OLD) ->> TG_ARGV[0])::uuid); RETURN NULL; END';
    CREATE TRIGGER note_write AFTER UPDATE OR DELETE ON mails FOR EACH ROW EXECUTE FUNCTION note_write('id');
    CREATE TRIGGER note_write AFTER UPDATE OF email_status ON signups FOR EACH ROW EXECUTE FUNCTION note_write('id');
    CREATE TRIGGER note_write AFTER UPDATE OR DELETE ON outbox FOR EACH ROW EXECUTE FUNCTION note_write('id')`);
}

function asSuspendedUser(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.username = 'suspended';
  url.password = 'suspended';
  return url.href;
}
