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
import { persistentClients, startLoad } from '../support/load.ts';
import { checkFailures, failuresOf } from '../support/outage.ts';
import { startWebs } from '../support/web-processes.ts';
import { replicateSynchronously } from './failover.ts';

const readOnlyMs = 3_000;
const longestRecoveryMs = 10_000;
/** How long the worker may take to send a mail after the switchover. */
const longestMailMs = 20_000;
const longestFailureMs = 6_000;

/**
 * Postgres becomes read-only and writable again, under load and without load. Then it is demoted as managed
 * services do it: the standby is promoted, the old primary becomes its standby, and the address switches
 * later without breaking connections. Each time signups recover, none is lost, and /readyz is right. With
 * `plantedBug` the address stays with the demoted server for 15 s.
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
      const isReached = async () => (await readiness()).every((each) => each === status);
      await until(isReached, 10).catch(() => wrong.push(`/readyz did not answer ${status} ${when}`));
    };
    const idleCalls: SignupCall[] = [];
    /** Sends one signup to each process. @returns the statuses */
    const signUpOnEach = () =>
      Promise.all(
        webs.urls.map(async (url, index) => {
          const email = `idle${idleCalls.length + index}@example.com`;
          const startedAt = performance.now();
          const response = await fetch(`${url}/v1/waitlists/${list.waitlist}/signups`, {
            method: 'POST',
            headers: { authorization: `Bearer ${list.key}`, 'content-type': 'application/json' },
            body: JSON.stringify({ email }),
          });
          const { error, ...body } = await response.json();
          const { status } = response;
          const answer = { startedAt, endedAt: performance.now(), status, code: error?.code };
          idleCalls.push({ email, referralCode: undefined, ...answer, body: error ? undefined : body });
          return status;
        }),
      );
    const setReadOnly = async (to: 'on' | 'off') => {
      await primary.sql.unsafe(`ALTER SYSTEM SET default_transaction_read_only = ${to}`);
      await primary.sql`SELECT pg_reload_conf()`;
    };

    deployment.progress.show('Read-only under load');
    const first = startLoad({ ...list, ...persistentClients, urls: webs.urls, seed });
    await sleep(readOnlyMs);
    await setReadOnly('on');
    await expectReadiness(503, 'while Postgres was read-only');
    await sleep(readOnlyMs);
    await setReadOnly('off');
    const recoveries: Record<string, number> = {};
    const waitForSuccess = async (name: string, load: { succeeded(): number }) => {
      const [startedAt, before] = [performance.now(), load.succeeded()];
      await until(async () => load.succeeded() > before, 15).catch(() => {});
      recoveries[name] = performance.now() - startedAt;
    };
    await waitForSuccess('read-only under load', first);
    await expectReadiness(200, 'when Postgres was writable again');
    const beforeSwitch = await first.stop();

    deployment.progress.show('Read-only without load');
    await setReadOnly('on');
    await sleep(readOnlyMs);
    await setReadOnly('off');
    await sleep(500);
    const idleStatuses = await signUpOnEach();
    wrong.push(
      ...unless(
        idleStatuses.every((status) => status === 201),
        `after a read-only time without load signups were answered with ${idleStatuses}`,
      ),
    );

    deployment.progress.show('Switchover under load');
    standby = await primary.clone(join(folder, '1'));
    await standby.start();
    await replicateSynchronously(primary);
    const load = startLoad({ ...list, ...persistentClients, urls: webs.urls, seed: seed + 1 });
    await sleep(readOnlyMs);
    await primary.demote(standby);
    await sleep(readOnlyMs); // by now clients have connections to the demoted server, which stay open
    if (!plantedBug) proxy.redirectTo(standby.port);
    await waitForSuccess('switchover under load', load);
    proxy.switchTo(standby.port); // clients of the demoted server would wait for ever
    const afterSwitch = await load.stop();

    deployment.progress.show('Switchover without load');
    const mailedBefore = deployment.sink.received.size;
    await expectReadiness(200, 'after the switchover');
    const statuses = await signUpOnEach();
    const mailed = until(
      async () => deployment.sink.received.size >= mailedBefore + statuses.length,
      longestMailMs / 1_000,
    ).then(
      () => [],
      () => ['no mail was sent after the switchover'],
    );
    deployment.progress.show('Checking');
    const stuck = [
      ...(await mailed),
      ...unless(
        statuses.every((status) => status === 201),
        `after the switchover signups were answered with ${statuses}`,
      ),
      ...Object.entries(recoveries).flatMap(([name, ms]) =>
        unless(ms <= longestRecoveryMs, `${name}: the first success came after ${ms.toFixed(0)} ms`),
      ),
    ];
    const seen = [...first.seen, ...load.seen];
    const history = joinHistories([beforeSwitch, { signups: idleCalls, removals: [] }, afterSwitch]);
    deployment.progress.end();
    const failures = failuresOf(seen);
    const passed = report(
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
    return plantedBug ? missedOne({ 'an address that stays with the demoted server': stuck }) : passed;
  } finally {
    await webs.stop();
    await deployment.close();
    await proxy.close();
    await primary.close();
    await standby?.close();
    await rm(folder, { recursive: true, force: true });
  }
};
