import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { startDeployment } from '../../support/deployment/deployment.ts';
import { startFakeProvider } from '../../support/fakes/fake-provider.ts';
import { startMailSink } from '../../support/mail-sink.ts';
import { type OwnRedis, startOwnRedis } from '../../support/service/own-redis.ts';
import { until } from '../../support/until.ts';
import { type FaultRun, missedOne, report, unless } from '../fault-run.ts';
import { checkEffects, countPendingJobs, notifyOfJobs, storeJobs } from '../support/pending-jobs.ts';

/** A mail and an event each: 10,000 jobs a round. */
const accounts = 10;
const signups = 500;
const providerMs = 10;
const longestRecoverySeconds = 60;

const losses: Readonly<Record<string, (redis: OwnRedis) => Promise<void>>> = {
  async FLUSHALL({ url }) {
    const client = new Redis(url);
    await client.flushall();
    client.disconnect();
  },
  async 'kill -9, restarted empty'(redis) {
    await redis.kill();
    await redis.restart({ empty: true });
  },
};

/**
 * Redis loses all its data while two workers process 10,000 queued jobs (C1.15). No job is lost or done
 * twice, and all are done within a minute without a restart. With `plantedBug` the run deletes the jobs whose
 * notifications were lost.
 */
export const redisFlush: FaultRun = async ({ plantedBug }) => {
  const redis = await startOwnRedis();
  const sink = await startMailSink({ beforeAnswer: () => sleep(providerMs) });
  const receiver = await startFakeProvider(() => ({ status: 200 }), { delayMs: providerMs });
  const deployment = await startDeployment(
    { webs: 0, workers: 0 },
    { REDIS_URL: redis.url, MANAGED_EMAIL_URL: sink.url, OUTBOUND_ALLOW_HOSTS: '127.0.0.1' },
  );
  const { sql } = deployment;
  const workers = await Promise.all([1, 2].map(() => deployment.start('worker')));
  try {
    const seconds: Record<string, string> = {};
    const wrong: string[] = [];
    for (const [name, lose] of Object.entries(losses)) {
      deployment.progress.show(name);
      for (const worker of workers) worker.child.kill('SIGSTOP');
      const lists = await storeJobs(deployment, receiver, { accounts, signups });
      await notifyOfJobs(deployment, lists);
      for (const worker of workers) worker.child.kill('SIGCONT');
      await until(async () => (await countPendingJobs(sql)) < accounts * signups * 2 * 0.9, 60);
      await lose(redis);
      const lostAt = performance.now();
      if (plantedBug) await sql`DELETE FROM outbox WHERE claim_count = 0`;
      await until(async () => (await countPendingJobs(sql)) === 0, 180);
      const took = (performance.now() - lostAt) / 1_000;
      seconds[`seconds until all jobs were done, ${name}`] = took.toFixed(1);
      wrong.push(...unless(took <= longestRecoverySeconds, `${name}: the jobs took ${took.toFixed(0)} s`));
    }
    await Promise.all(workers.map((worker) => worker.stop()));
    deployment.progress.end();
    const done = await checkEffects(sql, sink.received, receiver);
    const passed = report({ ...done.figures, ...seconds }, [...done.wrong, ...wrong]);
    return plantedBug ? missedOne({ 'deleted jobs': done.wrong }) : passed;
  } finally {
    await deployment.close();
    await Promise.all([sink.close(), receiver.close()]);
    await redis.close();
  }
};
