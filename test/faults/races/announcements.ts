import { setTimeout as sleep } from 'node:timers/promises';
import { makeLinkToken } from '../../../src/shared/list/links/link-token.ts';
import type { Sql } from '../../../src/shared/platform/postgres/connection.ts';
import { startDeployment } from '../../support/deployment/deployment.ts';
import { asOperator, setResend } from '../../support/deployment/operator.ts';
import { storeSignups } from '../../support/deployment/store-signups.ts';
import { type FakeResend, startFakeResend } from '../../support/fakes/resend.ts';
import { findBrokenInvariants } from '../../support/storm/invariants.ts';
import { randomFrom } from '../../support/storm/random.ts';
import { until } from '../../support/until.ts';
import { type FaultRun, missedOne, report, unless } from '../fault-run.ts';
import { startKilledWorkers } from '../support/killed-workers.ts';
import { startWebs } from '../support/web-processes.ts';

const inFull = { people: 100_000, kills: 40 };
const small = { people: 2_000, kills: 8 };
const longestStallSeconds = 120;
/** Of so many people one unsubscribes, and half as many are removed. */
const oneOf = 100;
const planted = 20;

// biome-ignore lint/suspicious/noExplicitAny: answers as they came
type Body = any;

/**
 * An announcement to everybody is launched twice at once over two web processes, while web and worker
 * processes are killed, the account's provider is changed, it is paused and resumed, people unsubscribe by
 * their links and are removed. Everybody gets one mail or, who left before the turn, none; and all counts add
 * up. With `plantedBug` some members are forgotten, and some get their turn twice. `size` is the number of
 * people.
 */
export const announcementsUnderKills: FaultRun = async ({ plantedBug, seed, size }) => {
  const people = size ?? (plantedBug ? small : inFull).people;
  const kills = people > 10_000 ? inFull.kills : small.kills;
  const resend = await startFakeResend();
  const deployment = await startDeployment(
    { webs: 0, workers: 0 },
    { RESEND_API_URL: resend.url, OUTBOUND_ALLOW_HOSTS: '127.0.0.1', BASE_URL: 'https://waitlist.test' },
  );
  const webs = await startWebs([deployment.env, deployment.env]);
  const workers = await startKilledWorkers(2, deployment.env, seed);
  const { sql, progress } = deployment;
  const random = randomFrom(seed);
  try {
    const list = await deployment.makeWaitlist();
    await setResend(deployment, list.accountId);
    const ask = async (at: number, method: string, path: string, body?: object, key?: string) => {
      for (;;) {
        const answer = await fetch(`${webs.urls[at % webs.urls.length]}${path}`, {
          method,
          headers: {
            ...(key && { authorization: `Bearer ${key}` }),
            ...(body && { 'content-type': 'application/json' }),
          },
          ...(body && { body: JSON.stringify(body) }),
        }).catch(() => undefined);
        if (answer && answer.status < 500 && answer.status !== 429) {
          const isJson = answer.headers.get('content-type')?.includes('json');
          return { status: answer.status, body: (isJson ? await answer.json() : {}) as Body };
        }
        await sleep(50);
      }
    };
    const call = (at: number, method: string, path: string, body?: object) =>
      ask(at, method, `/v1${path}`, body, list.key);
    const ofList = `/waitlists/${list.waitlist}`;
    await call(0, 'GET', '/events'); // begins the feed
    await call(0, 'PATCH', `${ofList}/settings`, { mail: { postal_address: '1 Long Street' } });
    progress.show('Storing signups');
    const ids = await storeSignups(sql, list, people);
    const linkKey = await asOperator(deployment, async (ctx) => (await ctx.linkSigner()).key);

    const written = { name: 'News', subject: 'News', html: '<p>News for {{email}}</p>' };
    const { body: draft } = await call(0, 'POST', `${ofList}/announcements`, written);
    const path = `/announcements/${draft.id}`;
    const read = async () => (await call(Math.floor(random() * 2), 'GET', path)).body;
    await until(async () => (await read()).state === 'draft', 60);
    const wrong: string[] = [];
    const started = performance.now();
    const launches = [0, 1].map((at) => call(at, 'POST', `${path}/launch`, { expected_count: people }));
    const killing = webs.replace(Math.floor(random() * 2));
    // The first people leave meanwhile, however quick the rest is.
    const first = await Promise.race(launches.map((launch, at) => launch.then(() => at)));
    await call(first, 'POST', `${path}/pause`);
    const [one, two] = await Promise.all(launches);
    await killing;
    if (one?.status !== 202 || JSON.stringify(one) !== JSON.stringify(two))
      wrong.push(`launches were answered ${JSON.stringify([one, two])}`);
    if (plantedBug) await plant(sql, draft.id);

    /** Those who left before their turn. */
    const without = new Set<string>();
    const [unsubscribed, removed] = [new Set<string>(), new Set<string>()];
    const leaving = ids
      .map((id, index) => ({ id, email: `person${index}@example.com` }))
      .filter((_, index) => index % (oneOf / 2) === 7);
    const leave = async ({ id, email }: { id: string; email: string }, index: number) => {
      const isRemoved = index % 3 === 0;
      if (isRemoved) await call(index, 'DELETE', `${ofList}/signups/${id}`);
      else {
        const token = makeLinkToken(linkKey, 'unsubscribe', {
          accountId: list.accountId,
          id,
          epoch: 0,
          generation: 0,
        });
        await ask(index, 'POST', `/u/${token}`);
      }
      (isRemoved ? removed : unsubscribed).add(email);
    };
    let killed = 1;
    for (let next = 0; killed < kills || next < leaving.length; ) {
      progress.show(`${killed} kills, ${next} people left`);
      const some = leaving.slice(next, next + Math.ceil(leaving.length / kills));
      const turns = await membersOf(sql, draft.id, some);
      await Promise.all(some.map((person, index) => leave(person, next + index)));
      if (next === 0) await call(1, 'POST', `${path}/resume`);
      // Who has still no turn gets none.
      const later = await membersOf(sql, draft.id, some);
      for (const { id, email } of some) if (!turns.has(id) && !later.has(id)) without.add(email);
      next += some.length;
      if (killed >= kills) continue;
      await (random() < 0.3 ? webs.replace(Math.floor(random() * 2)) : workers.killOne());
      killed += 1;
      if (random() < 0.3) await setResend(deployment, list.accountId);
      if (random() < 0.3) {
        await Promise.all([0, 1].map((at) => call(at, 'POST', `${path}/pause`)));
        await Promise.all([0, 1].map((at) => call(at, 'POST', `${path}/resume`)));
      }
    }
    await untilItIsSent(sql, read, progress.show);
    const seconds = (performance.now() - started) / 1_000;
    const figures = await read();
    progress.end();
    const { counts, ambiguous } = await countMails(sql, draft.id, resend);
    const left = new Set([...unsubscribed, ...removed]);
    const twice = [...counts].flatMap(([email, count]) => unless(count === 1, `${email} got ${count} mails`));
    const missing = ids.flatMap((_, index) => {
      const email = `person${index}@example.com`;
      const isFine = counts.has(email) || left.has(email) || ambiguous.has(email);
      return unless(isFine, `${email} got no mail`);
    });
    const others = [
      ...wrong,
      ...[...without].flatMap((email) => unless(!counts.has(email), `${email} had left, and got a mail`)),
      ...compareFigures(figures, people, removed.size),
      ...(await compareEvents(sql)),
      ...(plantedBug ? [] : await findBrokenInvariants(sql)),
    ];
    const passed = report(
      {
        ...{ people, kills: killed, unsubscribed: unsubscribed.size, removed: removed.size },
        ...{ 'left before their turn': without.size, mails: counts.size, ambiguous: ambiguous.size },
        seconds: seconds.toFixed(1),
      },
      [...twice, ...missing, ...(plantedBug ? [] : others)],
    );
    return plantedBug ? missedOne({ 'second turns': twice, 'forgotten members': missing }) : passed;
  } finally {
    await workers.stop();
    await webs.stop();
    await deployment.close();
    await resend.close();
  }
};

/** Forgets some members, and gives some their turn twice, as a service without its keys might. */
async function plant(sql: Sql, id: string): Promise<void> {
  await sql`ALTER TABLE announcement_members DROP CONSTRAINT announcement_members_pkey`;
  const [last] = await sql<{ part: number; signup_ids: string[] }[]>`
    SELECT part, signup_ids FROM announcement_parts WHERE announcement_id = ${id} ORDER BY part DESC LIMIT 1`;
  const members = last?.signup_ids ?? [];
  await sql`
    UPDATE announcement_parts SET signup_ids = ${[...members.slice(planted), ...members.slice(-planted)]}::uuid[]
    WHERE announcement_id = ${id} AND part = ${last?.part ?? 0}`;
}

/** Those of these people whose turn has come. */
async function membersOf(
  sql: Sql,
  id: string,
  people: readonly { id: string }[],
): Promise<ReadonlySet<string>> {
  const rows = await sql<{ signup_id: string }[]>`
    SELECT signup_id FROM announcement_members
    WHERE announcement_id = ${id} AND left_out IS NULL AND signup_id = ANY (${people.map((person) => person.id)}::uuid[])`;
  return new Set(rows.map(({ signup_id }) => signup_id));
}

/** @throws Error without any progress for a while: how long it takes depends on the machine */
async function untilItIsSent(
  sql: Sql,
  read: () => Promise<Body>,
  show: (text: string) => void,
): Promise<void> {
  let before = Number.POSITIVE_INFINITY;
  for (;;) {
    await until(async () => {
      const { state, waiting } = await read();
      show(`${waiting} people wait`);
      if (state === 'sent') {
        before = 0;
        return true;
      }
      const isLess = waiting < before;
      before = waiting;
      return isLess;
    }, longestStallSeconds);
    const [row] = await sql<[{ count: number }]>`SELECT count(*) FROM outbox WHERE due_at < 'infinity'`;
    if (before === 0 && row.count === 0) return;
    await sleep(200);
  }
}

/** How many announcements each address got, and the addresses of which that is not known. */
async function countMails(sql: Sql, id: string, { mails }: FakeResend) {
  const counts = new Map<string, number>();
  for (const { to, subject } of mails.values())
    if (subject === 'News') counts.set(String(to), (counts.get(String(to)) ?? 0) + 1);
  const rows = await sql<{ email: string }[]>`
    SELECT s.email FROM announcement_members member
    JOIN mails m ON m.id = member.id JOIN signups s ON s.id = member.signup_id
    WHERE member.announcement_id = ${id} AND m.ambiguous`;
  return { counts, ambiguous: new Set(rows.map(({ email }) => email)) };
}

function compareFigures(figures: Body, people: number, removed: number): string[] {
  const { waiting, held, sent, failed, left_out } = figures;
  const out = Object.values(left_out as Record<string, number>).reduce((sum, count) => sum + count, 0);
  const sum = waiting + held + sent + failed + out;
  return [
    ...unless(figures.selected === people, `${figures.selected} people are selected, expected ${people}`),
    ...unless(
      sum === people,
      `the figures add up to ${sum}: ${JSON.stringify(figures.left_out)}, ${sent} sent`,
    ),
    ...unless(waiting + held + failed === 0, `${waiting} wait, ${held} are held, ${failed} failed`),
    ...unless(
      left_out.removed === removed,
      `${left_out.removed} are counted as removed, expected ${removed}`,
    ),
  ];
}

async function compareEvents(sql: Sql): Promise<string[]> {
  const [row] = await sql<[{ count: number }]>`SELECT count(*) FROM events WHERE type = 'announcement.sent'`;
  return unless(row.count === 1, `announcement.sent was published ${row.count} times`);
}
