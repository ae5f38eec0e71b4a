import { startDeployment } from '../../test/support/deployment/deployment.ts';
import { until } from '../../test/support/until.ts';
import { makeLargeList } from './searches.ts';

const signups = Number(process.env.SIGNUPS ?? 1_000_000);
const runs = 20;

/**
 * The leaderboard of a list of 1,000,000 signups (`SIGNUPS` for another number), of which a third was
 * referred: for its owner, and with the own rank of people at its top, in its middle and at its end. Then how
 * long a pass takes that grants a new reward to all who have reached it, and how long a signup waits
 * meanwhile.
 */
export async function rewards(): Promise<void> {
  const deployment = await startDeployment({ webs: 1, workers: 1 });
  const { sql, progress, urls } = deployment;
  try {
    const list = await makeLargeList(deployment, signups);
    const call = async (method: string, path: string, authorization: string, body?: object) => {
      const started = performance.now();
      const response = await fetch(`${urls[0]}${path}`, {
        method,
        headers: {
          authorization,
          'content-type': 'application/json',
          'x-forwarded-for': `10.0.${runs}.${Math.floor(Math.random() * 250)}`,
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      const answer = await response.json();
      return { ms: performance.now() - started, status: response.status, answer };
    };
    const key = `Bearer ${list.key}`;
    const onList = `/v1/waitlists/${list.waitlist}`;
    const set = (body: object) => call('PATCH', `${onList}/settings`, key, body);
    await set({ leaderboard: { public: true, name_field: 'company' } });

    const table: Record<string, object> = {};
    const measure = async (name: string, path: string, authorization: string) => {
      const times: number[] = [];
      let last: Awaited<ReturnType<typeof call>> | undefined;
      for (let run = 0; run < runs; run++) {
        last = await call('GET', path, authorization);
        times.push(last.ms);
      }
      const inOrder = times.toSorted((a, b) => a - b);
      const ms = (at: number) => Number(inOrder[Math.floor(at * (runs - 1))]?.toFixed(1));
      table[name] = {
        status: last?.status,
        'median ms': ms(0.5),
        'most ms': ms(1),
        rank: last?.answer.you?.rank,
      };
    };
    await measure('leaderboard', `${onList}/leaderboard?limit=10`, key);
    await measure('leaderboard, 200 entries', `${onList}/leaderboard?limit=200`, key);
    const people = await sql<{ id: string; referral_count: number }[]>`
      SELECT DISTINCT ON (referral_count) id, referral_count FROM signups
      WHERE waitlist_id = ${list.waitlist} AND referral_count IN (0, 1, 2, 5, 20, (SELECT max(referral_count) FROM signups)) ORDER BY referral_count`;
    for (const { id, referral_count } of people) {
      const { answer } = await call('GET', `${onList}/signups/${id}/links`, key);
      await measure(
        `own rank with ${referral_count} referrals`,
        '/v1/public/leaderboard?limit=10',
        `Status ${answer.status_token}`,
      );
    }
    progress.end();
    console.log(`${signups} signups`);
    console.table(table);

    for (const reward of [
      { at: 5, key: 'five' },
      { at: 1, key: 'one' },
    ]) {
      const started = performance.now();
      await set({ rewards: [reward] });
      const waits: number[] = [];
      const passes = () => sql`SELECT 1 FROM reward_passes`;
      let people = 0;
      await until(async () => {
        const { ms } = await call('POST', `${onList}/signups`, key, {
          email: `late${reward.at}-${people++}@example.com`,
          referral_code: list.popular.code,
        });
        waits.push(ms);
        progress.show(`Granting ${reward.key}`);
        return (await passes()).length === 0;
      }, 1_800);
      const seconds = (performance.now() - started) / 1_000;
      const [row] = await sql<
        [{ count: number }]
      >`SELECT count(*) FROM reward_grants WHERE at = ${reward.at}`;
      progress.end();
      const inOrder = waits.toSorted((a, b) => a - b);
      console.log(
        `a reward at ${reward.at}: ${row.count} grants in ${seconds.toFixed(1)} s; signups meanwhile took ${inOrder[Math.floor(waits.length / 2)]?.toFixed(1)} ms (median), ${inOrder.at(-1)?.toFixed(1)} ms (most)`,
      );
    }
  } finally {
    await deployment.close();
  }
}
