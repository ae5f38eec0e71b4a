import { setTimeout as sleep } from 'node:timers/promises';
import { keyPrefix } from '../../../src/shared/platform/redis/redis.ts';
import { startDeployment } from '../../support/deployment/deployment.ts';
import { setWebhook } from '../../support/deployment/operator.ts';
import { startFakeProvider } from '../../support/fakes/fake-provider.ts';
import { startMailSink } from '../../support/mail-sink.ts';
import { makeAccount } from '../../support/service/make.ts';
import {
  type RedisGroup,
  startRedisCluster,
  startRedisSentinels,
} from '../../support/service/redis-group.ts';
import { checkHistory } from '../../support/storm/check-history.ts';
import { until } from '../../support/until.ts';
import { type FaultRun, missedOne, report, unless } from '../fault-run.ts';
import { checkEffects, countPendingJobs } from '../support/pending-jobs.ts';
import { quantileMs, startSteadySignups } from '../support/steady-signups.ts';

/** One account's log of deliveries keeps 1,000, and all are counted. */
const accounts = 5;
const perSecondOfEach = 10;
const calmMs = 5_000;
/** How long a server without a replica is away. */
const awayMs = 15_000;
const longestRecoverySeconds = 60;
const requestsPerMinute = 100;

/** Until the next minute of this machine's clock, which its Redis servers share. */
const nextMinute = () => sleep(60_050 - (Date.now() % 60_000));

/**
 * A Redis Cluster of six servers. The primary of the queues is killed, and one that counts limits is
 * suspended.
 */
export const redisCluster: FaultRun = ({ plantedBug }) => run(() => startRedisCluster(1), plantedBug);

/**
 * A Redis Cluster of three servers, without replicas: one is killed and started again, one suspended.
 * Meanwhile there is no Redis.
 */
export const redisClusterOfThree: FaultRun = ({ plantedBug }) => run(() => startRedisCluster(0), plantedBug);

/** A primary with two replicas and three sentinels. The primary is killed, its successor suspended. */
export const redisSentinel: FaultRun = ({ plantedBug }) => run(() => startRedisSentinels(), plantedBug);

/**
 * Two primaries in turn go away under load, and others take over, or they come back (C1.15). Every signup is
 * answered with 201 and causes one mail and one event. Limits hold: exactly while Redis is whole, and for
 * each process while it is not. With `plantedBug` the jobs are deleted that nobody has begun when the first
 * one goes.
 */
async function run(startGroup: () => Promise<RedisGroup>, plantedBug: boolean): Promise<boolean> {
  const redis = await startGroup();
  const sink = await startMailSink();
  const receiver = await startFakeProvider(() => ({ status: 200 }));
  const deployment = await startDeployment(
    { webs: 2, workers: 2 },
    { ...redis.env, MANAGED_EMAIL_URL: sink.url, OUTBOUND_ALLOW_HOSTS: '127.0.0.1' },
  );
  const { sql, progress, urls } = deployment;
  try {
    const lists = await Promise.all(Array.from({ length: accounts }, () => deployment.makeWaitlist()));
    for (const { accountId } of lists) await setWebhook(deployment, accountId, receiver.url);
    const limited = await makeAccount(sql, { requestsPerMinute });
    const window = `limit:${limited.accountId}`;
    /** Calls both web processes in turn. @returns how many were let through */
    const countAccepted = async (): Promise<number> => {
      let accepted = 0;
      for (let call = 0; call < 3 * requestsPerMinute; call++) {
        const response = await fetch(`${urls[call % urls.length]}/v1/account`, {
          headers: { authorization: `Bearer ${limited.key}` },
        });
        if (response.status === 200) accepted += 1;
        else if (response.status !== 429) wrong.push(`a call of the limited account got ${response.status}`);
      }
      return accepted;
    };
    const wrong: string[] = [];

    progress.show('Redis is whole');
    await nextMinute();
    const whole = await countAccepted();
    wrong.push(
      ...unless(whole === requestsPerMinute, `${whole} of ${requestsPerMinute} calls were let through`),
    );

    const loads = lists.map((list, index) =>
      startSteadySignups(urls[index % urls.length] ?? '', list, { perSecond: perSecondOfEach }),
    );
    await sleep(calmMs);
    const queues = await redis.primaryOf(keyPrefix);
    progress.show('The primary of the queues is killed');
    await redis.kill(queues);
    const killedAt = performance.now();
    if (plantedBug) {
      await until(async () => (await countPendingJobs(sql)) > 0, 30);
      await sql`DELETE FROM outbox WHERE claim_count = 0`;
    }
    await (redis.hasReplicas ? redis.waitForSuccessor(keyPrefix, queues) : sleep(awayMs));
    const failoverSeconds = (performance.now() - killedAt) / 1_000;
    if (redis.hasReplicas) await sleep(calmMs);
    await redis.restart(queues);
    await sleep(calmMs);

    const limits = await redis.primaryOf(window);
    progress.show('The primary that counts the account’s calls is suspended');
    await nextMinute();
    redis.pause(limits);
    const pausedAt = performance.now();
    const paused = await countAccepted();
    // Each process by itself, and the successor anew.
    const mostPaused = requestsPerMinute * (urls.length + 1);
    wrong.push(...unless(paused <= mostPaused, `${paused} calls were let through while Redis was away`));
    await (redis.hasReplicas ? redis.waitForSuccessor(window, limits) : sleep(awayMs));
    await sleep(calmMs);
    redis.resume(limits);
    await sleep(calmMs);
    await Promise.all(loads.map((load) => load.stop()));
    const calls = loads.flatMap((load) => load.calls);
    const stoppedAt = performance.now();
    await until(async () => (await countPendingJobs(sql)) === 0, 180);
    const recovery = (performance.now() - stoppedAt) / 1_000;

    progress.show('Redis is whole again');
    await nextMinute();
    const again = await countAccepted();
    progress.end();
    const after = (ms: number) => calls.filter(({ startedAt }) => startedAt >= ms && startedAt < ms + 10_000);
    const failed = calls.filter(({ status }) => status !== 201);
    const histories = await Promise.all(
      lists.map(({ waitlist }, index) =>
        checkHistory(sql, waitlist, { signups: loads[index]?.calls ?? [], removals: [] }),
      ),
    );
    const done = await checkEffects(sql, sink.received, receiver);
    const passed = report(
      {
        signups: calls.length,
        'answers other than 201': failed.length,
        ...done.figures,
        'seconds until the queues had a primary again': failoverSeconds.toFixed(1),
        'signups p50 · p99 ms, all': [0.5, 0.99]
          .map((share) => quantileMs(calls, share).toFixed(1))
          .join(' · '),
        'signups p99 ms, 10 s after the kill · the pause': [killedAt, pausedAt]
          .map((at) => quantileMs(after(at), 0.99).toFixed(1))
          .join(' · '),
        'seconds until all jobs were done': recovery.toFixed(1),
        [`calls of ${requestsPerMinute} a minute let through: whole · one suspended · whole again`]: `${whole} · ${paused} · ${again}`,
      },
      [
        ...done.wrong,
        ...wrong,
        ...unless(
          failed.length === 0,
          `${failed.length} signups were not answered 201, one with ${failed[0]?.status}`,
        ),
        ...unless(again === requestsPerMinute, `${again} calls were let through once Redis was whole again`),
        ...unless(recovery <= longestRecoverySeconds, `the last jobs took ${recovery.toFixed(0)} s`),
        ...histories.flat(),
      ],
    );
    return plantedBug ? missedOne({ 'deleted jobs': done.wrong }) : passed;
  } finally {
    await deployment.close();
    await Promise.all([sink.close(), receiver.close()]);
    await redis.close();
  }
}
