import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Check } from '../../../../src/cli/doctor/check.ts';
import { listEvents } from '../../../../src/shared/events/feed/list-events.ts';
import { findLastSeq } from '../../../../src/shared/events/feed/queries.ts';
import { EventQuery, toCursor } from '../../../../src/shared/events/feed/schema.ts';
import { waitlistProcess } from '../../../cli/cli.ts';
import { findPgBackRest, startArchived } from '../../../support/deployment/backup.ts';
import { findDistributionPostgres } from '../../../support/deployment/cluster.ts';
import { type Deployment, startDeployment } from '../../../support/deployment/deployment.ts';
import { asOperator, setResend, setWebhook } from '../../../support/deployment/operator.ts';
import { type FakeProvider, startFakeProvider } from '../../../support/fakes/fake-provider.ts';
import { type FakeResend, startFakeResend } from '../../../support/fakes/resend.ts';
import { type MailSink, startMailSink } from '../../../support/mail-sink.ts';
import { startTcpProxy, throughPort } from '../../../support/network/tcp-proxy.ts';
import { startOwnRedis } from '../../../support/service/own-redis.ts';
import type { ServiceProcess } from '../../../support/service/processes.ts';
import { checkHistory } from '../../../support/storm/check-history.ts';
import { joinHistories } from '../../../support/storm/history.ts';
import { until } from '../../../support/until.ts';
import { type FaultRun, missedOne, report, unless } from '../../fault-run.ts';
import { postOnce } from '../../support/clients.ts';
import { type Load, persistentClients, startLoad } from '../../support/load.ts';
import { countDeliveries } from '../../support/pending-jobs.ts';
import { type HistoryUntil, historyUntil } from './history-until.ts';

const loadMs = 3_000;
/** Workers stand still so long before the moment: mails and deliveries wait at it, and leave behind it. */
const pausedMs = 1_500;
const clients = { ...persistentClients, concurrency: 8, perSecond: 60 } as const;
const providerMs = 20;
/** So many over each provider, before everything stops. */
const leastMails = 100;
/** With the planted bug the database is restored to a moment so long before. */
const tooEarlySeconds = 2;

interface Scenario {
  readonly name: string;
  /** Whether Redis still has what it had when everything stopped. */
  readonly keepsRedis: boolean;
  /** What the doctor is asked to do. */
  readonly wishes: readonly string[];
  /** Whether the doctor can ask the database as it was at the end. */
  readonly asksOld?: boolean;
}

const scenarios: readonly Scenario[] = [
  { name: 'same Redis, mails are let go', keepsRedis: true, wishes: [] },
  { name: 'same Redis, mails are held', keepsRedis: true, wishes: ['--hold-mails', '--leave-gap', '0'] },
  { name: 'empty Redis, mails are held', keepsRedis: false, wishes: ['--hold-mails', '--leave-gap', '0'] },
  {
    name: 'same Redis, mails are held that had left',
    keepsRedis: true,
    wishes: ['--hold-mails', '--leave-gap', '0'],
    asksOld: true,
  },
];

/**
 * Two lists get signups, mails over SMTP and over Resend, and deliveries, while pgBackRest archives. After a
 * full backup a moment is noted; more follows; everything is killed, and the database is restored to that
 * moment with `ops/pgbackrest`, under the Redis of the end or an empty one. What was answered before is there
 * once, what was asked for after is not, the lists go on, and what Redis remembers does no harm. A mail that
 * left after the moment goes again only over SMTP, and not if the doctor held it. With `plantedBug` the
 * database is restored to an earlier moment, and held mails are queued again. Not tried without pgBackRest.
 */
export const restore: FaultRun = async ({ plantedBug, seed, only }) => {
  const bin = await findDistributionPostgres();
  const version = await findPgBackRest();
  if (version === undefined || bin === undefined) {
    console.error('pgbackrest, or the Postgres that it supports, is not installed: restores are not tried');
    return 'not tried';
  }
  const given = process.env.POSTGRES_BIN;
  process.env.POSTGRES_BIN ||= bin; // pgBackRest reads no cluster of a newer server than it knows
  try {
    const chosen = plantedBug
      ? scenarios.slice(1, 2)
      : scenarios.filter(({ name }) => name.includes(only ?? ''));
    const results: boolean[] = [];
    for (const scenario of chosen) results.push(await run(scenario, plantedBug, seed));
    return plantedBug ? results.includes(true) : results.every(Boolean);
  } finally {
    if (given === undefined) delete process.env.POSTGRES_BIN;
    else process.env.POSTGRES_BIN = given;
  }
};

interface List {
  readonly accountId: string;
  readonly key: string;
  readonly waitlist: string;
}

async function run(scenario: Scenario, plantedBug: boolean, seed: number): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'waitlist-deployment-'));
  const archived = await startArchived(folder);
  let { cluster } = archived;
  const proxy = await startTcpProxy(cluster.port);
  const redis = await startOwnRedis();
  const sink = await startMailSink({ beforeAnswer: () => sleep(providerMs) });
  const resend = await startFakeResend({ delayMs: providerMs });
  const receiver = await startFakeProvider(() => ({ status: 200 }), { delayMs: providerMs });
  const deployment = await startDeployment(
    { webs: 0, workers: 0 },
    {
      DATABASE_URL: throughPort(cluster.url, proxy.port),
      REDIS_URL: redis.url,
      MANAGED_EMAIL_URL: sink.url,
      RESEND_API_URL: resend.url,
      OUTBOUND_ALLOW_HOSTS: '127.0.0.1',
    },
  );
  const { sql, progress } = deployment;
  let processes: ServiceProcess[] = [];
  let loads: Load[] = [];
  try {
    const lists: [List, List] = [await deployment.makeWaitlist(), await deployment.makeWaitlist()];
    const [, overResend] = lists;
    await setResend(deployment, overResend.accountId);
    for (const { accountId } of lists)
      await setWebhook(deployment, accountId, `${receiver.url}/${accountId}`);
    await readBehind(deployment, overResend, 0); // begins its feed
    processes = await startAll(deployment);
    let seeds = (seed % 200) * 5;
    const start = () =>
      lists.map((list) => startLoad({ ...list, ...clients, urls: urlsOf(processes), seed: ++seeds }));
    const stop = async () => {
      const histories = await Promise.all(loads.map((load) => load.stop()));
      loads = [];
      return histories;
    };
    const signalWorkers = (signal: NodeJS.Signals) => {
      for (const { child } of processes.slice(1)) child.kill(signal);
    };

    progress.show(`${scenario.name}: a full backup under load`);
    loads = start();
    await sleep(1_000);
    await archived.backUp();
    await sleep(loadMs);
    signalWorkers('SIGSTOP');
    await sleep(pausedMs);
    const from = performance.now();
    const [{ time, planted }] = await sql<[{ time: string; planted: string }]>`
      SELECT now::text AS time, (now - make_interval(secs => ${tooEarlySeconds}))::text AS planted FROM clock_timestamp() AS now`;
    const moment = { from, to: performance.now() };
    const atMoment = { sink: new Map(sink.messages), resend: mailsOf(resend) };
    signalWorkers('SIGCONT');
    progress.show(`${scenario.name}: more load behind the moment`);
    const haveLeft = () =>
      countMore(sink.messages, atMoment.sink) >= leastMails &&
      countMore(mailsOf(resend), atMoment.resend) >= leastMails;
    await until(async () => haveLeft(), 60);
    await sleep(loadMs);
    const key = crypto.randomUUID();
    const keyed = { email: 'keyed@example.com' };
    const firstAnswer = await signUp(urlsOf(processes)[0] ?? '', overResend, keyed, key);
    signalWorkers('SIGSTOP'); // Redis still has notifications at the end
    await sleep(500);
    const before = await stop();
    const cursor = (await findLastSeq(sql, overResend.accountId)) ?? 0;
    await archived.archiveAll();
    await Promise.all(processes.map((each) => each.stop('SIGKILL')));
    const [{ underWay }] = await sql<[{ underWay: number }]>`
      SELECT count(*) AS "underWay" FROM mails WHERE state = 'sending'`;
    await cluster.kill();
    const old = cluster;
    if (!scenario.keepsRedis) {
      await redis.kill();
      await redis.restart({ empty: true });
    }
    const atEnd = {
      sink: new Map(sink.messages),
      resend: mailsOf(resend),
      deliveries: receiver.requests.length,
    };

    progress.show(`${scenario.name}: restoring`);
    const restoring = performance.now();
    cluster = await archived.restoreTo(plantedBug ? planted : time, join(folder, '1'));
    proxy.switchTo(cluster.port);
    const restoreSeconds = (performance.now() - restoring) / 1_000;
    const [until0, until1] = [
      await splitOf(deployment, lists[0], before[0], moment),
      await splitOf(deployment, lists[1], before[1], moment),
    ];
    if (scenario.asksOld) await old.start();
    const told = await doctor(deployment, [
      ...scenario.wishes,
      ...(scenario.asksOld ? ['--old-database', old.url] : []),
    ]);
    await old.close();
    if (plantedBug) await sql`UPDATE mails SET state = 'queued' WHERE state = 'sending'`;
    const restored = new Set((await sql<{ id: string }[]>`SELECT id FROM signups`).map(({ id }) => id));

    progress.show(`${scenario.name}: going on`);
    processes = await startAll(deployment);
    const secondAnswer = await signUp(urlsOf(processes)[0] ?? '', overResend, keyed, key);
    loads = start();
    await sleep(loadMs);
    const after = await stop();
    await until(
      async () => (await sql`SELECT 1 FROM outbox WHERE due_at < 'infinity' LIMIT 1`).length === 0,
      120,
    );
    const logged = processes.flatMap(({ log }) => log.filter(({ level }) => Number(level) >= 50));

    progress.show(`${scenario.name}: checking`);
    const missing = [...until0.missing, ...until1.missing];
    const lostEarly = missing.map(({ email }) => `lost: ${email} was answered before the moment`);
    const wrongLists = [
      ...(await checkHistory(sql, lists[0].waitlist, joinHistories([until0.kept, after[0] ?? empty]))),
      ...(await checkHistory(
        sql,
        lists[1].waitlist,
        withKeyed(joinHistories([until1.kept, after[1] ?? empty]), secondAnswer, keyed.email),
      )),
    ];
    const mails = await countMails(deployment, restored, sink, resend);
    const leftBehind = countMore(atEnd.sink, atMoment.sink) + countMore(atEnd.resend, atMoment.resend);
    const events = await countEvents(deployment, receiver);
    const seen = await readBehind(deployment, overResend, cursor);
    const lost = [...until0.lost, ...until1.lost];
    const given = positionsOf(after.flatMap(({ signups }) => signups.flatMap(({ body }) => body ?? [])));
    const newIds = new Set(after[1]?.signups.flatMap(({ body }) => body?.id ?? []));
    const missedEvents = [...newIds].filter((id) => !restored.has(id) && !seen.has(id)).length;
    const isHeld = scenario.wishes.length > 0;
    const warned = sumOf(told.before, 'restored_mails');
    progress.end();
    console.log(`${scenario.name}${plantedBug ? ', with a planted bug' : ''}`);
    const doubled = [
      ...unless(mails.resendTwice === 0, `${mails.resendTwice} mails went twice over Resend`),
      ...unless(
        !isHeld || mails.smtpTwice === 0,
        `${mails.smtpTwice} mails went twice over SMTP, although held`,
      ),
    ];
    const passed = report(
      {
        'answered before the moment, and there': until0.kept.signups.length + until1.kept.signups.length,
        'answered after it, and gone': lost.length,
        'of these, positions given again': lost.filter(({ body }) => given.has(body?.position ?? 0)).length,
        'mails that left between moment and end': leftBehind,
        'waiting mails that the doctor told of': warned,
        'mails of before, twice over SMTP': mails.smtpTwice,
        'mails of before, twice over Resend': mails.resendTwice,
        'mails of before, never, recorded as perhaps sent': mails.never,
        'events of before, twice': events.twice,
        'events of the feed that a reader misses': missedEvents,
        'notifications in Redis without a job': sumOf(told.after, 'restored_redis', /looked at, (\d+)/),
        'seconds of the restore': restoreSeconds.toFixed(1),
      },
      [
        ...lostEarly,
        ...[...until0.early, ...until1.early].map(({ email }) => `${email} was asked for after the moment`),
        ...wrongLists,
        ...doubled,
        ...mails.wrong,
        ...unless(
          mails.smtpTwice <= warned,
          `${mails.smtpTwice} mails went twice, the doctor told of ${warned}`,
        ),
        ...unless(
          isHeld || mails.smtpTwice > 0,
          'no mail left between the moment and the end: nothing was tried',
        ),
        ...unless(
          !scenario.asksOld || mails.never <= underWay,
          `${mails.never} mails were never sent, ${underWay} were under way at the end`,
        ),
        ...unless(lost.length > 0, 'nothing was answered after the moment: nothing was tried'),
        ...unless(events.none === 0, `${events.none} events did not arrive`),
        ...unless(events.otherIds === 0, `${events.otherIds} events came twice with different ids`),
        ...unless(!isHeld || missedEvents === 0, `a reader of the feed misses ${missedEvents} events`),
        ...unless(
          firstAnswer.status === 201 && secondAnswer.status === 201,
          `the keyed signup got ${secondAnswer.status}`,
        ),
        ...logged.map(({ msg }) => `a process logged an error: ${msg}`),
      ],
    );
    if (!plantedBug) return passed;
    return missedOne({
      'a moment that is too early': lostEarly,
      'held mails that are queued again': doubled,
    });
  } finally {
    await Promise.all(loads.map((load) => load.stop()));
    await Promise.all(processes.map((each) => each.stop('SIGKILL')));
    await deployment.close();
    await proxy.close();
    await Promise.all([sink.close(), resend.close(), receiver.close()]);
    await redis.close();
    await cluster.close();
    await rm(folder, { recursive: true, force: true });
  }
}

const empty = { signups: [], removals: [] } as const;

/** A web process, and two workers behind it. */
const startAll = async (deployment: Deployment) => [
  await deployment.start('web'),
  await deployment.start('worker'),
  await deployment.start('worker'),
];

const urlsOf = (processes: readonly ServiceProcess[]) => processes.slice(0, 1).map(({ url }) => url);

async function signUp(
  url: string,
  { key, waitlist }: List,
  body: { email: string },
  idempotencyKey: string,
): Promise<{ status: number; startedAt: number; endedAt: number; body: Record<string, unknown> }> {
  const startedAt = performance.now();
  const response = await postOnce(`${url}/v1/waitlists/${waitlist}/signups`, key, idempotencyKey, body);
  return { status: response.status, startedAt, endedAt: performance.now(), body: await response.json() };
}

/** The ids of signups whose `signup.created` is behind a place of the feed. */
async function readBehind(deployment: Deployment, { accountId }: List, seq: number): Promise<Set<string>> {
  return asOperator(deployment, async (ctx) => {
    const ids = new Set<string>();
    for (let after = toCursor(seq); ; ) {
      const page = await listEvents(
        ctx,
        { accountId, plan: 'scale' },
        EventQuery.parse({ after, limit: '200' }),
      );
      for (const { type, data } of page.data)
        if (type === 'signup.created' && 'id' in data) ids.add(String(data.id));
      after = page.next_cursor;
      if (page.data.length === 0) return ids;
    }
  });
}

async function splitOf(
  { sql }: Deployment,
  { waitlist }: List,
  history: Parameters<typeof historyUntil>[0] | undefined,
  moment: { from: number; to: number },
): Promise<HistoryUntil> {
  const rows = await sql<{ id: string }[]>`SELECT id FROM signups WHERE waitlist_id = ${waitlist}`;
  return historyUntil(history ?? empty, moment, new Set(rows.map(({ id }) => id)));
}

/** Adds the signup with an idempotency key, which no load sent. */
const withKeyed = (
  { signups, removals }: ReturnType<typeof joinHistories>,
  { body, ...answer }: Awaited<ReturnType<typeof signUp>>,
  email: string,
) => ({
  signups: [...signups, { ...answer, email, referralCode: undefined, body: body as never }],
  removals,
});

/** Asks the doctor once as it is, and then for what a scenario wants. */
async function doctor(
  { env }: Deployment,
  wishes: readonly string[],
): Promise<{ before: readonly Check[]; after: readonly Check[] }> {
  const ask = async (...args: readonly string[]): Promise<readonly Check[]> => {
    const { stdout, stderr } = await waitlistProcess(env, 'doctor', '--after-restore', '--json', ...args);
    if (stdout === '') throw new Error(`the doctor says ${stderr}`);
    return JSON.parse(stdout).checks;
  };
  const before = await ask();
  return { before, after: wishes.length > 0 ? await ask(...wishes) : before };
}

/** The numbers in the message of a check, or those that a pattern finds. */
function sumOf(checks: readonly Check[], name: string, pattern = /(\d+) over/): number {
  const message = checks.find(({ check }) => check === name)?.message ?? '';
  return [...message.matchAll(new RegExp(pattern, 'g'))].reduce((sum, [, count]) => sum + Number(count), 0);
}

/** How often Resend took each mail, by its Message-ID. */
function mailsOf({ mails }: FakeResend): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { headers } of mails.values()) {
    const id = String((headers as Record<string, unknown>)['Message-ID']);
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

/** The id in a Message-ID: the mail's own, which its signup has too. */
const idIn = (messageId: string) => /(?<=signup-).{36}/.exec(messageId)?.[0] ?? messageId;

const countMore = (later: ReadonlyMap<string, number>, earlier: ReadonlyMap<string, number>) =>
  [...later].reduce((sum, [id, count]) => sum + count - (earlier.get(id) ?? 0), 0);

/**
 * What the signups of a list got that were there after the restore; and what the others got. Mails are told
 * apart by their ids: an address that was removed and signed up again gets a mail for each signup.
 */
async function countMails(
  { sql }: Deployment,
  restored: ReadonlySet<string>,
  sink: MailSink,
  resend: FakeResend,
) {
  const rows = await sql<{ id: string; email: string; own: boolean; ambiguous: boolean; state: string }[]>`
    SELECT s.id, s.email_key AS email, p.account_id IS NOT NULL AS own, m.ambiguous, m.state
    FROM signups s JOIN mails m ON m.account_id = s.account_id AND m.id = s.id LEFT JOIN email_providers p ON p.account_id = s.account_id`;
  const times = new Map([...sink.messages, ...mailsOf(resend)].map(([id, count]) => [idIn(id), count]));
  const got = rows.map((row) => ({
    ...row,
    times: times.get(row.id) ?? 0,
    isOld: restored.has(row.id),
  }));
  const count = (test: (row: (typeof got)[number]) => boolean) => got.filter(test).length;
  return {
    smtpTwice: count(({ own, isOld, times }) => !own && isOld && times > 1),
    resendTwice: count(({ own, isOld, times }) => own && isOld && times > 1),
    never: count(({ times, ambiguous }) => times === 0 && ambiguous),
    wrong: got.flatMap(({ email, times, isOld, ambiguous, state }) => [
      ...unless(state === 'sent', `the mail to ${email} ended as ${state}`),
      ...unless(times > 0 || (isOld && ambiguous), `${email} got no mail`),
      ...unless(isOld || times === 1, `${email} signed up after the restore and got ${times} mails`),
    ]),
  };
}

/** How the `signup.created` of all signups that are there arrived. */
async function countEvents({ sql }: Deployment, { requests }: FakeProvider) {
  const created = requests.filter(({ body }) => JSON.parse(body).type === 'signup.created');
  const counts = countDeliveries(created);
  const ids = new Map<string, Set<unknown>>();
  for (const { headers, body } of created) {
    const { id } = JSON.parse(body).data;
    ids.set(id, (ids.get(id) ?? new Set()).add(headers['webhook-id']));
  }
  const stored = await sql<{ id: string }[]>`SELECT id FROM signups`;
  return {
    none: stored.filter(({ id }) => !counts.has(id)).length,
    twice: stored.filter(({ id }) => (counts.get(id) ?? 0) > 1).length,
    otherIds: stored.filter(({ id }) => (ids.get(id)?.size ?? 0) > 1).length,
  };
}

const positionsOf = (bodies: readonly { position: number }[]) =>
  new Set(bodies.map(({ position }) => position));
