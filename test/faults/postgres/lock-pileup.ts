import { setTimeout as sleep } from 'node:timers/promises';
import { startDeployment } from '../../support/deployment/deployment.ts';
import { checkHistory } from '../../support/storm/check-history.ts';
import { outcomeOf } from '../../support/storm/history.ts';
import { type FaultRun, missedOne, report, unless } from '../fault-run.ts';
import { startLoad } from '../support/load.ts';
import { checkFailures, failuresOf, longestOf } from '../support/outage.ts';
import { startWebs } from '../support/web-processes.ts';

const heldMs = 30_000;
const longestRequestMs = 6_000;
const longestRecoveryMs = 1_000;
/** A signup that shares a batch with one of the held list waits, once, for that batch and a scheduler. */
const longestElsewhereMs = 4_000;
/** After that time the lists are kept apart, and the others go as fast as ever. */
const settledAfterMs = 3_000;
const longestSettledMs = 2_000;

/**
 * Somebody holds the counter row of one list for 30 s, while signups come in for that list and for two others. With `plantedBug` it is
 * held of another list as well, for a while.
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
    const hold = (waitlist: string, ms: number, onHeld = () => {}) =>
      deployment.sql.begin(async (tx) => {
        await tx`SET LOCAL idle_in_transaction_session_timeout = 0`;
        await tx`SELECT 1 FROM waitlist_counters WHERE waitlist_id = ${waitlist} FOR UPDATE`;
        onHeld();
        await sleep(ms);
      });
    await sleep(2_000);
    let heldAt = performance.now();
    deployment.progress.show('The counter row is held');
    await Promise.all([
      hold(lists[0].waitlist, heldMs, () => {
        heldAt = performance.now();
      }),
      ...(plantedBug ? [sleep(5_000).then(() => hold(lists[1].waitlist, 5_000))] : []),
    ]);
    const freeAt = performance.now();
    await sleep(3_000);
    const histories = await Promise.all(loads.map((load) => load.stop()));
    deployment.progress.end();

    const [held = [], ...others] = loads.map(({ seen }) => seen);
    const elsewhere = others.flat();
    const settled = elsewhere.filter(({ startedAt }) => startedAt > heldAt + settledAfterMs);
    const stored = held.filter(
      (call) => outcomeOf(call) === 'ok' && call.startedAt > heldAt && call.endedAt < freeAt,
    );
    const firstFree = held.find((call) => outcomeOf(call) === 'ok' && call.endedAt >= freeAt);
    const recovery = (firstFree?.endedAt ?? Number.POSITIVE_INFINITY) - freeAt;
    const failures = failuresOf(held);
    const heldUp = [
      ...unless(
        failuresOf(elsewhere).count === 0,
        `${failuresOf(elsewhere).count} calls for other lists failed`,
      ),
      ...unless(
        longestOf(elsewhere) <= longestElsewhereMs,
        `a call for another list took ${longestOf(elsewhere).toFixed(0)} ms`,
      ),
      ...unless(
        longestOf(settled) <= longestSettledMs,
        `${settledAfterMs} ms later one still took ${longestOf(settled).toFixed(0)} ms`,
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
      ...checkFailures(held, longestRequestMs),
      ...unless(failures.count > 0 && stored.length === 0, 'the list was not held'),
      ...unless(longestOf(held) <= longestRequestMs, `a request took ${longestOf(held).toFixed(0)} ms`),
      ...heldUp,
      ...unless(
        recovery <= longestRecoveryMs,
        `the first success came ${recovery.toFixed(0)} ms after it was free`,
      ),
    ];
    const allHeld = report(
      {
        'calls for the held list': held.length,
        'of them 503': failures.count,
        'longest of them, ms': longestOf(held).toFixed(0),
        'calls for other lists': elsewhere.length,
        'of them failed': failuresOf(elsewhere).count,
        'longest of them, ms ': longestOf(elsewhere).toFixed(0),
        'longest of them 3 s later, ms': longestOf(settled).toFixed(0),
        'from free to a success, ms': recovery.toFixed(0),
      },
      wrong,
    );
    return plantedBug ? missedOne({ 'another list that is held': heldUp }) : allHeld;
  } finally {
    await webs.stop();
    await deployment.close();
  }
};
