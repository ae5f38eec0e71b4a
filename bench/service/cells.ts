import { insertWaitlist } from '../../src/shared/list/waitlists/queries.ts';
import { newId } from '../../src/shared/platform/ids.ts';
import { createAccount } from '../../test/support/deployment/build.ts';
import { type Deployment, startDeployment } from '../../test/support/deployment/deployment.ts';
import { quietPort } from '../../test/support/network/quiet-port.ts';
import { frontDoors } from '../../test/support/proxies/front-door.ts';
import { median } from '../../test/support/values/quantiles.ts';
import { generate } from '../signups/generate.ts';
import { ratios } from '../support/ratios.ts';

const rounds = 7;
const seconds = 4;
const connections = 64;
const listsPerRun = 8;

interface Cell extends Deployment {
  readonly accountId: string;
  readonly key: string;
  /** `host:port` of its web processes. */
  readonly addresses: readonly string[];
}

/** Opens a cell with so many web processes and no worker. */
async function openCell(name: string, webs: number): Promise<Cell> {
  const more = { CELL: name, BASE_URL: `http://${name}.waitlist.example` };
  const deployment = await startDeployment({ webs: 0, workers: 0 }, more);
  const { id: accountId, key } = await createAccount({ cwd: process.cwd(), env: deployment.env });
  const addresses: string[] = [];
  for (let started = 0; started < webs; started++) {
    const port = await quietPort();
    await deployment.start('web', { PORT: String(port) });
    addresses.push(`127.0.0.1:${port}`);
  }
  return { ...deployment, accountId, key, addresses };
}

/**
 * Signups of several lists, stored by one installation with two web processes, and by two cells with one
 * each, directly and behind one address: with the same callers and on the same machine, in turn.
 */
export async function cells(): Promise<void> {
  const whole = await openCell('0', 2);
  const halves = [await openCell('1', 1), await openCell('2', 1)] as const;
  const door = await frontDoors.nginx.start([halves[0].addresses[0] ?? '', halves[1].addresses[0] ?? '']);
  let runs = 0;
  /** @returns signups a second of all these cells together */
  async function load(loaded: readonly Cell[], url?: string): Promise<number> {
    const results = await Promise.all(
      loaded.map(async (cell) => {
        const lists = Array.from({ length: listsPerRun / loaded.length }, newId);
        for (const id of lists)
          await cell.sql.begin((tx) => insertWaitlist(tx, { id, account_id: cell.accountId, name: id }));
        const result = await generate({
          urls: url === undefined ? cell.addresses.map((address) => `http://${address}`) : [url],
          key: cell.key,
          waitlists: lists,
          connections: connections / loaded.length,
          warmUpMs: 1_000,
          measuredMs: seconds * 1_000,
          run: (runs++).toString(36),
        });
        const [stored] = await cell.sql<[{ count: number }]>`
          SELECT count(*)::integer AS count FROM signups WHERE waitlist_id = ANY(${lists}::uuid[])`;
        if (Object.keys(result.others).length > 0 || stored.count !== result.accepted)
          throw new Error(
            `${result.accepted} accepted, ${stored.count} stored, others: ${JSON.stringify(result.others)}`,
          );
        return result.perSecond;
      }),
    );
    return results.reduce((sum, perSecond) => sum + perSecond, 0);
  }
  const ways = {
    'one installation, two web processes': () => load([whole]),
    'two cells, one web process each': () => load(halves),
    'two cells behind one nginx': () => load(halves, door.url),
  };
  type Way = keyof typeof ways;
  const rates = new Map<Way, number[]>();
  try {
    for (let round = 0; round <= rounds; round++) {
      const turn = Object.entries(ways) as [Way, () => Promise<number>][];
      for (const [name, measure] of round % 2 === 0 ? turn : turn.toReversed()) {
        const rate = await measure();
        if (round > 0) rates.set(name, [...(rates.get(name) ?? []), rate]); // the first one warms up
      }
    }
    const of = (name: Way) => rates.get(name) ?? [];
    console.log(
      `medians of ${rounds} rounds of ${seconds} s, ${listsPerRun} lists, ${connections} connections`,
    );
    console.table(
      Object.fromEntries(
        (Object.keys(ways) as Way[]).map((name) => [
          name,
          {
            'signups/s': Math.round(median(of(name))),
            ...ratios(of(name), of('one installation, two web processes')),
          },
        ]),
      ),
    );
  } finally {
    await door.close();
    for (const cell of [whole, ...halves]) await cell.close();
  }
}
