import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openCluster } from '../../support/deployment/cluster.ts';
import { startDeployment } from '../../support/deployment/deployment.ts';
import { findPgBouncer, startPgBouncer } from '../../support/service/pgbouncer.ts';
import { checkCounts } from '../../support/storm/check-counts.ts';
import { checkHistory } from '../../support/storm/check-history.ts';
import { until } from '../../support/until.ts';
import { type FaultRun, missedOne, report, unless } from '../fault-run.ts';
import { persistentClients, startLoad } from '../support/load.ts';
import { checkFailures, failuresOf } from '../support/outage.ts';
import { startWebs } from '../support/web-processes.ts';

const kills = 5;
const longestFailureMs = 6_000;
const longestRecoveryMs = 10_000;

/**
 * The service works through a PgBouncer that pools transactions, with fewer sessions than connections.
 * Postgres and PgBouncer are killed in turn under load. No signup is lost, failures are in time and in the
 * envelope, and no process needs a restart. With `plantedBug` statements are prepared by name, which this
 * pooler hands to sessions that do not know them. Not tried where PgBouncer is not installed.
 */
export const pooler: FaultRun = async ({ plantedBug, seed }) => {
  const version = await findPgBouncer();
  if (version === undefined) {
    console.error('pgbouncer is not installed: the pooler is not tried');
    return 'not tried';
  }
  const folder = await mkdtemp(join(tmpdir(), 'waitlist-deployment-'));
  const cluster = await openCluster(folder);
  await cluster.start();
  const bouncer = await startPgBouncer(cluster.url);
  const deployment = await startDeployment({ webs: 0, workers: 2 }, bouncer.envOf(cluster.url));
  const webEnv = { ...deployment.env, ...(plantedBug && { DATABASE_PREPARE: '1' }) };
  const webs = await startWebs([webEnv, webEnv]);
  try {
    const list = await deployment.makeWaitlist();
    const load = startLoad({ ...list, ...persistentClients, urls: webs.urls, seed });
    await sleep(2_000);
    const calm = load.seen.filter(({ status }) => status >= 500).length;
    const calmCalls = load.seen.length;
    const recoveries: number[] = [];
    for (let kill = 1; kill <= (plantedBug ? 0 : kills); kill++) {
      deployment.progress.show(`Kill ${kill} of ${kills}, ${load.succeeded()} answers`);
      const killed = kill % 2 === 0 ? bouncer : cluster;
      await killed.kill();
      await sleep(500);
      await (killed === bouncer ? bouncer.restart() : cluster.start());
      const upAt = performance.now();
      const before = load.succeeded();
      await until(async () => load.succeeded() > before, 30);
      recoveries.push(performance.now() - upAt);
      await sleep(1_500);
    }
    const history = await load.stop();
    await deployment.waitForMails();
    deployment.progress.end();
    const failures = failuresOf(load.seen);
    const refused = unless(calm === 0, `${calm} of ${calmCalls} calls failed before any kill`);
    const passed = report(
      {
        PgBouncer: version,
        calls: load.seen.length,
        'calls in the 2 s before the first kill': calmCalls,
        'failed calls': failures.count,
        'longest failure, ms': failures.longestMs.toFixed(0),
        'longest time until a first success, ms': Math.max(0, ...recoveries).toFixed(0),
      },
      [
        ...refused,
        ...checkFailures(load.seen, longestFailureMs),
        ...unless(Math.max(0, ...recoveries) <= longestRecoveryMs, 'a recovery took too long'),
        ...(plantedBug
          ? []
          : [
              ...(await checkHistory(deployment.sql, list.waitlist, history)),
              ...(await checkCounts(deployment.sql, webs.urls[0] ?? '', list)),
            ]),
      ],
    );
    return plantedBug ? missedOne({ 'named statements': refused }) : passed;
  } finally {
    await webs.stop();
    await deployment.close();
    await bouncer.close();
    await cluster.close();
    await rm(folder, { recursive: true, force: true });
  }
};
