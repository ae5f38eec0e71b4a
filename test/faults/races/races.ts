import type { PlanName } from '../../../src/shared/plans.ts';
import { type Deployment, startDeployment } from '../../support/deployment/deployment.ts';
import { storeSignups } from '../../support/deployment/store-signups.ts';
import { callerAddress } from '../../support/network/caller-address.ts';
import { countDeadlocks, findBrokenInvariants } from '../../support/storm/invariants.ts';
import { type FaultRun, report } from '../fault-run.ts';
import { longestOf } from '../support/outage.ts';
import { startWebs } from '../support/web-processes.ts';

const roundsInFull = 20;
const roundsWithPlantedBug = 2;

/** What a race may use: an account, a list of its, and calls that all begin at once, on both processes in turn. */
interface Track {
  readonly deployment: Deployment;
  readonly accountId: string;
  readonly waitlist: string;
  /** How often each status was answered, as `{ 201: 10, 402: 190 }`, and the different answers. */
  fire(count: number, path: string, body: (number: number) => object): Promise<Finish>;
}
interface Finish {
  readonly statuses: Readonly<Record<number, number>>;
  readonly bodies: ReadonlySet<string>;
}

interface Race {
  /** Of the account; scale unless given. */
  readonly plan?: PlanName;
  /** How each status should be answered. */
  readonly expected: Readonly<Record<number, number>>;
  run(track: Track): Promise<Finish>;
  /** What else is wrong afterwards. */
  check?(track: Track, finish: Finish): Promise<string[]>;
}

const signups = ({ waitlist }: Track) => `/v1/waitlists/${waitlist}/signups`;
const sameOnly = async (_: Track, { bodies }: Finish) =>
  bodies.size === 1 ? [] : [`${bodies.size} different answers`];

const races: Readonly<Record<string, Race>> = {
  '200 signups, room for 10 of 550': {
    plan: 'free',
    expected: { 201: 10, 402: 190 },
    async run(track) {
      await storeSignups(track.deployment.sql, track, 540);
      return track.fire(200, signups(track), (number) => ({ email: `racer${number}@example.com` }));
    },
  },
  '40 waitlists, room for 4 of 5': {
    plan: 'launch',
    expected: { 201: 4, 402: 36 },
    run: (track) => track.fire(40, '/v1/waitlists', (number) => ({ name: `List ${number}` })),
  },
  '60 fields, room for 20': {
    expected: { 201: 20, 400: 40 },
    run: (track) =>
      track.fire(60, `/v1/waitlists/${track.waitlist}/fields`, (number) => ({
        key: `field_${number}`,
        label: 'Field',
        type: 'string',
      })),
  },
  '30 waitlists of one name': {
    expected: { 201: 1, 409: 29 },
    run: (track) => track.fire(30, '/v1/waitlists', () => ({ name: 'The one' })),
  },
  '30 fields of one key': {
    expected: { 201: 1, 409: 29 },
    run: (track) =>
      track.fire(30, `/v1/waitlists/${track.waitlist}/fields`, () => ({
        key: 'one',
        label: 'The one',
        type: 'string',
      })),
  },
  '100 signups of one address': {
    expected: { 201: 100 },
    run: (track) => track.fire(100, signups(track), () => ({ email: 'ada@example.com' })),
    check: sameOnly,
  },
  '100 signups that credit one referrer': {
    expected: { 201: 100 },
    async run(track) {
      const { bodies } = await track.fire(1, signups(track), () => ({ email: 'referrer@example.com' }));
      const { referral_code } = JSON.parse([...bodies][0] ?? '{}');
      return track.fire(100, signups(track), (number) => ({
        email: `racer${number}@example.com`,
        referral_code,
      }));
    },
    async check({ deployment, waitlist }) {
      const [referrer] = await deployment.sql<{ referral_count: number }[]>`
        SELECT referral_count FROM signups WHERE waitlist_id = ${waitlist} AND position = 1`;
      return referrer?.referral_count === 100 ? [] : [`${referrer?.referral_count} credits`];
    },
  },
};

/**
 * Everybody wants the last place at once, over two web processes, each race 20 times. With `plantedBug` the harness takes the index away
 * that keeps names apart.
 */
export const raceForPlaces: FaultRun = async ({ plantedBug }) => {
  const rounds = plantedBug ? roundsWithPlantedBug : roundsInFull;
  const deployment = await startDeployment({ webs: 0, workers: 0 });
  const webs = await startWebs([deployment.env, deployment.env]);
  try {
    if (plantedBug) await deployment.sql`DROP INDEX waitlists_name`;
    const wrong: string[] = [];
    const calls: { startedAt: number; endedAt: number }[] = [];
    let addresses = 0;
    for (let round = 1; round <= rounds; round++) {
      deployment.progress.show(`Round ${round} of ${rounds}`);
      for (const [name, race] of Object.entries(races)) {
        const list = await deployment.makeWaitlist();
        await deployment.sql`UPDATE accounts SET plan = ${race.plan ?? 'scale'} WHERE id = ${list.accountId}`;
        const track: Track = {
          ...list,
          deployment,
          async fire(count, path, body) {
            const statuses: Record<number, number> = {};
            const bodies = new Set<string>();
            await Promise.all(
              Array.from({ length: count }, async (_, number) => {
                addresses += 1;
                const startedAt = performance.now();
                const response = await fetch(`${webs.urls[number % 2]}${path}`, {
                  method: 'POST',
                  headers: {
                    authorization: `Bearer ${list.key}`,
                    'content-type': 'application/json',
                    'x-forwarded-for': callerAddress(addresses),
                  },
                  body: JSON.stringify(body(number)),
                });
                bodies.add(await response.text());
                calls.push({ startedAt, endedAt: performance.now() });
                statuses[response.status] = (statuses[response.status] ?? 0) + 1;
              }),
            );
            return { statuses, bodies };
          },
        };
        const finish = await race.run(track);
        const [found, expected] = [JSON.stringify(finish.statuses), JSON.stringify(race.expected)];
        if (found !== expected) wrong.push(`${name}: ${found}, expected ${expected}`);
        for (const line of (await race.check?.(track, finish)) ?? []) wrong.push(`${name}: ${line}`);
      }
    }
    wrong.push(...(await findBrokenInvariants(deployment.sql)));
    const deadlocks = await countDeadlocks(deployment.sql);
    deployment.progress.end();
    return report(
      {
        races: rounds * Object.keys(races).length,
        calls: calls.length,
        'longest call, ms': longestOf(calls).toFixed(0),
        'deadlocks that Postgres broke': deadlocks,
      },
      wrong,
    );
  } finally {
    await webs.stop();
    await deployment.close();
  }
};
