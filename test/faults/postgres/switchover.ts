import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Cluster, openCluster } from '../../support/deployment/cluster.ts';
import { startDeployment } from '../../support/deployment/deployment.ts';
import { startTcpProxy, throughPort } from '../../support/network/tcp-proxy.ts';
import { checkCounts } from '../../support/storm/check-counts.ts';
import { checkHistory } from '../../support/storm/check-history.ts';
import { joinHistories, type SignupCall } from '../../support/storm/history.ts';
import { until } from '../../support/until.ts';
import { type FaultRun, missedOne, report, unless } from '../fault-run.ts';
import { restlessClients, startLoad } from '../support/load.ts';
import { checkFailures, failuresOf } from '../support/outage.ts';
import { startWebs } from '../support/web-processes.ts';
import { replicateSynchronously } from './failover.ts';

const readOnlyMs = 3_000;
const longestRecoveryMs = 10_000;
/** Signup emails that an idle process must still send behind a switchover. */
const longestIdleMs = 20_000;
const longestFailureMs = 6_000;

/**
 * Postgres is made read-only and writable again, under load and while nobody calls; then it is demoted as a managed service does it: the
 * standby is promoted, the primary comes back as its standby, and the address leads to the new primary only a while later, without a
 * connection being broken. Each time signups succeed again by themselves, none is lost, and /readyz tells the truth meanwhile. With
 * `plantedBug` the address goes on leading to the demoted server for 15 s.
 */
export const switchover: FaultRun = async ({ plantedBug, seed }) => {
  const folder = await mkdtemp(join(tmpdir(), 'waitlist-deployment-'));
  const primary = await openCluster(join(folder, '0'));
  await primary.start();
  const proxy = await startTcpProxy(primary.port);
  const deployment = await startDeployment(
    { webs: 0, workers: 1 },
    { DATABASE_URL: throughPort(primary.url, proxy.port) },
  );
  const webs = await startWebs([deployment.env, deployment.env]);
  let standby: Cluster | undefined;
  try {
    const wrong: string[] = [];
    const list = await deployment.makeWaitlist();
    const readiness = async () =>
      Promise.all(webs.urls.map(async (url) => (await fetch(`${url}/readyz`)).status));
    const expectReadiness = async (status: number, when: string) => {
      const isSo = async () => (await readiness()).every((each) => each === status);
      await until(isSo, 10).catch(() => wrong.push(`/readyz did not say ${status} ${when}`));
    };
    const alone: SignupCall[] = [];
    /** One signup on each process. @returns the statuses */
    const signUpOnEach = () =>
      Promise.all(
        webs.urls.map(async (url, index) => {
          const email = `idle${alone.length + index}@example.com`;
          const startedAt = performance.now();
          const response = await fetch(`${url}/v1/waitlists/${list.waitlist}/signups`, {
            method: 'POST',
            headers: { authorization: `Bearer ${list.key}`, 'content-type': 'application/json' },
            body: JSON.stringify({ email }),
          });
          const { error, ...body } = await response.json();
          const { status } = response;
          const answer = { startedAt, endedAt: performance.now(), status, code: error?.code };
          alone.push({ email, referralCode: undefined, ...answer, body: error ? undefined : body });
          return status;
        }),
      );
    const setReadOnly = async (to: 'on' | 'off') => {
      await primary.sql.unsafe(`ALTER SYSTEM SET default_transaction_read_only = ${to}`);
      await primary.sql`SELECT pg_reload_conf()`;
    };

    deployment.progress.show('Read-only under load');
    const first = startLoad({ ...list, ...restlessClients, urls: webs.urls, seed });
    await sleep(readOnlyMs);
    await setReadOnly('on');
    await expectReadiness(503, 'while Postgres was read-only');
    await sleep(readOnlyMs);
    await setReadOnly('off');
    const recoveries: Record<string, number> = {};
    const recovered = async (name: string, load: { succeeded(): number }) => {
      const [startedAt, before] = [performance.now(), load.succeeded()];
      await until(async () => load.succeeded() > before, 15).catch(() => {});
      recoveries[name] = performance.now() - startedAt;
    };
    await recovered('read-only under load', first);
    await expectReadiness(200, 'when Postgres was writable again');
    const beforeSwitch = await first.stop();

    deployment.progress.show('Read-only while nobody calls');
    await setReadOnly('on');
    await sleep(readOnlyMs);
    await setReadOnly('off');
    await sleep(500);
    const idleStatuses = await signUpOnEach();
    wrong.push(
      ...unless(
        idleStatuses.every((status) => status === 201),
        `behind an idle read-only time signups were answered ${idleStatuses}`,
      ),
    );

    deployment.progress.show('Switchover under load');
    standby = await primary.clone(join(folder, '1'));
    await standby.start();
    await replicateSynchronously(primary);
    const load = startLoad({ ...list, ...restlessClients, urls: webs.urls, seed: seed + 1 });
    await sleep(readOnlyMs);
    await primary.demote(standby);
    await sleep(readOnlyMs); // connections are made to the demoted server by now, and stay open
    if (!plantedBug) proxy.redirectTo(standby.port);
    await recovered('switchover under load', load);
    proxy.switchTo(standby.port); // who stays on the demoted server would wait for ever
    const afterSwitch = await load.stop();

    deployment.progress.show('Switchover while nobody calls');
    const mailedBefore = deployment.sink.received.size;
    await expectReadiness(200, 'behind the switchover');
    const statuses = await signUpOnEach();
    const mailed = until(
      async () => deployment.sink.received.size >= mailedBefore + statuses.length,
      longestIdleMs / 1_000,
    ).then(
      () => [],
      () => ['no mail was sent behind the switchover'],
    );
    deployment.progress.show('Checking');
    const stuck = [
      ...(await mailed),
      ...unless(
        statuses.every((status) => status === 201),
        `behind the switchover signups were answered ${statuses}`,
      ),
      ...Object.entries(recoveries).flatMap(([name, ms]) =>
        unless(ms <= longestRecoveryMs, `${name}: the first success came after ${ms.toFixed(0)} ms`),
      ),
    ];
    const seen = [...first.seen, ...load.seen];
    const history = joinHistories([beforeSwitch, { signups: alone, removals: [] }, afterSwitch]);
    deployment.progress.end();
    const failures = failuresOf(seen);
    const held = report(
      {
        calls: seen.length,
        'answered with 503': failures.count,
        'longest 503, ms': failures.longestMs.toFixed(0),
        ...Object.fromEntries(
          Object.entries(recoveries).map(([name, ms]) => [`${name}: first success, ms`, ms.toFixed(0)]),
        ),
      },
      [
        ...wrong,
        ...stuck,
        ...checkFailures(seen, longestFailureMs),
        ...(plantedBug
          ? []
          : [
              ...(await checkHistory(deployment.sql, list.waitlist, history)),
              ...(await checkCounts(deployment.sql, webs.urls[0] ?? '', list)),
            ]),
      ],
    );
    return plantedBug ? missedOne({ 'an address that leads to the demoted server': stuck }) : held;
  } finally {
    await webs.stop();
    await deployment.close();
    await proxy.close();
    await primary.close();
    await standby?.close();
    await rm(folder, { recursive: true, force: true });
  }
};
