import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from '../../../src/shared/platform/postgres/connection.ts';
import { startDeployment } from '../../support/deployment/deployment.ts';
import { setResend } from '../../support/deployment/operator.ts';
import { storeSignups } from '../../support/deployment/store-signups.ts';
import { type FakeResend, startFakeResend } from '../../support/fakes/resend.ts';
import { findBrokenInvariants } from '../../support/storm/invariants.ts';
import { randomFrom } from '../../support/storm/random.ts';
import { until } from '../../support/until.ts';
import { type FaultRun, missedOne, report, unless } from '../fault-run.ts';
import { startKilledWorkers } from '../support/killed-workers.ts';
import { startWebs } from '../support/web-processes.ts';

const inFull = 100_000;
const withPlantedBug = 2_000;
const waves = 20;
/** Members of each draft that are removed before its launch. */
const removedPerWave = 5;
/** People who convert, and as many whose invitations expire. */
const converting = 200;
const longestStallSeconds = 120;

interface Invited {
  readonly id: string;
  readonly signup_id: string;
  readonly email: string;
}

/**
 * People are invited in waves of a twentieth, each launched twice at once over two web processes, while web
 * and worker processes are killed (N5). Each wave is drafted while the one before is still sent, and shares
 * no member with it. Some members are removed between draft and launch; they get no mail. Everybody else gets
 * one invitation, one mail and one token, which converts for its own address alone. Some invitations expire.
 * With `plantedBug` some people get a second invitation behind the service's back, and some tokens are
 * swapped. `size` is the number of people.
 */
export const wavesUnderKills: FaultRun = async ({ plantedBug, seed, size }) => {
  const people = size ?? (plantedBug ? withPlantedBug : inFull);
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
    const call = async (at: number, method: string, path: string, body?: object) => {
      for (;;) {
        const answer = await fetch(`${webs.urls[at % webs.urls.length]}/v1${path}`, {
          method,
          headers: {
            authorization: `Bearer ${list.key}`,
            ...(body && { 'content-type': 'application/json' }),
          },
          ...(body && { body: JSON.stringify(body) }),
        }).catch(() => undefined);
        if (answer && answer.status < 500 && answer.status !== 429)
          return { status: answer.status, body: answer.status === 204 ? {} : await answer.json() };
        await sleep(50);
      }
    };
    const ofList = `/waitlists/${list.waitlist}`;
    await call(0, 'PATCH', `${ofList}/settings`, { invitations: { url: 'https://notes.test/welcome' } });
    progress.show('Storing signups');
    await storeSignups(sql, list, people);

    const wrong: string[] = [];
    const started = performance.now();
    let [launched, kills] = [0, 0];
    const removed = new Set<string>();
    for (;;) {
      progress.show(`Wave ${launched + 1}, ${kills} kills`);
      const size = Math.ceil(people / waves);
      const { body: draft } = await call(launched, 'POST', `${ofList}/waves`, { size, order: 'position' });
      let wave = draft;
      while (wave.state === 'selecting') {
        await sleep(100);
        wave = (await call(launched, 'GET', `/waves/${draft.id}`)).body;
      }
      if (!wave.selected) break; // also where the draft was refused, because nobody is left
      for (const { signup_id, email } of wave.sample.slice(0, removedPerWave)) {
        removed.add(email);
        await call(launched, 'DELETE', `${ofList}/signups/${signup_id}`);
      }
      const launching = Promise.all([0, 1].map((at) => call(at, 'POST', `/waves/${draft.id}/launch`)));
      await (random() < 0.3 ? webs.replace(Math.floor(random() * 2)) : workers.killOne());
      kills += 1;
      const [one, two] = await launching;
      if (one?.status !== 202 || JSON.stringify(one) !== JSON.stringify(two))
        wrong.push(`launches were answered ${JSON.stringify([one, two])}`);
      launched += 1;
    }
    const inviting = (performance.now() - started) / 1_000;
    if (plantedBug) await plant(sql, list.waitlist);
    await untilNothingIsPending(sql, progress.show);
    const seconds = (performance.now() - started) / 1_000;
    const [mailProblems, tokens] = await compareMails(sql, list.waitlist, resend, people, removed);
    const uses = await useTokens(sql, list.waitlist, tokens, (path, body) => call(0, 'POST', path, body));
    await untilNothingIsPending(sql, progress.show);
    progress.end();
    const others = [...wrong, ...(plantedBug ? [] : await findBrokenInvariants(sql))];
    const figures = {
      people,
      removed: removed.size,
      waves: launched,
      kills,
      'seconds to launch': inviting.toFixed(1),
      seconds: seconds.toFixed(1),
    };
    const passed = report(figures, [...others, ...mailProblems, ...uses]);
    return plantedBug ? missedOne({ 'second invitations': mailProblems, 'swapped tokens': uses }) : passed;
  } finally {
    await workers.stop();
    await webs.stop();
    await deployment.close();
    await resend.close();
  }
};

async function countPending(sql: Sql): Promise<number> {
  const [row] = await sql<[{ count: number }]>`SELECT count(*) FROM outbox WHERE due_at < 'infinity'`;
  return row.count;
}

/** Invites some people a second time, and swaps tokens of others, as a service without its locks might. */
async function plant(sql: Sql, waitlist: string): Promise<void> {
  await sql`DROP INDEX invitations_open`;
  await sql`DROP INDEX invitations_token`;
  await sql.begin(async (tx) => {
    await tx`
      CREATE TEMP TABLE again ON COMMIT DROP AS
      SELECT account_id, gen_random_uuid() AS mail, gen_random_uuid() AS id, signup_id FROM invitations WHERE waitlist_id = ${waitlist} ORDER BY id LIMIT 20`;
    await tx`INSERT INTO mails (account_id, id, kind, signup_id) SELECT account_id, mail, 'invite', signup_id FROM again`;
    await tx`INSERT INTO outbox (account_id, job, id) SELECT account_id, 'send-signup-email', mail FROM again`;
    await tx`
      INSERT INTO invitations (account_id, id, waitlist_id, signup_id, deliver, token_hash, mail_id, valid_days, expires_at)
      SELECT account_id, id, ${waitlist}, signup_id, 'email', decode(md5(id::text), 'hex'), mail, 1, now() + interval '1 day' FROM again`;
    await tx`
      WITH numbered AS (
        SELECT account_id, id, coalesce(lead(token_hash) OVER w, first_value(token_hash) OVER w) AS next
        FROM (SELECT * FROM invitations WHERE waitlist_id = ${waitlist} ORDER BY id DESC LIMIT 500) i WINDOW w AS (ORDER BY id))
      UPDATE invitations i SET token_hash = numbered.next FROM numbered WHERE (i.account_id, i.id) = (numbered.account_id, numbered.id)`;
  });
}

/** @throws Error without any progress for a while: how long it takes depends on the machine */
async function untilNothingIsPending(sql: Sql, show: (text: string) => void): Promise<void> {
  for (let pending = await countPending(sql); pending > 0; ) {
    const before = pending;
    show(`${pending} jobs are pending`);
    await until(async () => {
      pending = await countPending(sql);
      return pending < before;
    }, longestStallSeconds);
  }
}

/**
 * What differs from one invitation, one mail and one token for each person who was not removed. @returns also
 * their tokens, by address
 */
async function compareMails(
  sql: Sql,
  waitlist: string,
  { mails }: FakeResend,
  all: number,
  removed: ReadonlySet<string>,
): Promise<[string[], Map<string, string>]> {
  const people = all - removed.size;
  const invited = await sql<Invited[]>`
    SELECT i.id, i.signup_id, s.email FROM invitations i JOIN signups s ON s.account_id = i.account_id AND s.id = i.signup_id
    WHERE i.waitlist_id = ${waitlist}`;
  const [{ signups } = { signups: 0 }] = await sql<{ signups: number }[]>`
    SELECT live_count AS signups FROM waitlist_counters WHERE waitlist_id = ${waitlist}`;
  const tokens = new Map<string, string>();
  const counts = new Map<string, number>();
  for (const mail of mails.values()) {
    const [, token] = /welcome\?token=(inv_[0-9A-Za-z]{38})/.exec(String(mail.html)) ?? [];
    const to = String(mail.to);
    if (token === undefined) continue;
    tokens.set(to, token);
    counts.set(to, (counts.get(to) ?? 0) + 1);
  }
  const perPerson = new Map<string, number>();
  for (const { email } of invited) perPerson.set(email, (perPerson.get(email) ?? 0) + 1);
  const problems = [
    ...unless(signups === people, `${signups} signups, expected ${people}`),
    ...unless(perPerson.size === people, `${perPerson.size} people are invited, expected ${people}`),
    ...unless(new Set(tokens.values()).size === tokens.size, 'two people got the same token'),
    ...unless(tokens.size === people, `${tokens.size} people got a mail, expected ${people}`),
    ...[...removed].flatMap((email) => unless(!tokens.has(email), `${email} was removed, and got a mail`)),
    ...[...perPerson].flatMap(([email, count]) => unless(count === 1, `${email} has ${count} invitations`)),
    ...[...counts].flatMap(([email, count]) => unless(count === 1, `${email} got ${count} mails`)),
  ];
  return [problems, tokens];
}

/**
 * Uses tokens with wrong addresses and with their own, twice at once, and lets others expire. @returns what
 * is wrong
 */
async function useTokens(
  sql: Sql,
  waitlist: string,
  tokens: ReadonlyMap<string, string>,
  post: (path: string, body: object) => Promise<{ status: number; body: Record<string, unknown> }>,
): Promise<string[]> {
  const wrong: string[] = [];
  const all = [...tokens].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const step = Math.max(1, Math.floor(all.length / (2 * converting)));
  const some = all.filter((_, index) => index % step === 0);
  for (const [index, [email, token]] of some.slice(0, converting).entries()) {
    const [other = ''] = all[(index * step + 1) % all.length] ?? [];
    const stolen = await post('/conversions', { token, email: other });
    const own = await Promise.all([0, 1].map(() => post('/conversions', { token, email })));
    const firsts = own.filter(({ body }) => body.first === true).length;
    if (stolen.status !== 409) wrong.push(`${email}'s token with ${other} was answered ${stolen.status}`);
    if (firsts !== 1 || own.some(({ status }) => status !== 200))
      wrong.push(`${email} was converted ${firsts} times: ${own.map(({ status }) => status).join(', ')}`);
  }
  const late = some.slice(converting, 2 * converting);
  await sql`
    UPDATE invitations SET expires_at = clock_timestamp() WHERE state = 'invited' AND waitlist_id = ${waitlist} AND signup_id IN (
      SELECT id FROM signups WHERE email = ANY (${late.map(([email]) => email)}))`;
  for (const [email, token] of late) {
    const { body } = await post('/invitations/verify', { token, email });
    if (body.reason !== 'expired') wrong.push(`${email}'s expired token is ${body.reason}`);
  }
  const countExpired = async () =>
    (
      await sql`SELECT count(*) AS count FROM invitations WHERE waitlist_id = ${waitlist} AND state = 'expired'`
    )[0]?.count;
  await until(async () => (await countExpired()) >= late.length, 60).catch(() => {
    wrong.push('expired invitations were not marked');
  });
  return wrong;
}
