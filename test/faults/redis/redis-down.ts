import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { startDeployment } from '../../support/deployment/deployment.ts';
import { startOwnRedis } from '../../support/service/own-redis.ts';
import { checkHistory } from '../../support/storm/check-history.ts';
import { checkMails } from '../../support/storm/check-mails.ts';
import { until } from '../../support/until.ts';
import { type FaultRun, missedOne, report, unless } from '../fault-run.ts';
import { countPendingJobs } from '../support/pending-jobs.ts';
import { quantileMs, startSteadySignups } from '../support/steady-signups.ts';

const perSecond = 50;
const calmSeconds = 25;
const suspendedSeconds = 60;
const killedSeconds = 20;
const mostSlowerMs = 50;
const longestRecoverySeconds = 60;

/**
 * Suspends Redis for a minute with its connections open, and kills it later, during steady signups (C1.15).
 * Every signup is answered with 201 as fast as before, and all mails are sent soon after Redis is back. With
 * `plantedBug` each call waits for Redis first.
 */
export const redisDown: FaultRun = async ({ plantedBug }) => {
  const redis = await startOwnRedis();
  const deployment = await startDeployment({ webs: 1, workers: 2 }, { REDIS_URL: redis.url });
  const { sql, sink, progress } = deployment;
  const client = new Redis(redis.url);
  client.on('error', () => {});
  try {
    const list = await deployment.makeWaitlist();
    const load = startSteadySignups(deployment.urls[0] ?? '', list, {
      perSecond,
      ...(plantedBug && { before: () => client.ping() }),
    });
    const phaseStarts = new Map<string, number>();
    async function runPhase(name: string, seconds: number): Promise<void> {
      progress.show(name);
      phaseStarts.set(name, performance.now());
      await sleep(seconds * 1_000);
    }
    await runPhase('warming up', 5);
    await runPhase('Redis runs', calmSeconds);
    redis.pause();
    await runPhase('Redis is suspended', suspendedSeconds);
    redis.resume();
    const resumed = performance.now();
    phaseStarts.set('Redis was resumed', resumed);
    // The backlog is done before the kill, so that its recovery is measured alone.
    await until(async () => (await countPendingJobs(sql)) < perSecond, 300);
    const recoveryOfPause = (performance.now() - resumed) / 1_000;
    await runPhase('Redis runs again', 5);
    await redis.kill();
    await runPhase('Redis is killed', killedSeconds);
    await redis.restart();
    const back = performance.now();
    phaseStarts.set('Redis was restarted', back);
    await load.stop();
    const backlog = await countPendingJobs(sql);
    await until(async () => (await countPendingJobs(sql)) === 0, 300);
    const recovery = (performance.now() - back) / 1_000;
    progress.end();

    const phases = [...phaseStarts].map(([name, start], index, all) => {
      const end = all[index + 1]?.[1] ?? Number.POSITIVE_INFINITY;
      return { name, calls: load.calls.filter(({ startedAt }) => startedAt >= start && startedAt < end) };
    });
    const p99Of = (name: string) =>
      quantileMs(phases.find((phase) => phase.name === name)?.calls ?? [], 0.99);
    const calm = p99Of('Redis runs');
    const failed = load.calls.filter(({ status }) => status !== 201);
    const slower = ['Redis is suspended', 'Redis is killed'].flatMap((name) =>
      unless(
        p99Of(name) <= calm + mostSlowerMs,
        `${name}: p99 is ${p99Of(name).toFixed(0)} ms, with Redis ${calm.toFixed(0)} ms`,
      ),
    );
    const wrong = [
      ...unless(failed.length === 0, `${failed.length} calls were not answered 201`),
      ...slower,
      ...unless(recoveryOfPause <= longestRecoverySeconds, `recovery took ${recoveryOfPause.toFixed(0)} s`),
      ...unless(recovery <= longestRecoverySeconds, `recovery took ${recovery.toFixed(0)} s`),
      ...(await checkHistory(sql, list.waitlist, { signups: load.calls, removals: [] })),
      ...(await checkMails(sql, list.waitlist, sink.received)),
    ];
    const passed = report(
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
        'pending jobs when Redis was back': backlog,
        'seconds until all jobs were done, after the pause and after the kill': `${recoveryOfPause.toFixed(1)} · ${recovery.toFixed(1)}`,
      },
      wrong,
    );
    return plantedBug ? missedOne({ 'calls that wait for Redis': slower }) : passed;
  } finally {
    client.disconnect();
    await deployment.close();
    await redis.close();
  }
};
