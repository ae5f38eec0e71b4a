import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCluster } from '../../test/support/deployment/cluster.ts';
import { startDeployment } from '../../test/support/deployment/deployment.ts';
import { storeSignups } from '../../test/support/deployment/store-signups.ts';
import { median } from '../../test/support/values/quantiles.ts';

const signups = 20_000;
const clients = 16;
const rounds = 7;
const roundMs = 3_000;

/** Compares reads a second of a web process with a replica and one without, in turn, on the same servers. */
export async function replica(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'waitlist-bench-'));
  const primary = await openCluster(join(folder, '0'));
  await primary.start();
  const standby = await primary.clone(join(folder, '1'));
  await standby.start();
  const deployment = await startDeployment({ webs: 0, workers: 0 }, { DATABASE_URL: primary.url });
  const served = async (sql: typeof primary.sql): Promise<number> => {
    const [row] = await sql<[{ count: number }]>`
      SELECT xact_commit::int AS count FROM pg_stat_database WHERE datname = current_database()`;
    return row.count;
  };
  try {
    const { key, waitlist, accountId } = await deployment.makeWaitlist();
    await storeSignups(deployment.sql, { accountId, waitlist }, signups);
    await deployment.sql`VACUUM ANALYZE`;
    const webs = {
      without: await deployment.start('web'),
      with: await deployment.start('web', { DATABASE_REPLICA_URL: standby.url }),
    };
    async function measure(url: string): Promise<number> {
      let reads = 0;
      const end = performance.now() + roundMs;
      const read = async (client: number) => {
        while (performance.now() < end) {
          const path = client % 4 === 0 ? 'stats' : 'signups?limit=50';
          const response = await fetch(`${url}/v1/waitlists/${waitlist}/${path}`, {
            headers: { authorization: `Bearer ${key}` },
          });
          await response.text();
          if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
          reads += 1;
        }
      };
      await Promise.all(Array.from({ length: clients }, (_, client) => read(client)));
      return (reads * 1_000) / roundMs;
    }
    const rates: Record<keyof typeof webs, number[]> = { without: [], with: [] };
    const onPrimary: Record<keyof typeof webs, number[]> = { without: [], with: [] };
    for (let round = -1; round < rounds; round++)
      for (const name of ['without', 'with'] as const) {
        const before = await served(primary.sql);
        const rate = await measure(webs[name].url);
        const after = await served(primary.sql);
        if (round < 0) continue;
        rates[name].push(rate);
        onPrimary[name].push(((after - before) * 1_000) / roundMs);
      }
    console.log(`medians of ${rounds} rounds of ${roundMs / 1_000} s, ${clients} clients, one web process`);
    console.table(
      Object.fromEntries(
        (['without', 'with'] as const).map((name) => [
          `${name} a replica`,
          {
            'reads a second': Math.round(median(rates[name])),
            'transactions a second on the primary': Math.round(median(onPrimary[name])),
          },
        ]),
      ),
    );
  } finally {
    await deployment.close();
    await standby.close();
    await primary.close();
    await rm(folder, { recursive: true, force: true });
  }
}
