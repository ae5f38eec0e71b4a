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
const fullSeconds = 25;
const longestRecoverySeconds = 60;

/** Redis refuses writes, or evicts keys, which BullMQ warns of. */
const limits: Readonly<Record<string, Limit>> = {
  'full, refuses writes': {
    policy: 'noeviction',
    maxmemory: '1mb',
    isFull: (client) =>
      client.set('probe', 1).then(
        () => false,
        (error: Error) => error.message.startsWith('OOM'),
      ),
  },
  'full, evicts keys': {
    policy: 'allkeys-random',
    maxmemory: '2mb',
    isFull: async (client) => (await countEvicted(client)) > 0,
  },
};
interface Limit {
  readonly policy: string;
  readonly maxmemory: string;
  /** Whether Redis has reached the limit. */
  isFull(client: Redis): Promise<boolean>;
}

/**
 * Redis runs out of memory during steady signups (C1.15). Every signup is answered with 201, and no mail is
 * lost or doubled, even if Redis evicts keys. With `plantedBug` the run deletes the pending jobs, as if only
 * Redis had held them.
 */
export const redisFull: FaultRun = async ({ plantedBug }) => {
  const redis = await startOwnRedis();
  const deployment = await startDeployment({ webs: 1, workers: 2 }, { REDIS_URL: redis.url });
  const { sql, sink, progress } = deployment;
  const client = new Redis(redis.url);
  try {
    const list = await deployment.makeWaitlist();
    const load = startSteadySignups(deployment.urls[0] ?? '', list, { perSecond });
    await sleep(5_000);
    const figures: Record<string, string | number> = {};
    const wrong: string[] = [];
    for (const [name, { policy, maxmemory, isFull }] of Object.entries(limits)) {
      progress.show(name);
      await client.config('SET', 'maxmemory-policy', policy);
      await client.config('SET', 'maxmemory', maxmemory);
      await sleep(fullSeconds * 1_000);
      wrong.push(...unless(await isFull(client), `${name}: Redis did not reach its limit`));
      if (plantedBug) await sql`DELETE FROM outbox`;
      const backlog = await countPendingJobs(sql);
      await client.config('SET', 'maxmemory', '0');
      const back = performance.now();
      // Signups go on, so only jobs from before this moment count.
      const [{ now }] = await sql<[{ now: string }]>`SELECT clock_timestamp()::text AS now`;
      const older = () =>
        sql`SELECT 1 FROM outbox JOIN signups s USING (id) WHERE s.created_at < ${now} LIMIT 1`;
      await until(async () => (await older()).length === 0, 120);
      const recovery = (performance.now() - back) / 1_000;
      figures[`${name}: pending jobs, seconds until they were done`] = `${backlog} · ${recovery.toFixed(1)}`;
      wrong.push(
        ...unless(recovery <= longestRecoverySeconds, `${name}: recovery took ${recovery.toFixed(0)} s`),
      );
    }
    const evicted = await countEvicted(client);
    await load.stop();
    await until(async () => (await countPendingJobs(sql)) === 0, 120);
    progress.end();
    const failed = load.calls.filter(({ status }) => status !== 201);
    const mails = await checkMails(sql, list.waitlist, sink.received);
    const passed = report(
      {
        signups: load.calls.length,
        'answers other than 201': failed.length,
        'p50, p99 ms': [0.5, 0.99].map((share) => quantileMs(load.calls, share).toFixed(1)).join(' · '),
        'keys that Redis evicted': evicted,
        ...figures,
      },
      [
        ...unless(failed.length === 0, `${failed.length} calls were not answered 201`),
        ...wrong,
        ...(await checkHistory(sql, list.waitlist, { signups: load.calls, removals: [] })),
        ...mails,
      ],
    );
    return plantedBug ? missedOne({ 'deleted jobs': mails }) : passed;
  } finally {
    client.disconnect();
    await deployment.close();
    await redis.close();
  }
};

async function countEvicted(client: Redis): Promise<number> {
  return Number(/^evicted_keys:(\d+)/m.exec(await client.info('stats'))?.[1]);
}
