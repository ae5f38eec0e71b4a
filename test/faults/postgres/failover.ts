import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Cluster, openCluster } from '../../support/deployment/cluster.ts';
import { startDeployment } from '../../support/deployment/deployment.ts';
import { startTcpProxy, throughPort } from '../../support/network/tcp-proxy.ts';
import { checkCounts } from '../../support/storm/check-counts.ts';
import { checkHistory } from '../../support/storm/check-history.ts';
import { until } from '../../support/until.ts';
import { type FaultRun, missedOne, report, unless } from '../fault-run.ts';
import { persistentClients, startLoad } from '../support/load.ts';
import { checkFailures, failuresOf } from '../support/outage.ts';
import { startWebs } from '../support/web-processes.ts';

const fullPromotions = 10;
const plantedBugPromotions = 2;
const loadMs = 1_500;
const longestRecoveryMs = 15_000;
/** A request to a primary that does not answer ends with its own timeout. */
const longestFailureMs = 6_000;

/**
 * Ten times a primary with synchronous replication is lost and its standby promoted, behind the same address.
 * Every other time the primary is cut off from the clients instead of killed. With `plantedBug` replication
 * is asynchronous and stops before the primary is lost.
 */
export const failover: FaultRun = async ({ plantedBug, seed }) => {
  const promotions = plantedBug ? plantedBugPromotions : fullPromotions;
  const folder = await mkdtemp(join(tmpdir(), 'waitlist-deployment-'));
  let primary = await openCluster(join(folder, '0'));
  await primary.start();
  const proxy = await startTcpProxy(primary.port);
  const deployment = await startDeployment(
    { webs: 0, workers: 0 },
    { DATABASE_URL: throughPort(primary.url, proxy.port) },
  );
  const webs = await startWebs([deployment.env, deployment.env]);
  try {
    const list = await deployment.makeWaitlist();
    const load = startLoad({ ...list, ...persistentClients, urls: webs.urls, seed });
    const recoveries: number[] = [];
    for (let promotion = 1; promotion <= promotions; promotion++) {
      deployment.progress.show(`Promotion ${promotion} of ${promotions}, ${load.succeeded()} answers`);
      const standby = await primary.clone(join(folder, String(promotion)));
      await standby.start();
      if (!plantedBug) await replicateSynchronously(primary);
      await sleep(loadMs);
      if (plantedBug) await stopReplication(standby);
      const lostAt = performance.now();
      if (promotion % 2) await primary.kill();
      else proxy.switchTo(standby.port); // breaks the clients' connections; the old primary goes on running
      await standby.sql`SELECT pg_promote()`;
      proxy.switchTo(standby.port);
      const before = load.succeeded();
      await until(async () => load.succeeded() > before, 30);
      recoveries.push(performance.now() - lostAt);
      await primary.close();
      await rm(join(folder, String(promotion - 1)), { recursive: true, force: true });
      primary = standby;
    }
    await sleep(loadMs);
    const history = await load.stop();
    deployment.progress.show('Checking');
    const slowest = Math.max(...recoveries);
    const failures = failuresOf(load.seen);
    const lost = [
      ...(await checkHistory(deployment.sql, list.waitlist, history)),
      ...(await checkCounts(deployment.sql, webs.urls[0] ?? '', list)),
    ];
    const wrong = [
      ...lost,
      ...checkFailures(load.seen, longestFailureMs),
      ...unless(slowest <= longestRecoveryMs, `the first success came after ${slowest.toFixed(0)} ms`),
    ];
    deployment.progress.end();
    const passed = report(
      {
        calls: load.seen.length,
        'answered with success': load.succeeded(),
        'answered with 503': failures.count,
        'longest 503, ms': failures.longestMs.toFixed(0),
        promotions,
        'longest from the loss to a success, ms': slowest.toFixed(0),
      },
      wrong,
    );
    return plantedBug ? missedOne({ 'commits that the standby lacks': lost }) : passed;
  } finally {
    await webs.stop();
    await deployment.close();
    await proxy.close();
    await primary.close();
    await rm(folder, { recursive: true, force: true });
  }
};

/** Makes commits wait until the standby has them on disk. Resolves when the setting is active. */
export async function replicateSynchronously({ sql }: Cluster): Promise<void> {
  await sql`ALTER SYSTEM SET synchronous_standby_names = '*'`;
  await sql`SELECT pg_reload_conf()`;
  await until(
    async () =>
      (await sql`SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync' AND state = 'streaming'`)
        .length > 0,
    30,
  );
}

/** Leaves a standby with what it has. */
export async function stopReplication({ sql }: Cluster): Promise<void> {
  await sql`ALTER SYSTEM SET primary_conninfo = ''`;
  await sql`SELECT pg_reload_conf()`;
  await sleep(500);
}
