import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { insertWaitlist } from '../../src/shared/list/waitlists/queries.ts';
import { newId } from '../../src/shared/platform/ids.ts';
import { type Cluster, openCluster } from '../support/deployment/cluster.ts';
import { storeSignups } from '../support/deployment/store-signups.ts';
import { type App, openApp } from '../support/service/app.ts';
import { migrateWith } from '../support/service/database.ts';
import { useService } from '../support/service/service.ts';

describe('a replica (N7)', () => {
  const own: NodeJS.ProcessEnv = {};
  let folder: string;
  let primary: Cluster;
  let standby: Cluster;
  const service = useService(own, async () => {
    folder = await mkdtemp(join(tmpdir(), 'waitlist-replica-'));
    primary = await openCluster(join(folder, '0'));
    await primary.start();
    standby = await primary.clone(join(folder, '1'));
    await standby.start();
    // Long, so that what is read says by itself where it was read.
    Object.assign(own, {
      DATABASE_URL: primary.url,
      DATABASE_REPLICA_URL: standby.url,
      REPLICA_MAX_LAG: '60',
    });
    await migrateWith(own);
  });
  afterAll(async () => {
    await standby?.close();
    await primary?.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** A list of a new account, made without the API, so nobody has written. */
  async function makeList() {
    const account = await service.account();
    const waitlist = newId();
    const row = { id: waitlist, account_id: account.accountId, name: 'Beta' };
    await service.sql.begin((tx) => insertWaitlist(tx, row));
    const list = { ...account, waitlist };
    await storeSignups(service.sql, list, 3, { domain: 'first.example.com' });
    return list;
  }
  type List = Awaited<ReturnType<typeof makeList>>;
  const addBehindTheApi = (list: List) => storeSignups(service.sql, list, 2, { domain: 'later.example.com' });
  /** The number of signups as a page, the statistics and the export have it. */
  async function totals({ app }: Pick<App, 'app'>, { key, waitlist }: List): Promise<number[]> {
    const get = (path: string) =>
      app.inject({
        url: `/v1/waitlists/${waitlist}/${path}`,
        headers: { authorization: `Bearer ${key}` },
      });
    const [page, stats, csv] = await Promise.all([get('signups'), get('stats'), get('signups/export')]);
    return [page.json().total, stats.json().total, csv.body.trim().split('\n').length - 1];
  }

  test('answers who has not written; after a write, without Redis and once promoted the primary does', async () => {
    const other = await openApp(service.env);
    const [writer, reader] = [await makeList(), await makeList()];
    const isServing = async () => {
      for (const app of [service, other]) expect(await totals(app, reader)).toEqual([3, 3, 3]);
      const [row] = await standby.sql<[{ processes: number }]>`
        SELECT count(DISTINCT client_port)::int AS processes FROM pg_stat_activity
        WHERE application_name = 'waitlist-replica' AND query LIKE '%signups%'`;
      return row.processes;
    };
    await expect.poll(isServing).toBeGreaterThan(3); // several connections of both

    await standby.sql`SELECT pg_wal_replay_pause()`;
    for (const list of [writer, reader]) await addBehindTheApi(list);
    // A standby that answers late is not asked for a moment, so the primary may answer, too.
    for (const app of [service, other])
      for (const list of [writer, reader]) await expect.poll(() => totals(app, list)).toEqual([3, 3, 3]);

    const made = await service.signUp(writer, writer.waitlist, { email: 'ada@example.com' });
    expect(made.statusCode).toBe(201);
    for (const app of [service, other]) {
      expect(await totals(app, writer)).toEqual([6, 6, 6]);
      await expect.poll(() => totals(app, reader)).toEqual([3, 3, 3]);
    }
    expect(await other.ctx.redis.ttl(`wrote:${writer.accountId}`)).toBeGreaterThan(60);

    const redisless = await openApp({ ...service.env, REDIS_URL: 'redis://127.0.0.1:1' });
    expect(await totals(redisless, reader)).toEqual([5, 5, 5]);

    await standby.sql`SELECT pg_wal_replay_resume()`;
    await standby.sql`SELECT pg_promote()`;
    const [deleted] = await standby.sql<[{ count: number }]>`
      WITH gone AS (DELETE FROM waitlist_counters WHERE waitlist_id = ${reader.waitlist} RETURNING 1)
      SELECT count(*)::int AS count FROM gone`; // what only the former standby has
    expect(deleted.count).toBe(1);
    for (const app of [service, other])
      await expect.poll(() => totals(app, reader).catch(() => [])).toEqual([5, 5, 5]);
  });
});
