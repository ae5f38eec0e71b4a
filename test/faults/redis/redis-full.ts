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
const fullSeconds = 25;
const longestRecoverySeconds = 60;

/** Redis takes nothing more, or makes room by forgetting what it holds: a policy that BullMQ warns of. */
const limits: Readonly<Record<string, Limit>> = {
  'full, takes no write': {
    policy: 'noeviction',
    maxmemory: '1mb',
    isFull: (client) =>
      client.set('probe', 1).then(
        () => false,
        (error: Error) => error.message.startsWith('OOM'),
      ),
  },
  'full, forgets keys': {
    policy: 'allkeys-random',
    maxmemory: '2mb',
    isFull: async (client) => (await countEvicted(client)) > 0,
  },
};
interface Limit {
  readonly policy: string;
  readonly maxmemory: string;
  /** Whether the limit had its effect. */
  isFull(client: Redis): Promise<boolean>;
}

/**
 * Redis' memory is used up while people sign up (C1.15): every signup is answered 201, and no mail is lost or doubled, also where Redis
 * throws keys away. With `plantedBug` the harness strikes off what is owed meanwhile, as if Redis had had it: it must notice.
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
      wrong.push(...unless(await isFull(client), `${name}: it was not`));
      if (plantedBug) await sql`DELETE FROM outbox`;
      const behind = await countOwed(sql);
      await client.config('SET', 'maxmemory', '0');
      const back = performance.now();
      // Signups go on: what was owed by now is done when nothing older is left.
      const [{ now }] = await sql<[{ now: string }]>`SELECT clock_timestamp()::text AS now`;
      const older = () =>
        sql`SELECT 1 FROM outbox JOIN signups s USING (id) WHERE s.created_at < ${now} LIMIT 1`;
      await until(async () => (await older()).length === 0, 120);
      const recovery = (performance.now() - back) / 1_000;
      figures[`${name}: jobs behind, and seconds until they were done`] =
        `${behind} · ${recovery.toFixed(1)}`;
      wrong.push(
        ...unless(recovery <= longestRecoverySeconds, `${name}: recovery took ${recovery.toFixed(0)} s`),
      );
    }
    const evicted = await countEvicted(client);
    await load.stop();
    await until(async () => (await countOwed(sql)) === 0, 120);
    progress.end();
    const failed = load.calls.filter(({ status }) => status !== 201);
    const mails = await checkMails(sql, list.waitlist, sink.received);
    const held = report(
      {
        signups: load.calls.length,
        'answers other than 201': failed.length,
        'p50, p99 ms': [0.5, 0.99].map((share) => quantileMs(load.calls, share).toFixed(1)).join(' · '),
        'keys that Redis threw away': evicted,
        ...figures,
      },
      [
        ...unless(failed.length === 0, `${failed.length} calls were not answered 201`),
        ...wrong,
        ...(await checkHistory(sql, list.waitlist, { signups: load.calls, removals: [] })),
        ...mails,
      ],
    );
    return plantedBug ? missedOne({ 'mails that are struck off': mails }) : held;
  } finally {
    client.disconnect();
    await deployment.close();
    await redis.close();
  }
};

async function countEvicted(client: Redis): Promise<number> {
  return Number(/^evicted_keys:(\d+)/m.exec(await client.info('stats'))?.[1]);
}
