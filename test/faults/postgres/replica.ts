import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { openCluster } from '../../support/deployment/cluster.ts';
import { type Deployment, startDeployment } from '../../support/deployment/deployment.ts';
import { storeSignups } from '../../support/deployment/store-signups.ts';
import { callerAddress } from '../../support/network/caller-address.ts';
import { type FaultRun, missedOne, report, unless } from '../fault-run.ts';

const writers = 6;
const readers = 4;
const maxLagMs = 2_000;
/** Between the commit of a row and the moment when the run notes it, and the like. */
const slackMs = 500;
const phaseMs = 6_000;
const longestMs = 5_000;

type List = Awaited<ReturnType<Deployment['makeWaitlist']>>;

/** What callers saw. */
interface Seen {
  reads: number;
  longestMs: number;
  readonly stale: string[];
  readonly tooOld: string[];
  readonly failed: string[];
}

/**
 * A streaming standby serves reads (N7). Under load it applies everything a second late, six seconds late,
 * stops applying, hangs, is killed, comes back, and is promoted. Callers write through one process and read
 * through the other: they always see their own writes. Others see nothing older than the allowed lag. No call
 * fails. With `plantedBug` the marks are removed by which processes know who has written.
 */
export const replica: FaultRun = async ({ plantedBug }) => {
  const folder = await mkdtemp(join(tmpdir(), 'waitlist-deployment-'));
  const primary = await openCluster(join(folder, '0'));
  await primary.start();
  const standby = await primary.clone(join(folder, '1'));
  await standby.start();
  const deployment = await startDeployment(
    { webs: 2, workers: 1 },
    {
      DATABASE_URL: primary.url,
      DATABASE_REPLICA_URL: standby.url,
      REPLICA_MAX_LAG: String(maxLagMs / 1_000),
    },
  );
  const { progress, urls, sql } = deployment;
  const redis = new Redis(deployment.env.REDIS_URL ?? '');
  const seen: Seen = { reads: 0, longestMs: 0, stale: [], tooOld: [], failed: [] };
  let isOver = false;
  let phase = '';
  const byPhase: Record<string, string> = {};

  async function call(method: string, url: string, { key }: List, body?: object, address = 0) {
    const startedAt = performance.now();
    const response = await fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        'x-forwarded-for': callerAddress(address),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    seen.longestMs = Math.max(seen.longestMs, performance.now() - startedAt);
    if (response.status >= 500) seen.failed.push(`${phase}: ${method} ${url} ${response.status} ${text}`);
    return { status: response.status, text };
  }
  /** Writes through one process and reads everything through the other at once. */
  async function write(list: List, writer: number): Promise<void> {
    const [at, other] = writer % 2 === 0 ? urls : [...urls].reverse(); // each process knows its own writes
    for (let count = 1; !isOver; count++) {
      const base = `/v1/waitlists/${list.waitlist}`;
      const body = { email: `w${writer}n${count}@example.com` };
      const made = await call('POST', `${at}${base}/signups`, list, body, writer * 100_000 + count);
      if (made.status !== 201) {
        seen.failed.push(`${phase}: POST ${made.status}`);
        continue;
      }
      const { id } = JSON.parse(made.text);
      const [page, one, stats, csv] = await Promise.all([
        call('GET', `${other}${base}/signups?limit=1`, list),
        call('GET', `${other}${base}/signups/${id}`, list),
        call('GET', `${other}${base}/stats`, list),
        call('GET', `${other}${base}/signups/export`, list),
      ]);
      seen.reads += 4;
      const totals = [
        page.status === 200 ? JSON.parse(page.text).total : 0,
        one.status === 200 ? count : one.status,
        stats.status === 200 ? JSON.parse(stats.text).total : 0,
        csv.text.trim().split('\n').length - 1,
      ];
      if (totals.some((total) => total !== count))
        seen.stale.push(`${phase}: after its signup ${count} a caller saw ${totals.join(', ')}`);
    }
  }
  /** Reads a list to which others add, which no call of its account does. */
  async function read(list: List): Promise<void> {
    const added: number[] = [];
    let adding = Promise.resolve();
    for (let count = 1; !isOver; count++) {
      if (count % 5 === 1)
        adding = adding.then(async () => {
          await storeSignups(sql, list, 1, { domain: `${added.length}.example.com` });
          added.push(performance.now());
        });
      const before = performance.now() - maxLagMs - slackMs;
      const due = added.filter((at) => at < before).length;
      const page = await call(
        'GET',
        `${urls[count % 2]}/v1/waitlists/${list.waitlist}/signups?limit=5`,
        list,
      );
      seen.reads += 1;
      const total = page.status === 200 ? JSON.parse(page.text).total : -1;
      if (total < due) seen.tooOld.push(`${phase}: ${total} of ${due} signups that were older than the lag`);
      await sleep(20);
    }
    await adding;
  }
  /** How many transactions of reads the standby has had. */
  const served = async () => {
    const answer = standby.sql<{ count: number }[]>`
      SELECT xact_commit::int AS count FROM pg_stat_database WHERE datname = current_database()`;
    return (await answer.catch(() => []))[0]?.count;
  };
  async function during(name: string, cause: () => Promise<unknown>): Promise<void> {
    progress.show(name);
    phase = name;
    await cause();
    const [before, reads] = [name === 'hangs' ? undefined : await served(), seen.reads];
    await sleep(phaseMs);
    const after = name === 'hangs' ? undefined : await served();
    const share = before === undefined || after === undefined ? 'not asked' : after - before;
    byPhase[`${name}: reads · transactions of the standby`] = `${seen.reads - reads} · ${share}`;
  }
  const setDelay = async (delay: string) => {
    await standby.sql.unsafe(`ALTER SYSTEM SET recovery_min_apply_delay = '${delay}'`);
    await standby.sql`SELECT pg_reload_conf()`;
  };
  try {
    const lists = await Promise.all(
      Array.from({ length: writers + readers }, () => deployment.makeWaitlist()),
    );
    await sleep(2_000); // the accounts' keys arrive
    const forget = async () => {
      while (plantedBug && !isOver) {
        const marks = await redis.keys('wrote:*');
        if (marks.length > 0) await redis.del(marks);
        await sleep(1);
      }
    };
    const all = [
      ...lists.map((list, index) => (index < writers ? write(list, index + 1) : read(list))),
      forget(),
    ];
    await during('follows', async () => {});
    await during('is a second late', () => setDelay('1s'));
    if (!plantedBug) {
      await during('is six seconds late', () => setDelay('6s'));
      await during('follows again', () => setDelay('0'));
      await during('stops applying', () => standby.sql`SELECT pg_wal_replay_pause()`);
      await during('applies again', () => standby.sql`SELECT pg_wal_replay_resume()`);
      await during('hangs', () => standby.suspend());
      await during('goes on', async () => standby.resume());
      await during('is killed', () => standby.kill());
      await during('is started again', () => standby.start());
      await during('is promoted', () => standby.sql`SELECT pg_promote()`);
    }
    isOver = true;
    await Promise.all(all);
    progress.end();
    const passed = report(
      {
        'reads after a write, and of others': seen.reads,
        'stale after a caller’s own write': seen.stale.length,
        'older than the lag': seen.tooOld.length,
        'failed calls': seen.failed.length,
        'longest call, ms': seen.longestMs.toFixed(0),
        ...byPhase,
      },
      [
        ...seen.failed,
        ...seen.stale,
        ...seen.tooOld,
        ...unless(seen.longestMs <= longestMs, `a call took ${seen.longestMs.toFixed(0)} ms`),
      ],
    );
    return plantedBug ? missedOne({ 'marks that are removed': seen.stale }) : passed;
  } finally {
    isOver = true;
    standby.resume();
    redis.disconnect();
    await deployment.close();
    await standby.close();
    await primary.close();
    await rm(folder, { recursive: true, force: true });
  }
};
