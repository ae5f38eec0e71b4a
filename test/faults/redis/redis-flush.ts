import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { startDeployment } from '../../support/deployment/deployment.ts';
import { startFakeProvider } from '../../support/fakes/fake-provider.ts';
import { startMailSink } from '../../support/mail-sink.ts';
import { type OwnRedis, startOwnRedis } from '../../support/service/own-redis.ts';
import { until } from '../../support/until.ts';
import { type FaultRun, missedOne, report, unless } from '../fault-run.ts';
import { checkDone, countOwed, notifyAboutAll, oweAll } from '../support/pending-jobs.ts';

/** A mail and an event each: 10,000 jobs a round. */
const accounts = 10;
const signups = 500;
const providerMs = 10;
const longestRecoverySeconds = 60;

const harms: Readonly<Record<string, (redis: OwnRedis) => Promise<void>>> = {
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
 * Redis forgets everything while 10,000 jobs are queued in it and two workers are at them (C1.15): nothing is lost or done twice, all is
 * done within a minute, and nobody restarts anything. With `plantedBug` the harness strikes off what Redis forgot: it must notice.
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
    for (const [name, harm] of Object.entries(harms)) {
      deployment.progress.show(name);
      for (const worker of workers) worker.child.kill('SIGSTOP');
      const lists = await oweAll(deployment, receiver, { accounts, signups });
      await notifyAboutAll(deployment, lists);
      for (const worker of workers) worker.child.kill('SIGCONT');
      await until(async () => (await countOwed(sql)) < accounts * signups * 2 * 0.9, 60);
      await harm(redis);
      const harmed = performance.now();
      if (plantedBug) await sql`DELETE FROM outbox WHERE claim_count = 0`;
      await until(async () => (await countOwed(sql)) === 0, 180);
      const took = (performance.now() - harmed) / 1_000;
      seconds[`seconds until all was done, ${name}`] = took.toFixed(1);
      wrong.push(...unless(took <= longestRecoverySeconds, `${name}: it took ${took.toFixed(0)} s`));
    }
    await Promise.all(workers.map((worker) => worker.stop()));
    deployment.progress.end();
    const done = await checkDone(sql, sink.received, receiver);
    const held = report({ ...done.figures, ...seconds }, [...done.wrong, ...wrong]);
    return plantedBug ? missedOne({ 'jobs that are struck off': done.wrong }) : held;
  } finally {
    await deployment.close();
    await Promise.all([sink.close(), receiver.close()]);
    await redis.close();
  }
};
