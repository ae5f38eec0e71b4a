import { setTimeout as sleep } from 'node:timers/promises';
import { startDeployment } from '../../support/deployment/deployment.ts';
import { checkHistory } from '../../support/storm/check-history.ts';
import { outcomeOf } from '../../support/storm/history.ts';
import { type FaultRun, missedOne, report, unless } from '../fault-run.ts';
import { startLoad } from '../support/load.ts';
import { checkFailures, failuresOf, longestOf } from '../support/outage.ts';
import { startWebs } from '../support/web-processes.ts';

const lockedMs = 30_000;
const longestRequestMs = 6_000;
const longestRecoveryMs = 1_000;
/** A signup that shares a batch with the locked list waits once, until that batch fails. */
const longestOtherMs = 4_000;
/** Then the locked list is isolated, and the other lists are as fast as before. */
const isolatedAfterMs = 3_000;
const longestIsolatedMs = 2_000;

/**
 * Locks the counter row of one list for 30 s during signups for that list and two others. With `plantedBug`
 * the row of another list is locked for a while too.
 */
export const lockPileup: FaultRun = async ({ plantedBug, seed }) => {
  const deployment = await startDeployment({ webs: 0, workers: 0 });
  const webs = await startWebs([deployment.env, deployment.env]);
  try {
    const lists = [
      await deployment.makeWaitlist(),
      await deployment.makeWaitlist(),
      await deployment.makeWaitlist(),
    ] as const;
    const loads = lists.map((list, index) =>
      startLoad({
        ...list,
        urls: webs.urls,
        concurrency: 200,
        repeats: 0.05,
        referrals: 0.05,
        perSecond: 60,
        seed: seed + index,
      }),
    );
    const lock = (waitlist: string, ms: number, onLocked = () => {}) =>
      deployment.sql.begin(async (tx) => {
        await tx`SET LOCAL idle_in_transaction_session_timeout = 0`;
        await tx`SELECT 1 FROM waitlist_counters WHERE waitlist_id = ${waitlist} FOR UPDATE`;
        onLocked();
        await sleep(ms);
      });
    await sleep(2_000);
    let lockedAt = performance.now();
    deployment.progress.show('The counter row is locked');
    await Promise.all([
      lock(lists[0].waitlist, lockedMs, () => {
        lockedAt = performance.now();
      }),
      ...(plantedBug ? [sleep(5_000).then(() => lock(lists[1].waitlist, 5_000))] : []),
    ]);
    const unlockedAt = performance.now();
    await sleep(3_000);
    const histories = await Promise.all(loads.map((load) => load.stop()));
    deployment.progress.end();

    const [ofLocked = [], ...others] = loads.map(({ seen }) => seen);
    const ofOthers = others.flat();
    const isolated = ofOthers.filter(({ startedAt }) => startedAt > lockedAt + isolatedAfterMs);
    const stored = ofLocked.filter(
      (call) => outcomeOf(call) === 'ok' && call.startedAt > lockedAt && call.endedAt < unlockedAt,
    );
    const firstStored = ofLocked.find((call) => outcomeOf(call) === 'ok' && call.endedAt >= unlockedAt);
    const recovery = (firstStored?.endedAt ?? Number.POSITIVE_INFINITY) - unlockedAt;
    const failures = failuresOf(ofLocked);
    const delays = [
      ...unless(
        failuresOf(ofOthers).count === 0,
        `${failuresOf(ofOthers).count} calls for other lists failed`,
      ),
      ...unless(
        longestOf(ofOthers) <= longestOtherMs,
        `a call for another list took ${longestOf(ofOthers).toFixed(0)} ms`,
      ),
      ...unless(
        longestOf(isolated) <= longestIsolatedMs,
        `after ${isolatedAfterMs} ms a call for another list still took ${longestOf(isolated).toFixed(0)} ms`,
      ),
    ];
    const wrong = [
      ...(
        await Promise.all(
          histories.map((history, index) =>
            checkHistory(deployment.sql, lists[index]?.waitlist ?? '', history),
          ),
        )
      ).flat(),
      ...checkFailures(ofLocked, longestRequestMs),
      ...unless(failures.count > 0 && stored.length === 0, 'the list was not locked'),
      ...unless(
        longestOf(ofLocked) <= longestRequestMs,
        `a request took ${longestOf(ofLocked).toFixed(0)} ms`,
      ),
      ...delays,
      ...unless(
        recovery <= longestRecoveryMs,
        `the first success came ${recovery.toFixed(0)} ms after the lock was released`,
      ),
    ];
    const passed = report(
      {
        'calls for the locked list': ofLocked.length,
        'of them 503': failures.count,
        'longest of them, ms': longestOf(ofLocked).toFixed(0),
        'calls for other lists': ofOthers.length,
        'of them failed': failuresOf(ofOthers).count,
        'longest of them, ms ': longestOf(ofOthers).toFixed(0),
        'longest of them after 3 s, ms': longestOf(isolated).toFixed(0),
        'from the released lock to a success, ms': recovery.toFixed(0),
      },
      wrong,
    );
    return plantedBug ? missedOne({ 'another locked list': delays }) : passed;
  } finally {
    await webs.stop();
    await deployment.close();
  }
};
