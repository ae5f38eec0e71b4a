import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { startDeployment } from '../../support/deployment/deployment.ts';
import { startOwnRedis } from '../../support/service/own-redis.ts';
import { checkHistory } from '../../support/storm/check-history.ts';
import { checkMails } from '../../support/storm/check-mails.ts';
import { until } from '../../support/until.ts';
import { type FaultRun, missedOne, report, unless } from '../fault-run.ts';
import { countOwed } from '../support/pending-jobs.ts';
import { quantileMs, startSteadySignups } from '../support/steady-signups.ts';

const perSecond = 50;
const calmSeconds = 25;
const stoppedSeconds = 60;
const killedSeconds = 20;
const mostSlowerMs = 50;
const longestRecoverySeconds = 60;

/**
 * Redis stands still for a minute with its connections open, and later is killed, while people sign up (C1.15): every signup is answered
 * 201 and as fast as before, and all mails are sent soon after Redis is back. With `plantedBug` each call asks Redis before it is sent,
 * as a service would that waits for it: the harness must notice.
 */
export const redisDown: FaultRun = async ({ plantedBug }) => {
  const redis = await startOwnRedis();
  const deployment = await startDeployment({ webs: 1, workers: 2 }, { REDIS_URL: redis.url });
  const { sql, sink, progress } = deployment;
  const asked = new Redis(redis.url);
  asked.on('error', () => {});
  try {
    const list = await deployment.makeWaitlist();
    const load = startSteadySignups(deployment.urls[0] ?? '', list, {
      perSecond,
      ...(plantedBug && { before: () => asked.ping() }),
    });
    const from = new Map<string, number>();
    async function spend(name: string, seconds: number): Promise<void> {
      progress.show(name);
      from.set(name, performance.now());
      await sleep(seconds * 1_000);
    }
    await spend('warming up', 5);
    await spend('Redis is there', calmSeconds);
    redis.pause();
    await spend('Redis stands still', stoppedSeconds);
    redis.resume();
    const resumed = performance.now();
    from.set('Redis is back', resumed);
    // What is behind is worked off before more harm is done, or its work would be taken for that of the kill.
    await until(async () => (await countOwed(sql)) < perSecond, 300);
    const recoveryOfStop = (performance.now() - resumed) / 1_000;
    await spend('Redis is there, again', 5);
    await redis.kill();
    await spend('Redis is killed', killedSeconds);
    await redis.restart();
    const back = performance.now();
    from.set('Redis is there again', back);
    await load.stop();
    const behind = await countOwed(sql);
    await until(async () => (await countOwed(sql)) === 0, 300);
    const recovery = (performance.now() - back) / 1_000;
    progress.end();

    const phases = [...from].map(([name, start], index, all) => {
      const end = all[index + 1]?.[1] ?? Number.POSITIVE_INFINITY;
      return { name, calls: load.calls.filter(({ startedAt }) => startedAt >= start && startedAt < end) };
    });
    const p99Of = (name: string) =>
      quantileMs(phases.find((phase) => phase.name === name)?.calls ?? [], 0.99);
    const calm = p99Of('Redis is there');
    const failed = load.calls.filter(({ status }) => status !== 201);
    const slower = ['Redis stands still', 'Redis is killed'].flatMap((name) =>
      unless(
        p99Of(name) <= calm + mostSlowerMs,
        `${name}: p99 is ${p99Of(name).toFixed(0)} ms, ${calm.toFixed(0)} ms before`,
      ),
    );
    const wrong = [
      ...unless(failed.length === 0, `${failed.length} calls were not answered 201`),
      ...slower,
      ...unless(recoveryOfStop <= longestRecoverySeconds, `recovery took ${recoveryOfStop.toFixed(0)} s`),
      ...unless(recovery <= longestRecoverySeconds, `recovery took ${recovery.toFixed(0)} s`),
      ...(await checkHistory(sql, list.waitlist, { signups: load.calls, removals: [] })),
      ...(await checkMails(sql, list.waitlist, sink.received)),
    ];
    const held = report(
      {
        signups: load.calls.length,
        'answers other than 201': failed.length,
        ...Object.fromEntries(
          phases
            .filter(({ calls }) => calls.length > 100)
            .map(({ name, calls }) => [
              `${name}: p50, p99, longest ms`,
              [0.5, 0.99, 0.99999].map((share) => quantileMs(calls, share).toFixed(1)).join(' · '),
            ]),
        ),
        'jobs behind when Redis was back': behind,
        'seconds until all was done, after the stop and after the kill': `${recoveryOfStop.toFixed(1)} · ${recovery.toFixed(1)}`,
      },
      wrong,
    );
    return plantedBug ? missedOne({ 'calls that wait for Redis': slower }) : held;
  } finally {
    asked.disconnect();
    await deployment.close();
    await redis.close();
  }
};
