import type { Sql } from '../../../src/shared/platform/postgres/connection.ts';
import { type Deployment, startDeployment } from '../../support/deployment/deployment.ts';
import { setResend } from '../../support/deployment/operator.ts';
import { type FakeResend, startFakeResend } from '../../support/fakes/resend.ts';
import { callerAddress } from '../../support/network/caller-address.ts';
import { findBrokenInvariants } from '../../support/storm/invariants.ts';
import { randomFrom } from '../../support/storm/random.ts';
import { until } from '../../support/until.ts';
import { readFeed } from '../events/read-feed.ts';
import { type FaultRun, missedOne, report, unless } from '../fault-run.ts';
import { countPending, each, range, repeat } from '../support/clients.ts';
import { startKilledWorkers } from '../support/killed-workers.ts';
import { startWebs } from '../support/web-processes.ts';

const inFull = { people: 10_000, kills: 40 };
const withPlantedBug = { people: 1_000, kills: 6 };
/** The first signups, whose codes all others use in turn. */
const referrers = 100;
const longestWaitSeconds = 300;
const subjects = { confirm: /^Confirm your place/, signup: /^You’re #/ };

type Mails = ReadonlyMap<string, Record<string, unknown>>;

/**
 * 10,000 people confirm, each by two POSTs at once, with the GETs of a mail scanner before, between and after
 * (N3). Meanwhile a web and a worker process are killed in turn. Each is confirmed once, gets one mail of
 * each kind and brings one credit. With `plantedBug` some confirmations are taken back behind the service's
 * back, so that they count twice.
 */
export const confirmations: FaultRun = async ({ plantedBug, seed }) => {
  const { people, kills } = plantedBug ? withPlantedBug : inFull;
  const resend = await startFakeResend();
  const deployment = await startDeployment(
    { webs: 0, workers: 0 },
    { RESEND_API_URL: resend.url, OUTBOUND_ALLOW_HOSTS: '127.0.0.1', BASE_URL: 'https://waitlist.test' },
  );
  const webs = await startWebs([deployment.env, deployment.env]);
  const workers = await startKilledWorkers(2, deployment.env, seed);
  const { sql, progress } = deployment;
  const random = randomFrom(seed);
  const anyUrl = () => webs.urls[Math.floor(random() * webs.urls.length)];
  try {
    const list = await deployment.makeWaitlist();
    await setResend(deployment, list.accountId);
    await readFeed(deployment, list.accountId); // begins it
    const call = (method: string, path: string, body: object) =>
      fetch(`${anyUrl()}/v1/waitlists/${list.waitlist}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${list.key}`,
          'content-type': 'application/json',
          'x-forwarded-for': callerAddress(Math.floor(random() * 1e6)),
        },
        body: JSON.stringify(body),
      });
    const settings = { confirmation: { enabled: true, credit: 'on_confirm' } };
    if (!(await call('PATCH', '/settings', settings)).ok) throw new Error('The settings were refused');

    progress.show('Signing up');
    const codes: string[] = [];
    await each(range(people), async (number) => {
      const referral_code = codes[number % referrers];
      const body = { email: emailOf(number), ...(number >= referrers && { referral_code }) };
      const answer = (await (await repeat(() => call('POST', '/signups', body))).json()) as {
        referral_code: string;
      };
      if (number < referrers) codes[number] = answer.referral_code;
    });
    await until(async () => mailsOf(resend.mails, subjects.confirm).size === people, longestWaitSeconds);
    const links = [...mailsOf(resend.mails, subjects.confirm).values()].flatMap(([first]) => linkIn(first));

    let [confirmed, scans] = [0, 0];
    const refused: string[] = [];
    const started = performance.now();
    const scan = async (path: string) => {
      await (await repeat(() => fetch(`${anyUrl()}${path}`))).text();
      scans += 1;
    };
    const confirm = async (path: string) => {
      const { status } = await repeat(() => fetch(`${anyUrl()}${path}`, { method: 'POST' }));
      if (status !== 200) refused.push(`a confirmation was answered ${status}`);
    };
    const confirming = each(links, async (path) => {
      await scan(path);
      await Promise.all([confirm(path), scan(path), confirm(path)]);
      await scan(path);
      confirmed += 1;
    });
    for (let kill = 1; kill <= kills; kill++) {
      progress.show(`Kill ${kill} of ${kills}, ${confirmed} confirmed`);
      await until(async () => confirmed >= (people * kill) / (kills + 2), longestWaitSeconds);
      await (kill % 2 === 0 ? workers.killOne() : webs.replace(Math.floor(random() * webs.urls.length)));
      if (plantedBug) await takeBack(sql, list.waitlist);
    }
    await confirming;
    if (plantedBug) await each(links, confirm);
    const seconds = (performance.now() - started) / 1_000;
    progress.show('Waiting for pending mails and events');
    await until(async () => (await countPending(sql)) === 0, longestWaitSeconds);
    progress.end();

    const wrong = [
      ...refused,
      ...(await compare(deployment, list, resend, people)),
      ...(await findBrokenInvariants(sql)),
    ];
    const figures = {
      people,
      POSTs: 2 * people,
      'GETs of the scanner': scans,
      kills,
      seconds: seconds.toFixed(1),
    };
    const passed = report(figures, wrong);
    return plantedBug ? missedOne({ 'confirmations taken back': wrong }) : passed;
  } finally {
    await workers.stop();
    await webs.stop();
    await deployment.close();
    await resend.close();
  }
};

const emailOf = (number: number) => `person${number}@example.com`;
/** The accepted mails whose subject matches, by recipient. */
function mailsOf(mails: Mails, subject: RegExp): Map<string, Record<string, unknown>[]> {
  const found = new Map<string, Record<string, unknown>[]>();
  for (const mail of mails.values())
    if (subject.test(String(mail.subject)))
      found.set(String(mail.to), [...(found.get(String(mail.to)) ?? []), mail]);
  return found;
}

function linkIn(mail: Record<string, unknown> | undefined): string[] {
  const [, path] = /href="https:\/\/waitlist\.test(\/c\/[\w-]+)"/.exec(String(mail?.html)) ?? [];
  return path === undefined ? [] : [path];
}

/** Takes back some confirmations with their marks, but neither their credits nor what was counted. */
async function takeBack(sql: Sql, waitlist: string): Promise<void> {
  await sql`
    UPDATE signups SET confirmed_at = NULL, uncredited = 'unconfirmed' WHERE id IN (
      SELECT id FROM signups WHERE waitlist_id = ${waitlist} AND confirmed_at IS NOT NULL AND referred_by IS NOT NULL LIMIT 5)`;
}

/** What differs from one confirmation, one event, one mail of each kind and one credit for each person. */
async function compare(
  deployment: Deployment,
  { accountId, waitlist }: { accountId: string; waitlist: string },
  { mails }: FakeResend,
  people: number,
): Promise<string[]> {
  const { sql } = deployment;
  const rows = await sql<{ email: string; confirmed: boolean; referral_count: number; referred: boolean }[]>`
    SELECT email, confirmed_at IS NOT NULL AS confirmed, referral_count, referred_by IS NOT NULL AS referred
    FROM signups WHERE waitlist_id = ${waitlist} ORDER BY position`;
  const credits = rows.reduce((sum, { referral_count }) => sum + referral_count, 0);
  const eventsOf = new Map<string, number>();
  for (const { type, data } of await readFeed(deployment, accountId))
    if (type === 'signup.confirmed') {
      const { email } = data as { email: string };
      eventsOf.set(email, (eventsOf.get(email) ?? 0) + 1);
    }
  return [
    ...unless(rows.length === people, `${rows.length} signups`),
    ...unless(credits === people - referrers, `${credits} credits for ${people - referrers} referred people`),
    ...rows.flatMap(({ email, confirmed }) => [
      ...unless(confirmed, `${email} is not confirmed`),
      ...unless(eventsOf.get(email) === 1, `${email} has ${eventsOf.get(email) ?? 0} events`),
    ]),
    ...Object.entries(subjects).flatMap(([kind, subject]) => {
      const sent = mailsOf(mails, subject);
      return rows.flatMap(({ email }) =>
        unless(
          sent.get(email)?.length === 1,
          `${email} got ${sent.get(email)?.length ?? 0} mails of the kind ${kind}`,
        ),
      );
    }),
  ];
}
