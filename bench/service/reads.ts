import { startDeployment } from '../../test/support/deployment/deployment.ts';
import { storeSignups } from '../../test/support/deployment/store-signups.ts';
import { median } from '../../test/support/values/quantiles.ts';

const sizes = { short: 10_000, long: 1_000_000 };
const calls = 60;

/**
 * Compares the statistics and pages of a list of 1,000,000 signups with those of 10,000, and deep pages with
 * the first.
 */
export async function reads(): Promise<void> {
  const deployment = await startDeployment({ webs: 1, workers: 0 });
  try {
    const lists = { short: await deployment.makeWaitlist(), long: await deployment.makeWaitlist() };
    for (const name of ['short', 'long'] as const)
      await storeSignups(deployment.sql, lists[name], sizes[name], {
        onStored: (stored) => deployment.progress.show(`${stored} of ${sizes[name]} signups stored`),
      });
    deployment.progress.end();
    await deployment.sql`VACUUM ANALYZE`;
    await spreadOverDays(deployment.sql, lists.long.waitlist);

    const call = async (list: keyof typeof lists, path: string) => {
      const { key, waitlist } = lists[list];
      const started = performance.now();
      const response = await fetch(`${deployment.urls[0]}/v1/waitlists/${waitlist}${path}`, {
        headers: { authorization: `Bearer ${key}` },
      });
      await response.text();
      if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
      return performance.now() - started;
    };
    const ways = {
      'stats, 10,000': () => call('short', '/stats'),
      'stats, 1,000,000': () => call('long', '/stats'),
      'list, 10,000, offset 0': () => call('short', '/signups'),
      'list, 1,000,000, offset 0': () => call('long', '/signups'),
      'list, 1,000,000, offset 100,000': () => call('long', '/signups?offset=100000'),
      'list, 1,000,000, offset 500,000': () => call('long', '/signups?offset=500000'),
      'list, 1,000,000, offset 900,000': () => call('long', '/signups?offset=900000'),
      'list, 1,000,000, one email': () => call('long', '/signups?email=person777777@example.com'),
    };
    const times = new Map<string, number[]>(Object.keys(ways).map((name) => [name, []]));
    for (let round = -5; round < calls; round++) {
      for (const [name, measure] of Object.entries(ways)) {
        const ms = await measure();
        if (round >= 0) times.get(name)?.push(ms);
      }
    }
    const of = (name: keyof typeof ways) => median(times.get(name) ?? []);
    console.log(`medians of ${calls} calls`);
    console.table(
      Object.fromEntries(
        Object.keys(ways).map((name) => [name, { ms: Number(of(name as keyof typeof ways).toFixed(2)) }]),
      ),
    );
    const ratio = (a: keyof typeof ways, b: keyof typeof ways) => ({
      ratio: Number((of(a) / of(b)).toFixed(2)),
    });
    console.table({
      'stats, 1,000,000 ÷ 10,000': ratio('stats, 1,000,000', 'stats, 10,000'),
      'list, offset 900,000 ÷ offset 0': ratio(
        'list, 1,000,000, offset 900,000',
        'list, 1,000,000, offset 0',
      ),
      'list, offset 500,000 ÷ offset 0': ratio(
        'list, 1,000,000, offset 500,000',
        'list, 1,000,000, offset 0',
      ),
      'list, offset 100,000 ÷ offset 0': ratio(
        'list, 1,000,000, offset 100,000',
        'list, 1,000,000, offset 0',
      ),
    });
  } finally {
    await deployment.close();
  }
}

/** Adds daily numbers in the past, so that the statistics add up many days. */
async function spreadOverDays(
  sql: Awaited<ReturnType<typeof startDeployment>>['sql'],
  waitlist: string,
): Promise<void> {
  await sql`
    INSERT INTO signup_daily (account_id, waitlist_id, day, source, signups)
    SELECT account_id, waitlist_id, day - n, source, 1 FROM signup_daily, generate_series(1, 120) n WHERE waitlist_id = ${waitlist} ON CONFLICT DO NOTHING`;
}
