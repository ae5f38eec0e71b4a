import type { PlanName } from '../../../src/shared/account/plans.ts';
import { type Deployment, startDeployment } from '../../support/deployment/deployment.ts';
import { storeSignups } from '../../support/deployment/store-signups.ts';
import { callerAddress } from '../../support/network/caller-address.ts';
import { countDeadlocks, findBrokenInvariants } from '../../support/storm/invariants.ts';
import { type FaultRun, report } from '../fault-run.ts';
import { longestOf } from '../support/outage.ts';
import { startWebs } from '../support/web-processes.ts';

const roundsInFull = 20;
const roundsWithPlantedBug = 2;

/** The account and the list of one race. */
interface RaceList {
  readonly deployment: Deployment;
  readonly accountId: string;
  readonly waitlist: string;
  /** Sends `count` concurrent POST requests, alternately to both processes. */
  fire(count: number, path: string, body: (number: number) => object): Promise<Answers>;
}
interface Answers {
  /** Such as `{ 201: 10, 402: 190 }`. */
  readonly statuses: Readonly<Record<number, number>>;
  readonly bodies: ReadonlySet<string>;
}

interface Race {
  /** Of the account, scale by default. */
  readonly plan?: PlanName;
  /** The expected number of answers by status. */
  readonly expected: Readonly<Record<number, number>>;
  run(race: RaceList): Promise<Answers>;
  /** @returns other problems */
  check?(race: RaceList, answers: Answers): Promise<string[]>;
}

const signupsOf = ({ waitlist }: RaceList) => `/v1/waitlists/${waitlist}/signups`;
const checkEqualAnswers = async (_: RaceList, { bodies }: Answers) =>
  bodies.size === 1 ? [] : [`${bodies.size} different answers`];

const cases: Readonly<Record<string, Race>> = {
  '200 signups, room for 10 of 550': {
    plan: 'free',
    expected: { 201: 10, 402: 190 },
    async run(race) {
      await storeSignups(race.deployment.sql, race, 540);
      return race.fire(200, signupsOf(race), (number) => ({ email: `racer${number}@example.com` }));
    },
  },
  '40 waitlists, room for 4 of 5': {
    plan: 'launch',
    expected: { 201: 4, 402: 36 },
    run: (race) => race.fire(40, '/v1/waitlists', (number) => ({ name: `List ${number}` })),
  },
  '60 fields, room for 20': {
    expected: { 201: 20, 400: 40 },
    run: (race) =>
      race.fire(60, `/v1/waitlists/${race.waitlist}/fields`, (number) => ({
        key: `field_${number}`,
        label: 'Field',
        type: 'string',
      })),
  },
  '30 waitlists with the same name': {
    expected: { 201: 1, 409: 29 },
    run: (race) => race.fire(30, '/v1/waitlists', () => ({ name: 'The one' })),
  },
  '30 fields with the same key': {
    expected: { 201: 1, 409: 29 },
    run: (race) =>
      race.fire(30, `/v1/waitlists/${race.waitlist}/fields`, () => ({
        key: 'one',
        label: 'The one',
        type: 'string',
      })),
  },
  '100 signups with the same email': {
    expected: { 201: 100 },
    run: (race) => race.fire(100, signupsOf(race), () => ({ email: 'ada@example.com' })),
    check: checkEqualAnswers,
  },
  '100 signups that credit one referrer': {
    expected: { 201: 100 },
    async run(race) {
      const { bodies } = await race.fire(1, signupsOf(race), () => ({ email: 'referrer@example.com' }));
      const { referral_code } = JSON.parse([...bodies][0] ?? '{}');
      return race.fire(100, signupsOf(race), (number) => ({
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
 * Concurrent requests compete for the last free item of a limit or for one unique value, over two web
 * processes, each race 20 times. With `plantedBug` the unique index on waitlist names is dropped.
 */
export const races: FaultRun = async ({ plantedBug }) => {
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
      for (const [name, race] of Object.entries(cases)) {
        const list = await deployment.makeWaitlist();
        await deployment.sql`UPDATE accounts SET plan = ${race.plan ?? 'scale'} WHERE id = ${list.accountId}`;
        const raceList: RaceList = {
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
        const answers = await race.run(raceList);
        const [found, expected] = [JSON.stringify(answers.statuses), JSON.stringify(race.expected)];
        if (found !== expected) wrong.push(`${name}: ${found}, expected ${expected}`);
        for (const line of (await race.check?.(raceList, answers)) ?? []) wrong.push(`${name}: ${line}`);
      }
    }
    wrong.push(...(await findBrokenInvariants(deployment.sql)));
    const deadlocks = await countDeadlocks(deployment.sql);
    deployment.progress.end();
    return report(
      {
        races: rounds * Object.keys(cases).length,
        calls: calls.length,
        'longest call, ms': longestOf(calls).toFixed(0),
        'deadlocks in Postgres': deadlocks,
      },
      wrong,
    );
  } finally {
    await webs.stop();
    await deployment.close();
  }
};
