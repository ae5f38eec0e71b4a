import { randomUUID } from 'node:crypto';
import type { Sql } from '../../../src/shared/platform/postgres/connection.ts';
import { type Deployment, startDeployment } from '../../support/deployment/deployment.ts';
import {
  type FakeResend,
  managedOver,
  managedSecret,
  signResendEvent,
  startFakeResend,
} from '../../support/fakes/resend.ts';
import { callerAddress } from '../../support/network/caller-address.ts';
import { countDeadlocks, findBrokenInvariants } from '../../support/storm/invariants.ts';
import { randomFrom } from '../../support/storm/random.ts';
import { until } from '../../support/until.ts';
import { readFeed } from '../events/read-feed.ts';
import { type FaultRun, missedOne, report, unless } from '../fault-run.ts';
import { countPending, each, range, repeat } from '../support/clients.ts';
import { startKilledWorkers } from '../support/killed-workers.ts';
import { startWebs } from '../support/web-processes.ts';

const inFull = { people: 8_000, kills: 30 };
const withPlantedBug = { people: 800, kills: 4 };
/** The first signups, whose codes all others use. */
const referrers = 20;
const longestWaitSeconds = 300;
const domains = ['real.example', 'mailinator.com', 'office.example', 'gmail.com'];

/**
 * People sign up with codes, while others are removed, mails come back, and reviews are approved and
 * rejected, one by one and in bulk, all at random on the same signups (N4). Meanwhile a web and a worker
 * process are killed in turn. In the end all counts agree, and the events of each referral end at what it is.
 * With `plantedBug` some claims lose their mark behind the service's back.
 */
export const judgedCredits: FaultRun = async ({ plantedBug, seed }) => {
  const { people, kills } = plantedBug ? withPlantedBug : inFull;
  const resend = await startFakeResend();
  const deployment = await startDeployment(
    { webs: 0, workers: 0 },
    { OUTBOUND_ALLOW_HOSTS: '127.0.0.1', ...managedOver(resend) },
  );
  const webs = await startWebs([deployment.env, deployment.env]);
  const workers = await startKilledWorkers(2, deployment.env, seed);
  const { sql, progress } = deployment;
  const random = randomFrom(seed);
  const below = (count: number) => Math.floor(random() * count);
  const anyUrl = () => webs.urls[below(webs.urls.length)];
  try {
    const list = await deployment.makeWaitlist();
    await sql`UPDATE accounts SET managed_emails_per_month = 1000000 WHERE id = ${list.accountId}`;
    await readFeed(deployment, list.accountId); // begins it
    const refused: string[] = [];
    const call = async (
      method: string,
      path: string,
      body: object | undefined,
      expected: readonly number[],
    ) => {
      const answer = await repeat(() =>
        fetch(`${anyUrl()}/v1/waitlists/${list.waitlist}${path}`, {
          method,
          headers: {
            authorization: `Bearer ${list.key}`,
            ...(body && { 'content-type': 'application/json' }),
            'x-forwarded-for': callerAddress(below(1e6)),
          },
          ...(body && { body: JSON.stringify(body) }),
        }),
      );
      const text = await answer.text();
      if (!expected.includes(answer.status)) refused.push(`${method} ${path}: ${answer.status} ${text}`);
      return text;
    };
    const abuse = {
      mode: 'enforce',
      velocity: { per_hour: 60, burst: 60 },
      settle_hours: 1,
      hold_email: true,
    };
    await call('PATCH', '/settings', { abuse: { ...abuse, reasons: { tainted_code: 'ignore' } } }, [200]);
    const signUp = async (body: object) =>
      JSON.parse(await call('POST', '/signups', body, [201])) as { id: string; referral_code: string };
    const codes: string[] = [];
    for (const number of range(referrers))
      codes.push((await signUp({ email: `owner${number}@owner${number}.example` })).referral_code);

    const ids: string[] = [];
    const done = { signups: 0, removals: 0, reports: 0, decisions: 0, bulks: 0 };
    const started = performance.now();
    const steps: readonly (() => Promise<void>)[] = [
      async () => {
        done.removals += 1;
        await call('DELETE', `/signups/${ids[below(ids.length)]}`, undefined, [204, 404]);
      },
      ...range(3).map(() => async () => {
        done.reports += 1;
        await reportMail(anyUrl, resend, below);
      }),
      ...range(4).map(() => async () => {
        done.decisions += 1;
        const decision = random() < 0.5 ? 'approve' : 'reject';
        await call('POST', `/reviews/${ids[below(ids.length)]}/${decision}`, undefined, [200, 404]);
      }),
    ];
    const work = each(range(people), async (number) => {
      const email = `${number % 3 === 0 ? `farmer+${number}` : `person${number}`}@${domains[below(domains.length)]}`;
      const { id } = await signUp({ email, referral_code: codes[number % referrers] });
      done.signups += 1;
      ids.push(id);
      await steps[below(steps.length)]?.();
      if (number % 100 === 99) {
        done.bulks += 1;
        const action = random() < 0.5 ? 'approve' : 'reject';
        const reason = random() < 0.5 ? 'disposable_domain' : 'alias';
        await call('POST', '/reviews/bulk', { action, filter: { reason } }, [200]);
      }
    });
    for (let kill = 1; kill <= kills; kill++) {
      progress.show(`Kill ${kill} of ${kills}, ${done.signups} signups`);
      await until(async () => done.signups >= (people * kill) / (kills + 2), longestWaitSeconds);
      await (kill % 2 === 0 ? workers.killOne() : webs.replace(below(webs.urls.length)));
      await letTimePass(sql);
      if (plantedBug) await loseMarks(sql);
    }
    await work;
    const seconds = (performance.now() - started) / 1_000;
    progress.show('Waiting for pending mails, events and decisions');
    await until(async () => (await countPending(sql)) === 0, longestWaitSeconds);
    progress.end();

    const wrong = [
      ...refused,
      ...(await compareEvents(deployment, list.accountId)),
      ...(await findBrokenInvariants(sql)),
    ];
    const deadlocks = await countDeadlocks(sql);
    const [claims] = await sql<[{ credited: number; withheld: number; reviewed: number }]>`
      SELECT count(*) FILTER (WHERE credited) AS credited, count(*) FILTER (WHERE NOT credited) AS withheld,
             count(*) FILTER (WHERE state <> 'open') AS reviewed FROM referral_claims`;
    const passed = report({ ...done, kills, deadlocks, ...claims, seconds: seconds.toFixed(1) }, [
      ...wrong,
      ...unless(deadlocks === 0, `${deadlocks} deadlocks`),
    ]);
    return plantedBug ? missedOne({ 'claims that lost their mark': wrong }) : passed;
  } finally {
    await workers.stop();
    await webs.stop();
    await deployment.close();
    await resend.close();
  }
};

/** Reports on a random mail that left, as the provider would. */
async function reportMail(
  anyUrl: () => string | undefined,
  { mails }: FakeResend,
  below: (count: number) => number,
): Promise<void> {
  const taken = [...mails];
  const [id, mail] = taken[below(taken.length)] ?? [];
  if (!id || !mail) return;
  const tags = Object.fromEntries(
    (mail.tags as { name: string; value: string }[]).map(({ name, value }) => [name, value]),
  );
  const type = ['delivered', 'bounced', 'complained'][below(3)];
  const body = JSON.stringify({
    type: `email.${type}`,
    created_at: new Date().toISOString(),
    data: { email_id: id, tags },
  });
  const headers = signResendEvent(managedSecret, randomUUID(), Math.floor(Date.now() / 1_000), body);
  await repeat(() =>
    fetch(`${anyUrl()}/v1/webhooks/email_provider`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    }),
  );
}

/** Fast referrals are due to settle. */
async function letTimePass(sql: Sql): Promise<void> {
  await sql`UPDATE referral_claims SET settles_at = clock_timestamp() WHERE settles_at IS NOT NULL`;
}

/** Some credited claims look as if they were not, but their signups and counts stay. */
async function loseMarks(sql: Sql): Promise<void> {
  await sql`
    UPDATE referral_claims SET credited = false, state = 'open' WHERE signup_id IN (
      SELECT signup_id FROM referral_claims WHERE credited LIMIT 3)`;
}

/** Referrals that are credited now have one more credit than revocation, the others as many. */
async function compareEvents(deployment: Deployment, accountId: string): Promise<string[]> {
  const balance = new Map<string, number>();
  for (const { type, data } of await readFeed(deployment, accountId)) {
    const { id } = data as { id: string };
    if (type === 'referral.credited') balance.set(id, (balance.get(id) ?? 0) + 1);
    if (type === 'referral.revoked') balance.set(id, (balance.get(id) ?? 0) - 1);
  }
  const claims = await deployment.sql<{ signup_id: string; credited: boolean }[]>`
    SELECT signup_id, credited FROM referral_claims`;
  return claims.flatMap(({ signup_id, credited }) =>
    unless(
      (balance.get(signup_id) ?? 0) === Number(credited),
      `events of ${signup_id} end at ${balance.get(signup_id) ?? 0}, it is ${credited ? '' : 'not '}credited`,
    ),
  );
}
