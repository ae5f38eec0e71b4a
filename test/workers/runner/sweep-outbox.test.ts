import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../../src/shared/config.ts';
import { newId, platformAccountId } from '../../../src/shared/platform/ids.ts';
import { openDatabase } from '../../../src/shared/platform/postgres/connection.ts';
import { type FairScheduler, openFairScheduler } from '../../../src/workers/runner/fair-scheduler.ts';
import { outboxSweep, sweepAll } from '../../../src/workers/runner/sweep-outbox.ts';
import type { WorkerContext } from '../../../src/workers/worker-context.ts';
import { claimByIds } from '../../support/keys.ts';
import { useService } from '../../support/service/service.ts';
import { triesAll } from '../../support/values/tries-all.ts';
import { unhurried } from '../../support/values/unhurried.ts';

const job = 'purge-waitlist';
/** What one sweep takes at most. */
const mostJobs = 5_000;
const nowhere = 'postgres://nobody@127.0.0.1:1/nothing';

const service = useService();
let ctx: Pick<WorkerContext, 'sql' | 'log' | 'outage'>;
beforeAll(() => {
  const { log, outage } = service.ctx;
  // What one connection reads can be counted.
  ctx = { sql: openDatabase(readConfig(service.env), log, 'sweep', 1), log, outage };
});
afterAll(() => ctx.sql.end());
beforeEach(() => unhurried(service.sql, (tx) => tx`DELETE FROM outbox`));

/** Pending jobs, the first of which has been due for longest. @returns their ids */
async function pend(accountId: string, jobs: number, { dueSecondsAgo }: { dueSecondsAgo: number }) {
  let rows: { id: string }[] = [];
  await unhurried(service.sql, async (tx) => {
    rows = await tx<{ id: string }[]>`
      INSERT INTO outbox (job, id, account_id, due_at)
      SELECT ${job}, gen_random_uuid(), ${accountId}, clock_timestamp() - make_interval(secs => ${dueSecondsAgo}) + n * interval '1 microsecond'
      FROM generate_series(1, ${jobs}) n RETURNING id`;
  });
  return rows.map(({ id }) => id);
}

/** Starts what it is handed and finishes nothing of it. */
function openStuckScheduler(): { scheduler: FairScheduler; taken: Map<string, string> } {
  const taken = new Map<string, string>();
  const scheduler = openFairScheduler(
    { total: 50_000, perAccount: 10_000, atFirst: 10_000 },
    ({ id, accountId }) => {
      taken.set(id, accountId);
      return new Promise(() => {});
    },
  );
  return { scheduler, taken };
}

async function rowsRead(): Promise<number> {
  await ctx.sql`SELECT pg_stat_force_next_flush()`;
  const [{ rows }] = await ctx.sql<[{ rows: number }]>`
    SELECT (seq_tup_read + idx_tup_fetch)::integer AS rows FROM pg_stat_user_tables WHERE relname = 'outbox'`;
  return rows;
}

test('one account’s backlog hides neither retries nor what a dead worker has left of another account', async () => {
  const [large, small] = [newId(), newId()];
  await pend(large, 25_000, { dueSecondsAgo: 3_600 });
  const retries = await pend(small, 3, { dueSecondsAgo: 8 });
  const left = await pend(small, 3, { dueSecondsAgo: 8 });
  await claimByIds(service.sql, job, left);
  await service.sql`UPDATE outbox SET due_at = clock_timestamp() - interval '6 seconds' WHERE id = ANY(${left}::uuid[])`;
  const { scheduler, taken } = openStuckScheduler();
  await outboxSweep(ctx, job, scheduler)();
  expect(
    [...taken]
      .filter(([, accountId]) => accountId === small)
      .map(([id]) => id)
      .toSorted(),
  ).toEqual([...retries, ...left].toSorted());
  expect(taken.size).toBe(mostJobs / 2 + 6);
});

test('an account that has enough to do here is left out until it has room again, and nothing is taken twice', async () => {
  const account = newId();
  const ids = await pend(account, 6_000, { dueSecondsAgo: 60 });
  const started: string[] = [];
  const finish: (() => void)[] = [];
  const scheduler = openFairScheduler({ total: 100, perAccount: 100, atFirst: 100 }, async ({ id }) => {
    started.push(id);
    await service.sql`DELETE FROM outbox WHERE id = ${id}`;
    await new Promise<void>((resolve) => finish.push(resolve));
    return true;
  });
  const sweep = outboxSweep(ctx, job, scheduler);
  await sweep();
  await expect.poll(() => finish.length).toBe(100);
  await sweep();
  expect(started).toEqual(ids.slice(0, 100));
  expect(scheduler.waiting()).toEqual(ids.slice(100, mostJobs));
  while (started.length < 6_000) {
    for (const end of finish.splice(0)) end();
    await expect.poll(() => finish.length).toBe(100);
    await sweep();
  }
  expect(started.length).toBe(6_000);
  expect(new Set(started)).toEqual(new Set(ids));
});

test.each(triesAll ? [{ analysed: false }, { analysed: true }] : [{ analysed: false }])(
  'reads what it takes and no more of 200,000 jobs of 20 accounts, whatever the planner knows (analysed: $analysed)',
  async ({ analysed }) => {
    await service.sql`ALTER TABLE outbox SET (autovacuum_enabled = false)`;
    const accounts = Array.from({ length: 20 }, () => newId());
    for (const [index, account] of accounts.entries())
      await pend(account, 10_000, { dueSecondsAgo: index % 2 === 0 ? 3_600 : -3_600 });
    if (analysed) await service.sql`ANALYZE outbox`;
    const { scheduler, taken } = openStuckScheduler();
    const before = await rowsRead();
    await outboxSweep(ctx, job, scheduler)();
    expect(await rowsRead()).toBeLessThan(before + mostJobs + 100);
    expect(taken.size).toBe(mostJobs);
    expect(new Set(taken.values())).toEqual(new Set(accounts.filter((_, index) => index % 2 === 0)));
  },
);

test('more accounts than it looks at in one run have their turn in the next ones', async () => {
  await unhurried(
    service.sql,
    (tx) => tx`
      INSERT INTO outbox (job, id, account_id, due_at)
      SELECT ${job}, gen_random_uuid(), gen_random_uuid(), clock_timestamp() - interval '1 minute' FROM generate_series(1, 2500)`,
  );
  const { scheduler, taken } = openStuckScheduler();
  const sweep = outboxSweep(ctx, job, scheduler);
  const sizes: number[] = [];
  for (let run = 0; run < 3; run++) {
    await sweep();
    sizes.push(taken.size);
    // Up to Postgres 16 each id is looked up by reading the whole index.
    await unhurried(service.sql, (tx) => tx`DELETE FROM outbox WHERE id = ANY(${[...taken.keys()]}::uuid[])`);
  }
  expect(sizes).toEqual([1_000, 2_000, 2_500]);
});

test('what belongs to no account of ours, as the events of the service’s own mail provider do, has its turn too', async () => {
  const ids = [
    ...(await pend(platformAccountId, 2, { dueSecondsAgo: 60 })),
    ...(await pend(newId(), 1, { dueSecondsAgo: 60 })),
  ];
  const { scheduler, taken } = openStuckScheduler();
  await outboxSweep(ctx, job, scheduler)();
  expect(new Set(taken.keys())).toEqual(new Set(ids));
});

test('only kinds with pending jobs are swept, or all where that is not known; one that fails keeps no other from it, and is reported', async () => {
  await pend(newId(), 1, { dueSecondsAgo: -60 }); // one that is not due yet counts as pending
  const swept: string[] = [];
  const succeed = (name: string) => ({ job, sweep: async () => void swept.push(name) }) as const;
  const fail = { job, sweep: () => Promise.reject(new Error('no sweep today')) } as const;
  const idle = { ...succeed('idle'), job: 'erase-person' } as const;
  const queues = [succeed('first'), fail, idle, succeed('last')];
  await expect(sweepAll(ctx, queues)).rejects.toThrow('no sweep today');
  expect(swept).toEqual(['first', 'last']);

  const withoutServer = {
    sql: openDatabase(readConfig({ ...service.env, DATABASE_URL: nowhere }), ctx.log, 'sweep', 1),
  };
  await expect(sweepAll(withoutServer, queues)).rejects.toThrow('no sweep today');
  expect(swept).toEqual(['first', 'last', 'first', 'idle', 'last']);
  await withoutServer.sql.end();
});
