import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openCluster } from '../../support/deployment/cluster.ts';
import { startDeployment } from '../../support/deployment/deployment.ts';
import { checkCounts } from '../../support/storm/check-counts.ts';
import { checkHistory } from '../../support/storm/check-history.ts';
import { randomFrom } from '../../support/storm/random.ts';
import { until } from '../../support/until.ts';
import { type FaultRun, missedOne, report, unless } from '../fault-run.ts';
import { persistentClients, startLoad } from '../support/load.ts';
import { checkFailures, failuresOf } from '../support/outage.ts';
import { startWebs } from '../support/web-processes.ts';

const fullKills = 30;
const plantedBugKills = 5;
const longestFailureMs = 2_000;
const longestRecoveryMs = 3_000;

/**
 * Kills all processes of Postgres 30 times under load. With `plantedBug` Postgres acknowledges commits before
 * they are on disk, so signups get lost.
 */
export const killPostgres: FaultRun = async ({ plantedBug, seed }) => {
  const kills = plantedBug ? plantedBugKills : fullKills;
  const folder = await mkdtemp(join(tmpdir(), 'waitlist-deployment-'));
  const cluster = await openCluster(folder, plantedBug ? ['synchronous_commit=off'] : []);
  await cluster.start();
  const deployment = await startDeployment({ webs: 0, workers: 0 }, { DATABASE_URL: cluster.url });
  const webs = await startWebs([deployment.env, deployment.env]);
  try {
    const list = await deployment.makeWaitlist();
    const random = randomFrom(seed);
    const load = startLoad({ ...list, ...persistentClients, urls: webs.urls, seed });
    const recoveries: number[] = [];
    for (let kill = 1; kill <= kills; kill++) {
      deployment.progress.show(`Kill ${kill} of ${kills}, ${load.succeeded()} answers`);
      await sleep(500 + random() * 1_000);
      await cluster.kill();
      await sleep(random() * 500);
      await cluster.start();
      const upAt = performance.now();
      const before = load.succeeded();
      await until(async () => load.succeeded() > before, 30);
      recoveries.push(performance.now() - upAt);
    }
    await sleep(500);
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
      ...unless(
        slowest <= longestRecoveryMs,
        `the first success came ${slowest.toFixed(0)} ms after Postgres was up`,
      ),
    ];
    deployment.progress.end();
    const passed = report(
      {
        calls: load.seen.length,
        'answered with success': load.succeeded(),
        'answered with 503': failures.count,
        'longest 503, ms': failures.longestMs.toFixed(0),
        kills,
        'longest from Postgres up to a success, ms': slowest.toFixed(0),
      },
      wrong,
    );
    return plantedBug ? missedOne({ 'commits that are not on disk': lost }) : passed;
  } finally {
    await webs.stop();
    await deployment.close();
    await cluster.close();
    await rm(folder, { recursive: true, force: true });
  }
};
