import { execFile } from 'node:child_process';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { openCluster } from '../../support/deployment/cluster.ts';
import { startDeployment } from '../../support/deployment/deployment.ts';
import { checkCounts } from '../../support/storm/check-counts.ts';
import { checkHistory } from '../../support/storm/check-history.ts';
import { outcomeOf } from '../../support/storm/history.ts';
import { until } from '../../support/until.ts';
import { type FaultRun, missedOne, report, unless } from '../fault-run.ts';
import { startLoad } from '../support/load.ts';
import { checkFailures, failuresOf } from '../support/outage.ts';
import { startWebs } from '../support/web-processes.ts';

const run = promisify(execFile);
const diskMb = 200;
const fullMs = 20_000;
const longestFailureMs = 6_000;
const longestRecoveryMs = 10_000;
const longestUntilUnreadyMs = 5_000;

/**
 * Fills the 200 MB disk of Postgres for 20 s under load. Restarts Postgres every second while it is down, as
 * a supervisor in production would. Needs root to mount the disk. With `plantedBug` the run deletes rows
 * meanwhile.
 */
export const diskFull: FaultRun = async ({ plantedBug, seed }) => {
  if (process.getuid?.() !== 0) {
    console.log('not tried: only root can mount a small disk');
    return 'not tried';
  }
  const folder = await mkdtemp(join(tmpdir(), 'waitlist-deployment-'));
  await run('mount', ['-t', 'tmpfs', '-o', `size=${diskMb}m,mode=0700`, 'tmpfs', folder]);
  const cluster = await openCluster(folder, ['max_wal_size=48MB', 'min_wal_size=32MB', 'wal_keep_size=0']);
  await cluster.start();
  const deployment = await startDeployment({ webs: 0, workers: 0 }, { DATABASE_URL: cluster.url });
  const webs = await startWebs([deployment.env, deployment.env]);
  try {
    const list = await deployment.makeWaitlist();
    const load = startLoad({
      ...list,
      urls: webs.urls,
      concurrency: 32,
      repeats: 0.05,
      referrals: 0.05,
      perSecond: 400,
      retry: true,
      seed,
    });
    await sleep(2_000);
    const ballast = join(folder, 'ballast');
    await fillUp(ballast);
    deployment.progress.show('The disk is full');
    const fullAt = performance.now();
    const seenBefore = load.seen.length;
    let unreadyAt: number | undefined;
    let exits = 0;
    while (performance.now() - fullAt < fullMs) {
      const ready = await Promise.all(webs.urls.map((url) => fetch(`${url}/readyz`)));
      if (ready.some(({ status }) => status !== 200)) unreadyAt ??= performance.now();
      await fillUp(ballast); // also what Postgres has freed
      if (!cluster.isRunning()) {
        exits += 1;
        await sleep(1_000);
        await cluster.start().catch(() => {});
      }
      await sleep(100);
    }
    const failedAt = load.seen.slice(seenBefore).find((call) => outcomeOf(call) === 'unknown')?.endedAt;
    if (plantedBug) await deployment.sql`DELETE FROM signups WHERE position <= 3`.catch(() => {});
    await rm(ballast);
    deployment.progress.show('The disk has space again');
    const freedAt = performance.now();
    while (!cluster.isRunning()) await cluster.start().catch(() => sleep(500));
    const before = load.succeeded();
    await until(async () => load.succeeded() > before, 60);
    const recovery = performance.now() - freedAt;
    if (plantedBug) await deployment.sql`DELETE FROM signups WHERE position <= 3`;
    await sleep(2_000);
    const history = await load.stop();
    deployment.progress.show('Checking');
    const failures = failuresOf(load.seen);
    const lost = [
      ...(await checkHistory(deployment.sql, list.waitlist, history)),
      ...(await checkCounts(deployment.sql, webs.urls[0] ?? '', list)),
    ];
    const wrong = [
      ...lost,
      ...checkFailures(load.seen, longestFailureMs),
      ...unless(failures.count > 0, 'no call failed: the disk was not full'),
      ...unless(
        recovery <= longestRecoveryMs,
        `the first success came ${recovery.toFixed(0)} ms after the disk had space`,
      ),
      ...unless(
        unreadyAt !== undefined && unreadyAt - fullAt <= longestUntilUnreadyMs,
        unreadyAt === undefined
          ? 'no process became unready'
          : `a process became unready ${(unreadyAt - fullAt).toFixed(0)} ms after the disk was full`,
      ),
    ];
    deployment.progress.end();
    const since = (at: number | undefined) => (at === undefined ? 'never' : (at - fullAt).toFixed(0));
    const passed = report(
      {
        calls: load.seen.length,
        'answered with success': load.succeeded(),
        'answered with 503 or 500': failures.count,
        'longest failure, ms': failures.longestMs.toFixed(0),
        'from the full disk to the first failure, ms': since(failedAt),
        'from the full disk to an unready process, ms': since(unreadyAt),
        'exits of Postgres': exits,
        'from free space to a success, ms': recovery.toFixed(0),
      },
      wrong,
    );
    return plantedBug ? missedOne({ 'deleted rows': lost }) : passed;
  } finally {
    await webs.stop();
    await deployment.close();
    await cluster.close();
    await run('umount', [folder]);
    await rm(folder, { recursive: true, force: true });
  }
};

/** Appends to a file until the disk is full. */
async function fillUp(path: string): Promise<void> {
  const file = await open(path, 'a');
  const block = Buffer.alloc(64 * 1024);
  try {
    for (;;) await file.write(block);
  } catch {
    // full
  } finally {
    await file.close();
  }
}
