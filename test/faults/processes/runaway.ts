import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { startDeployment } from '../../support/deployment/deployment.ts';
import type { ServiceProcess } from '../../support/service/processes.ts';
import { until } from '../../support/until.ts';
import { type FaultRun, missedOne, report, unless } from '../fault-run.ts';
import { startSteadySignups } from '../support/steady-signups.ts';
import { type Attack, attacksOf } from './runaway/attacks.ts';
import { jobsOf } from './runaway/jobs.ts';
import { type Effect, startWatch } from './runaway/watch.ts';
import { makeWorld } from './runaway/world.ts';

const perSecond = 40;
/** Longer than the pauses of what processes do by themselves. */
const calmMs = 65_000;
const calmMsWithPlantedBug = 10_000;
const atOnce = 20;
const leavesAfterMs = 100;
const jobSeconds = 120;
/** A busy moment of the machine is no fault of the service: what is slow must be so each time. */
const usualTries = 3;

const longestStretchMs = 50;
/** Times the p99 of signups alone, or this long where that is shorter. */
const timesP99 = 2;
const p99FloorMs = 40;
const leftCpuMs = 150;

const preloaded = (name: string) => `--import=${pathToFileURL(`test/faults/support/${name}`).href}`;

/**
 * Asks for the costliest reads, drafts and uploads on the worst data that is allowed, twenty at once by a
 * client that leaves after 100 ms, and runs each heavy job. Meanwhile signups of another account stay within
 * twice their p99, no event loop stands still for over 50 ms, and a second later neither a query nor CPU of
 * it is left. What fails counts only if it fails three times, or as often as `size` says. With `plantedBug`
 * requests do what each of these checks must notice.
 */
export const runaway: FaultRun = async ({ plantedBug, size: tries = usualTries, only = '' }) => {
  const deployment = await startDeployment({ webs: 0, workers: 0 }, { OUTBOUND_ALLOW_HOSTS: '127.0.0.1' });
  const { progress, dataDir, sql } = deployment;
  const loopLog = join(dataDir, 'stretches');
  await writeFile(loopLog, '');
  try {
    const start = (kind: 'web' | 'worker', ...modules: string[]) =>
      deployment.start(kind, {
        LOOP_LOG: loopLog,
        NODE_OPTIONS: ['watch-loop.js', ...modules].map(preloaded).join(' '),
      });
    const web = await start('web', ...(plantedBug ? ['plant-bugs.js'] : []));
    const worker = await start('worker');
    const world = await makeWorld(deployment, web.url);
    const neighbour = await deployment.makeWaitlist();
    const signups = startSteadySignups(web.url, neighbour, { perSecond });
    progress.show('Signing up without anything else');
    const watch = await startWatch(
      sql,
      [web, worker],
      loopLog,
      signups,
      plantedBug ? calmMsWithPlantedBug : calmMs,
    );

    const attacker = startAttacker(web.url);
    const failed: Record<string, string[]> = {};
    const lines: string[] = [];
    const slowest = { stretch: 0, p99: 0, cpu: 0 };
    /** Tries until all holds. @returns what did not hold in any try */
    async function judge(
      name: string,
      again: number,
      work: () => Promise<void>,
      prepare = async () => {},
    ): Promise<void> {
      let wrong: string[] = [];
      for (let turn = 0; turn < again; turn++) {
        await prepare();
        const effect = await watch.during(work);
        const found = problemsOf(effect, watch.calmP99());
        const kinds = new Set(found.map(kindOf));
        wrong = turn === 0 ? found : wrong.filter((text) => kinds.has(kindOf(text)));
        if (wrong.length > 0) continue;
        slowest.stretch = Math.max(slowest.stretch, effect.stretch);
        slowest.p99 = Math.max(slowest.p99, effect.p99);
        slowest.cpu = Math.max(slowest.cpu, effect.cpu);
        return;
      }
      failed[name] = wrong;
      lines.push(...wrong.map((text) => `${name}: ${text}`));
    }

    const attacks = plantedBug ? plants : attacksOf(world).filter(({ name }) => new RegExp(only).test(name));
    for (const [at, attack] of attacks.entries()) {
      progress.show(`${at + 1} of ${attacks.length}, ${lines.length} problems: ${attack.name}`);
      const status = await readOnce(web.url, attack);
      if (status !== (attack.status ?? 200) && !plantedBug)
        lines.push(`${attack.name}: answered with ${status} ${lastError(web)}`);
      await judge(attack.name, plantedBug ? 1 : tries, async () => {
        await attacker.attack(attack);
        if (attack.goesOn) await world.untilIdle();
      }).catch((error) => lines.push(`${attack.name}: ${error}`));
      if (attack.name.startsWith('POST waves')) await world.cancelDrafts();
    }
    const jobs = plantedBug ? [] : jobsOf(world).filter(({ name }) => new RegExp(only).test(name));
    for (const [at, job] of jobs.entries()) {
      progress.show(`Job ${at + 1} of ${jobs.length}, ${lines.length} problems: ${job.name}`);
      try {
        const work = async () => {
          await job.start();
          await until(job.isDone, jobSeconds);
          await world.untilIdle();
        };
        await judge(job.name, tries, work, job.prepare);
      } catch (error) {
        lines.push(`${job.name}: ${error}`);
      }
    }
    await Promise.all([signups.stop(), attacker.close()]);
    progress.end();
    const passed = report(
      {
        requests: attacks.length * atOnce,
        jobs: jobs.length,
        'signups meanwhile': signups.calls.length,
        'p99 ms alone': Math.round(watch.calmP99()),
        'largest p99 ms that passed': Math.round(slowest.p99),
        'longest stretch ms that passed': Math.round(slowest.stretch),
        'most CPU ms after, that passed': Math.round(slowest.cpu),
      },
      [
        ...lines,
        ...unless(
          signups.calls.every(({ status }) => status === 201),
          'a signup of the neighbour was not answered 201',
        ),
      ],
    );
    for (const line of lines.slice(10)) console.error(line);
    const noticed = (name: string, kind: string) =>
      (failed[name] ?? []).filter((text) => text.startsWith(kind));
    return plantedBug
      ? missedOne({
          'a stretch of 90 ms': noticed('block', 'stretch'),
          'a delay of others': noticed('block', 'signups'),
          'queries after the caller has left': noticed('queries', 'queries'),
          'work after the caller has left': noticed('slices', 'CPU'),
        })
      : passed;
  } finally {
    await deployment.close();
  }
};

const plants: readonly Attack[] = ['block', 'queries', 'slices'].map((name) => ({
  name,
  path: `/healthz?plant=${name}`,
  init: {},
}));

/**
 * What a problem is about: its first word, and which statement was left. The neighbour's own mails may have a
 * statement that is seldom seen, but not a second after each try.
 */
const kindOf = (problem: string) => (problem.startsWith('queries') ? problem : problem.replace(/ .*/, ''));

function problemsOf({ stretch, p99, queries, cpu }: Effect, calm: number): string[] {
  return [
    ...unless(stretch <= longestStretchMs, `stretch of ${Math.round(stretch)} ms`),
    ...unless(
      p99 <= Math.max(p99FloorMs, timesP99 * calm),
      `signups took ${Math.round(p99)} instead of ${Math.round(calm)} ms (p99)`,
    ),
    ...queries.map((query) => `queries a second later: ${query}`),
    ...unless(cpu <= leftCpuMs, `CPU of ${Math.round(cpu)} ms in the second after`),
  ];
}

/** The last error that a process logged, for a status that nobody expects. */
const lastError = ({ log }: ServiceProcess): string =>
  JSON.stringify(log.findLast(({ level }) => Number(level) >= 50)?.err ?? '');

/** @returns the status of an answer that is awaited for at most 10 s; 0 for none */
async function readOnce(url: string, { path, init }: Attack): Promise<number> {
  try {
    const response = await fetch(`${url}${path}`, {
      ...init,
      redirect: 'manual',
      signal: AbortSignal.timeout(10_000),
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}

/**
 * Sends requests twenty times, and leaves all of them before most can be answered. In a thread: what the
 * answers cost a client is no delay of the neighbour, whose signups are timed here.
 */
function startAttacker(url: string): { attack(attack: Attack): Promise<void>; close(): Promise<unknown> } {
  const thread = new Worker(new URL('../support/attacker.js', import.meta.url));
  return {
    async attack({ path, init }) {
      const left = once(thread, 'message');
      thread.postMessage({ url: `${url}${path}`, init, atOnce, leavesAfterMs });
      await left;
    },
    close: () => thread.terminate(),
  };
}
