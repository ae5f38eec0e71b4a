import { setTimeout as sleep } from 'node:timers/promises';
import { lookUpDomains } from '../../src/shared/capabilities/trust/domains/look-up-domains.ts';
import { enqueueDueClaims } from '../../src/shared/capabilities/trust/domains/queries.ts';
import { openMailResolver } from '../../src/shared/capabilities/trust/domains/takes-mail.ts';
import { statement } from '../../src/shared/platform/postgres/transaction.ts';
import type { JobName } from '../../src/shared/platform/queue/jobs.ts';
import { type Deployment, startDeployment } from '../../test/support/deployment/deployment.ts';
import { notifyWorkers } from '../../test/support/deployment/notify-workers.ts';
import { startDnsServer } from '../../test/support/network/dns-server.ts';
import { findBrokenInvariants } from '../../test/support/storm/invariants.ts';
import { type FarmMail, startRefusing, startReporting } from './mail.ts';
import { farmers, type Kind, makePeople, openRandom, type Person, realReferrers } from './people.ts';

/** Two weeks in steps of four hours: between two steps all times of claims are moved back. */
const hoursPerStep = 4;
const steps = 84;
const size = 12_000;
const plantedSize = 2_400;
const concurrency = 16;
/** The domain of friends of the rival. */
const friends = 'friends.example';

/**
 * The least share of fakes without a working mailbox of their own that earn nothing, and the largest of real
 * people who lose a credit.
 */
const bounds = { fakes: 0.95, real: 0.005 };

interface Plan {
  readonly name: string;
  readonly people: number;
  readonly seed: number;
  readonly openMail: (people: readonly Person[]) => Promise<FarmMail>;
  /** The settings `abuse.reasons`. */
  readonly reasons: object;
  /** Whether a bug is planted, with which the run must fail. */
  readonly isPlanted: boolean;
}

const shipped = { people: size, seed: 1, openMail: startReporting, reasons: {}, isPlanted: false };
const planted = { ...shipped, people: plantedSize, isPlanted: true };
const plans: readonly Plan[] = [
  ...[1, 2, 3].map((seed) => ({ ...shipped, name: `as shipped, seed ${seed}`, seed })),
  { ...shipped, name: 'over SMTP with confirmation', openMail: startRefusing },
  { ...planted, name: 'planted: folding off', reasons: { alias: 'ignore' } },
  { ...planted, name: 'planted: settling ignores bounces', reasons: { bounced: 'ignore' } },
];

/**
 * Farms referral codes through HTTP: invented, disposable, aliased and dead addresses among real people, with
 * signed reports of deliveries and bounces, over two weeks; and once over a mail server that reports nothing.
 * Then somebody pours fakes on a rival's code. Fails if a bound is missed, or if a planted bug is not.
 */
export async function farm(): Promise<void> {
  for (const plan of plans) {
    const passed = await run(plan);
    const isExpected = passed !== plan.isPlanted;
    console.log(
      `${plan.name}: ${passed ? 'passed' : 'failed'}, ${isExpected ? 'as expected' : 'NOT as expected'}`,
    );
    if (!isExpected) process.exitCode = 1;
  }
}

async function run({ name, people: count, seed, openMail, reasons, isPlanted }: Plan): Promise<boolean> {
  const dns = await startDnsServer({ 'a.root-servers.net': { a: '198.41.0.4' } });
  const people = makePeople(count, steps, openRandom(seed));
  const mail = await openMail(people);
  for (const { email, kind } of people) {
    const domain = email.slice(email.indexOf('@') + 1);
    if (kind !== 'dead domains') dns.names.set(domain, { mx: [`mx.${domain}`] });
    else if (domain.includes('.null.')) dns.names.set(domain, { mx: ['.'] });
  }
  dns.names.set(friends, { mx: [`mx.${friends}`] });
  const deployment = await startDeployment(
    { webs: 1, workers: 1 },
    {
      ...mail.env,
      MANAGED_EMAIL_FROM: 'Acme <hello@acme.test>',
      OUTBOUND_ALLOW_HOSTS: '127.0.0.1',
      DNS_SERVERS: dns.address,
    },
  );
  try {
    const list = await openList(deployment, { ...mail.settings, abuse: { mode: 'enforce', reasons } });
    for (let step = 0; step < steps; step++) {
      deployment.progress.show(`${name}: step ${step + 1} of ${steps}`);
      await list.signUpAll(people.filter((person) => person.step === step));
      await settle(deployment, () => mail.pass(list.post), dns.address);
      await moveBack(deployment, hoursPerStep);
    }
    await moveBack(deployment, 72);
    await settle(deployment, async () => {}, dns.address);
    deployment.progress.end();
    const passed = await judgeRun(deployment, people);
    const confirm = () => settle(deployment, () => mail.pass(list.post), dns.address);
    const restored = !isPlanted ? await pourOnRival(deployment, list, confirm) : true;
    const broken = await findBrokenInvariants(deployment.sql);
    if (broken.length > 0) console.log(broken.slice(0, 10).join('\n'));
    return passed && restored && broken.length === 0;
  } finally {
    await deployment.close();
    await mail.close();
    await dns.close();
  }
}

type List = Awaited<ReturnType<typeof openList>>;

/** A waitlist that judges, with everybody whose codes are passed. */
async function openList({ makeWaitlist, sql, urls }: Deployment, settings: object) {
  const { accountId, key, waitlist } = await makeWaitlist();
  await sql`UPDATE accounts SET managed_emails_per_month = 1000000 WHERE id = ${accountId}`;
  const call = async <Answer>(method: string, path: string, body: unknown): Promise<Answer> => {
    const response = await fetch(`${urls[0]}/v1/waitlists/${waitlist}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Answer;
  };
  await call('PATCH', '/settings', settings);
  const codes: string[] = [];
  const owners = ['news@letters.example', 'boss@office.example', 'rep@campus.example'];
  for (let at = 0; at < realReferrers + farmers; at++) {
    const email = owners[at] ?? `owner${at}@owner${at}.example`;
    const client_ip = `5.${at % 200}.1.1`;
    codes.push(
      (await call<{ referral_code: string }>('POST', '/signups', { email, client_ip })).referral_code,
    );
  }
  return {
    waitlist,
    codes,
    call,
    /** Calls the service itself, with the key unless the headers say who calls. */
    async post(path: string, body: string, headers?: Record<string, string>): Promise<void> {
      const response = await fetch(`${urls[0]}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
        body,
      });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`POST ${path} was answered ${response.status}`);
    },
    async signUpAll(people: readonly Person[]): Promise<void> {
      const left = people.values();
      const work = async () => {
        for (const { email, referrer, client_ip, user_agent } of left)
          await call('POST', '/signups', { email, referral_code: codes[referrer], client_ip, user_agent });
      };
      await Promise.all(Array.from({ length: concurrency }, work));
    },
  };
}

/**
 * Waits until nothing is pending: mails are sent, then reported, then the claims are judged. What workers do
 * every five seconds is asked for at once, because four hours of the policy pass meanwhile.
 */
async function settle(deployment: Deployment, between: () => Promise<void>, dns: string): Promise<void> {
  const { sql, progress } = deployment;
  const drain = async (job: JobName) => {
    while ((await sql`SELECT 1 FROM outbox WHERE job = ${job} LIMIT 1`).length > 0) await sleep(20);
  };
  await drain('send-signup-email');
  await between();
  await drain('apply-email-event');
  const never = new AbortController().signal;
  for (;;) {
    const dead = await lookUpDomains({ sql }, openMailResolver([dns]), never);
    const due = await statement(sql, (tx) => enqueueDueClaims(tx, 200));
    const [waiting] = await sql<{ account_id: string; ids: string[] }[]>`
      SELECT account_id, array_agg(id) AS ids FROM outbox WHERE job = 'judge-referral' GROUP BY 1`;
    if (waiting) await notifyWorkers(deployment, 'judge-referral', waiting.account_id, waiting.ids);
    await drain('judge-referral');
    if (dead.length === 0 && due.length === 0) return progress.end();
  }
}

/** Lets time pass for everything that the policy measures. */
async function moveBack({ sql }: Deployment, hours: number): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`SET LOCAL statement_timeout = 0`;
    await tx`
      UPDATE referral_claims SET created_at = created_at - make_interval(hours => ${hours}), settles_at = settles_at - make_interval(hours => ${hours})`;
    await tx`UPDATE referral_claim_counts SET paced_until = paced_until - make_interval(hours => ${hours})`;
  });
}

/** Prints what each kind earned. @returns whether the bounds hold */
async function judgeRun({ sql }: Deployment, people: readonly Person[]): Promise<boolean> {
  const rows = await sql<{ email: string; credited: boolean }[]>`
    SELECT s.email, c.credited FROM referral_claims c JOIN signups s ON s.account_id = c.account_id AND s.id = c.signup_id`;
  const credited = new Map(rows.map((row) => [row.email, row.credited]));
  const kinds = new Map<Kind, { people: number; credited: number }>();
  for (const { kind, email } of people) {
    const sum = kinds.get(kind) ?? { people: 0, credited: 0 };
    kinds.set(kind, {
      people: sum.people + 1,
      credited: sum.credited + Number(credited.get(email) ?? false),
    });
  }
  const share = ({ people: all, credited: some }: { people: number; credited: number }) => some / all;
  console.table(
    Object.fromEntries(
      [...kinds].map(([kind, sum]) => [
        kind,
        { ...sum, 'earn nothing': `${(100 - share(sum) * 100).toFixed(1)} %` },
      ]),
    ),
  );
  const without = [...kinds]
    .filter(([kind]) => kind !== 'real' && kind !== 'bought mailboxes')
    .map(([, sum]) => sum);
  const total = without.reduce((a, b) => ({
    people: a.people + b.people,
    credited: a.credited + b.credited,
  }));
  const real = kinds.get('real') ?? { people: 1, credited: 0 };
  const [nothing, lost] = [1 - share(total), 1 - share(real)];
  console.log(
    `Fakes without a mailbox of their own that earn nothing: ${(nothing * 100).toFixed(2)} %. Real people who lose a credit: ${(lost * 100).toFixed(2)} %.`,
  );
  return nothing >= bounds.fakes && lost <= bounds.real;
}

/**
 * Fakes on the code of somebody else cost that person nothing that approving does not restore. `confirm` has
 * people confirm their addresses, where the list asks for that.
 */
async function pourOnRival(
  { sql }: Deployment,
  { call, codes, waitlist }: List,
  confirm: () => Promise<void>,
): Promise<boolean> {
  const rival = realReferrers - 1;
  const countOf = async () => {
    const [row] = await sql<{ id: string; referral_count: number; claims: number }[]>`
      SELECT s.id, s.referral_count, c.claims FROM signups s
      JOIN referral_claim_counts c ON c.account_id = s.account_id AND c.referrer_id = s.id
      WHERE s.referral_code = ${codes[rival] ?? ''}`;
    return row ?? { id: '', referral_count: 0, claims: 0 };
  };
  const before = await countOf();
  for (let at = 0; at < 200; at++)
    await call('POST', '/signups', {
      email: `rival${at}@mailinator.com`,
      referral_code: codes[rival],
      client_ip: `77.1.${at}.1`,
    });
  const poured = await countOf();
  const friend = await call<{ id: string }>('POST', '/signups', {
    ...{ email: `friend@${friends}`, referral_code: codes[rival], client_ip: '77.2.1.1' },
  });
  await call('POST', `/reviews/${friend.id}/approve`, {});
  const approved = await countOf();
  await call('POST', '/reviews/bulk', { action: 'approve', filter: { referrer_id: before.id } });
  const restored = await countOf();
  await call('POST', '/signups', {
    ...{ email: `next@${friends}`, referral_code: codes[rival], client_ip: '77.3.1.1' },
  });
  await confirm();
  const later = await countOf();
  console.log(
    `A rival’s code on ${waitlist.slice(0, 8)}: ${before.referral_count} credits, ${poured.referral_count} after 200 fakes, ${approved.referral_count} with a friend approved, ${restored.referral_count} of ${restored.claims} after approving all, ${later.referral_count} with another friend`,
  );
  return (
    poured.referral_count === before.referral_count &&
    approved.referral_count === before.referral_count + 1 &&
    restored.referral_count === restored.claims &&
    later.referral_count === restored.referral_count + 1
  );
}
