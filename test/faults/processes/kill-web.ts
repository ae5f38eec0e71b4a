import { setTimeout as sleep } from 'node:timers/promises';
import { startDeployment } from '../../support/deployment/deployment.ts';
import { setWebhook } from '../../support/deployment/operator.ts';
import { checkCounts } from '../../support/storm/check-counts.ts';
import { checkHistory } from '../../support/storm/check-history.ts';
import { outcomeOf } from '../../support/storm/history.ts';
import { randomFrom } from '../../support/storm/random.ts';
import { type FaultRun, missedOne, report, unless } from '../fault-run.ts';
import { persistentClients, startLoad } from '../support/load.ts';
import { startWebs } from '../support/web-processes.ts';

const inFull = { acknowledged: 100_000, kills: 50 };
const withPlantedBug = { acknowledged: 5_000, kills: 5 };
const longestSeconds = 300;

/**
 * Kills one of two web processes every 0.5 to 2 s and replaces it, under the load of 64 clients, which repeat
 * unanswered calls and sometimes delete a signup. With `plantedBug` the run deletes the newest rows after
 * each kill.
 */
export const killWeb: FaultRun = async ({ plantedBug, seed }) => {
  const { acknowledged, kills } = plantedBug ? withPlantedBug : inFull;
  const deployment = await startDeployment({ webs: 0, workers: 0 }, { OUTBOUND_ALLOW_HOSTS: '127.0.0.1' });
  const webs = await startWebs([deployment.env, deployment.env]);
  try {
    const list = await deployment.makeWaitlist();
    // Without a worker the events stay pending.
    await setWebhook(deployment, list.accountId, 'http://127.0.0.1:1');

    const random = randomFrom(seed);
    const load = startLoad({ ...list, ...persistentClients, urls: webs.urls, seed });
    const started = performance.now();
    for (let kill = 1; kill <= kills; kill++) {
      deployment.progress.show(`Kill ${kill} of ${kills}, ${load.succeeded()} answers`);
      await sleep(500 + random() * 1_500);
      await webs.replace(Math.floor(random() * webs.urls.length));
      if (plantedBug)
        await deployment.sql`
          DELETE FROM signups WHERE id IN (
            SELECT id FROM signups WHERE waitlist_id = ${list.waitlist} ORDER BY position DESC LIMIT 3)`;
    }
    while (load.succeeded() < acknowledged && performance.now() - started < longestSeconds * 1_000) {
      deployment.progress.show(`${load.succeeded()} of ${acknowledged} answers`);
      await sleep(100);
    }
    const history = await load.stop();
    const seconds = (performance.now() - started) / 1_000;
    deployment.progress.show('Checking');
    const unknown = load.seen.filter((call) => outcomeOf(call) === 'unknown');
    const lost = [
      ...(await checkHistory(deployment.sql, list.waitlist, history, { mailed: true, notified: true })),
      ...(await checkCounts(deployment.sql, webs.urls[0] ?? '', list)),
    ];
    const wrong = [
      ...lost,
      ...unless(load.succeeded() >= acknowledged, `only ${load.succeeded()} calls succeeded in time`),
    ];
    deployment.progress.end();
    const passed = report(
      {
        calls: load.seen.length,
        'answered with success': load.succeeded(),
        'without an answer, or a 5xx': unknown.length,
        removals: history.removals.filter(({ status }) => status === 204).length,
        kills,
        seconds: seconds.toFixed(1),
      },
      wrong,
    );
    return plantedBug ? missedOne({ 'deleted rows': lost }) : passed;
  } finally {
    await webs.stop();
    await deployment.close();
  }
};
