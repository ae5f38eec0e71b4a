import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { startDeployment } from '../../support/deployment/deployment.ts';
import { proxies } from '../../support/proxies/proxies.ts';
import { type RestartedWebs, startProxied, startReloaded } from '../../support/proxies/restarted-webs.ts';
import { checkHistory } from '../../support/storm/check-history.ts';
import { joinHistories, outcomeOf } from '../../support/storm/history.ts';
import { type FaultRun, missedOne, report } from '../fault-run.ts';
import { startLoad } from '../support/load.ts';
import { longestOf } from '../support/outage.ts';

const fullSize = 50_000;
const plantedBugSize = 12_000;
/** New connections, and requests on kept ones. */
const perSecond = { reconnecting: 200, keeping: 20 };
/** The pause before the next restart, in which the new process warms up. */
const settleMs = 1_000;

const ways: Readonly<Record<string, (env: NodeJS.ProcessEnv) => Promise<RestartedWebs>>> = {
  nginx: (env) => startProxied('nginx', env),
  haproxy: (env) => startProxied('haproxy', env),
  SIGHUP: startReloaded,
};

/**
 * Restarts web processes one after the other under 200 new connections a second, each with a signup: two
 * behind nginx, two behind HAProxy, and those of WEB_CONCURRENCY by SIGHUP. No call fails, until each way has
 * had 50,000 (`--size`). With `plantedBug` processes close their port at once.
 */
export const proxiedRestarts: FaultRun = async ({ plantedBug, seed, size }) => {
  for (const [name, proxy] of Object.entries(proxies)) {
    if ((await proxy.find()) !== undefined) continue;
    console.error(`${name} is not installed: restarts behind it are not tried`);
    return 'not tried';
  }
  const calls = size ?? (plantedBug ? plantedBugSize : fullSize);
  const preload = pathToFileURL('test/faults/support/close-at-once.js');
  const deployment = await startDeployment(
    { webs: 0, workers: 0 },
    plantedBug ? { NODE_OPTIONS: `--import ${preload}` } : {},
  );
  const passed: boolean[] = [];
  const found: Record<string, string[]> = {};
  try {
    for (const [name, start] of Object.entries(ways)) {
      const list = await deployment.makeWaitlist();
      await deployment.sql`UPDATE accounts SET managed_emails_per_month = 1000000 WHERE id = ${list.accountId}`;
      const webs = await start({ ...deployment.env, DRAIN_SECONDS: '2' });
      const target = { ...list, urls: [webs.url], repeats: 0.1, referrals: 0.1 };
      const started = performance.now();
      const loads = [
        startLoad({
          ...target,
          reconnects: true,
          concurrency: 64,
          perSecond: perSecond.reconnecting,
          seed,
        }),
        startLoad({ ...target, concurrency: 8, perSecond: perSecond.keeping, seed: (seed % 999) + 1 }),
      ];
      const [reconnecting] = loads;
      let restarts = 0;
      for (; (reconnecting?.seen.length ?? 0) < calls; restarts++) {
        deployment.progress.show(`${name}: ${reconnecting?.seen.length} of ${calls} calls`);
        await webs.restart();
        await sleep(settleMs);
      }
      const history = joinHistories(await Promise.all(loads.map((load) => load.stop())));
      const seconds = (performance.now() - started) / 1_000;
      await webs.close();
      deployment.progress.end();
      const seen = loads.flatMap((load) => load.seen);
      const failed = seen.filter((call) => outcomeOf(call) !== 'ok');
      const lines = [
        ...failed.map(
          ({ status, startedAt, endedAt }) =>
            `${name}: a call was answered with ${status} after ${(endedAt - startedAt).toFixed(0)} ms`,
        ),
        ...(await checkHistory(deployment.sql, list.waitlist, history)),
        ...webs.exits.filter((code) => code !== 0).map((code) => `${name}: a process exited with ${code}`),
      ];
      found[name] = lines;
      passed.push(
        report(
          {
            way: name,
            'calls with a new connection': reconnecting?.seen.length ?? 0,
            'calls on kept connections': seen.length - (reconnecting?.seen.length ?? 0),
            'calls that failed': failed.length,
            restarts,
            'calls a second': (seen.length / seconds).toFixed(0),
            'longest call, ms': longestOf(seen).toFixed(0),
          },
          lines,
        ),
      );
    }
  } finally {
    await deployment.close();
  }
  return plantedBug ? missedOne(found) : passed.every(Boolean);
};
