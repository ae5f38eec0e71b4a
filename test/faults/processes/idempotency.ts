import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Sql } from '../../../src/shared/platform/postgres/connection.ts';
import { startDeployment } from '../../support/deployment/deployment.ts';
import { makeAccount } from '../../support/service/make.ts';
import { findBrokenInvariants } from '../../support/storm/invariants.ts';
import { randomFrom } from '../../support/storm/random.ts';
import { type FaultRun, missedOne, report, unless } from '../fault-run.ts';
import { postOnce } from '../support/clients.ts';
import { startWebs } from '../support/web-processes.ts';

const inFull = { requests: 4_000, kills: 25 };
const withPlantedBug = { requests: 300, kills: 5 };
const longestSeconds = 300;
const clients = 12;
const signupsPerBulk = 60;
/** A killed attempt counts as running for 5 s at most, by Postgres' clock. */
const longestRunningMs = 8_000;

/** A request with its key, and the first answer that was not about another attempt or an outage. */
interface Request {
  readonly key: string;
  readonly path: string;
  readonly body: object;
  readonly status: number;
  readonly answer: Answer;
  /** Sendings until then. */
  readonly attempts: number;
}

interface Answer {
  readonly id?: string;
  readonly name?: string;
  readonly created?: number;
  readonly error?: { message: string };
}

/**
 * Kills one of two web processes every 0.5 to 1.5 s and replaces it, while clients make waitlists, fields and
 * bulks of signups with idempotency keys and repeat what was not answered. Each request has one effect, and
 * every repeat gets the first answer. With `plantedBug` the run deletes the keys after each kill.
 */
export const idempotency: FaultRun = async ({ plantedBug, seed }) => {
  const { requests, kills } = plantedBug ? withPlantedBug : inFull;
  const deployment = await startDeployment({ webs: 0, workers: 0 });
  const webs = await startWebs([deployment.env, deployment.env]);
  const { sql, progress } = deployment;
  try {
    const { key, accountId } = await makeAccount(sql);
    const random = randomFrom(seed);
    const done: Request[] = [];
    const wrong: string[] = [];
    let isOver = false;

    const send = async (path: string, idempotencyKey: string, body: object) => {
      const url = webs.urls[Math.floor(random() * webs.urls.length)];
      const response = await postOnce(`${url}/v1/waitlists${path}`, key, idempotencyKey, body);
      const isRunning = response.status === 409 && response.headers.has('retry-after');
      const isReplayed = response.headers.get('idempotent-replayed') === 'true';
      return { status: response.status, isRunning, isReplayed, answer: (await response.json()) as Answer };
    };

    /** Repeats a request until it has an answer. */
    async function request(path: string, idempotencyKey: string, body: object): Promise<Request> {
      let runningSince: number | undefined;
      for (let attempts = 1; ; attempts++) {
        const result = await send(path, idempotencyKey, body).catch(() => undefined);
        if (result && !result.isRunning && result.status < 500) {
          const { status, answer } = result;
          const finished = { key: idempotencyKey, path, body, status, answer, attempts };
          done.push(finished);
          return finished;
        }
        if (!result?.isRunning) runningSince = undefined;
        else runningSince ??= performance.now();
        if (runningSince !== undefined && performance.now() - runningSince > longestRunningMs)
          wrong.push(`${idempotencyKey} was still running after ${longestRunningMs} ms`);
        await sleep(50);
      }
    }

    async function client(number: number): Promise<void> {
      for (let turn = 0; !isOver; turn++) {
        const name = `${number}-${turn}`;
        const { answer } = await request('', `list ${name}`, { name });
        if (answer.id === undefined) continue; // found below
        const signups = Array.from({ length: signupsPerBulk }, (_, index) => ({
          email: `person${index}@${name}.example.com`,
        }));
        await request(`/${answer.id}/fields`, `field ${name}`, {
          key: 'size',
          label: 'Size',
          type: 'number',
        });
        await request(`/${answer.id}/signups/bulk`, `bulk ${name}`, { signups });
      }
    }

    const started = performance.now();
    const running = Array.from({ length: clients }, (_, number) => client(number));
    for (let kill = 1; kill <= kills; kill++) {
      progress.show(`Kill ${kill} of ${kills}, ${done.length} answers`);
      await sleep(500 + random() * 1_000);
      await webs.replace(Math.floor(random() * webs.urls.length));
      if (plantedBug) await sql`DELETE FROM idempotency_keys`;
    }
    while (done.length < requests && performance.now() - started < longestSeconds * 1_000) await sleep(100);
    isOver = true;
    await Promise.all(running);
    const seconds = (performance.now() - started) / 1_000;

    progress.show('Repeating all requests');
    const refused = done.flatMap(({ key: each, status, answer }) =>
      status < 300 && (answer.created ?? signupsPerBulk) === signupsPerBulk
        ? []
        : [`${each}: ${status} ${show(answer)}`],
    );
    const repeats = done.values();
    await Promise.all(
      Array.from({ length: clients }, async () => {
        for (const { key: each, path, body, status, answer } of repeats) {
          const again = await send(path, each, body);
          if (!again.isReplayed || again.status !== status || !isDeepStrictEqual(again.answer, answer))
            wrong.push(`${each} was answered differently: ${again.status} ${show(again.answer)}`);
        }
      }),
    );
    wrong.push(
      ...refused,
      ...(await compareRows(sql, accountId, done)),
      ...(await findBrokenInvariants(sql)),
    );
    wrong.push(...unless(done.length >= requests, `only ${done.length} requests were answered in time`));
    progress.end();
    const passed = report(
      {
        requests: done.length,
        'sent more than once': done.filter(({ attempts }) => attempts > 1).length,
        kills,
        seconds: seconds.toFixed(1),
      },
      wrong,
    );
    return plantedBug ? missedOne({ 'deleted keys': wrong }) : passed;
  } finally {
    await webs.stop();
    await deployment.close();
  }
};

const show = (answer: Answer) => JSON.stringify(answer).slice(0, 200);

/** What the account has beside what was answered. */
async function compareRows(sql: Sql, accountId: string, done: readonly Request[]): Promise<string[]> {
  const lists = await sql<{ id: string; name: string; fields: number; signups: number }[]>`
    SELECT w.id, w.name,
           (SELECT count(*)::integer FROM field_definitions f WHERE f.account_id = w.account_id AND f.waitlist_id = w.id) AS fields,
           (SELECT live_count FROM waitlist_counters c WHERE c.account_id = w.account_id AND c.waitlist_id = w.id) AS signups
    FROM waitlists w WHERE w.account_id = ${accountId}`;
  const answered = new Map(
    done.filter(({ path }) => path === '').map(({ answer }) => [answer.id, answer.name]),
  );
  return [
    ...lists.flatMap(({ id, name, fields, signups }) => [
      ...unless(answered.get(id) === name, `nobody was told of the list ${name}`),
      ...unless(fields === 1, `the list ${name} has ${fields} fields`),
      ...unless(signups === signupsPerBulk, `the list ${name} has ${signups} signups`),
    ]),
    ...unless(lists.length === answered.size, `${lists.length} lists, but ${answered.size} answers`),
  ];
}
