/**
 * `npm run beside -- FOLDER`: compares signups and mails per second of this build with those of the build in FOLDER. Both use the same
 * machine and the same Postgres server, alternately. Prints the ratio of this build to the other.
 */
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '../src/shared/config.ts';
import { openContext } from '../src/shared/context.ts';
import { newId } from '../src/shared/ids.ts';
import type { Sql } from '../src/shared/postgres/connection.ts';
import { insertWaitlist } from '../src/shared/waitlists/queries.ts';
import { startDeployment } from '../test/support/deployment/deployment.ts';
import { notifyWorkers } from '../test/support/deployment/notify-workers.ts';
import { storeSignups } from '../test/support/deployment/store-signups.ts';
import { makeAccount } from '../test/support/service/make.ts';
import { startProcess } from '../test/support/service/processes.ts';
import { median } from '../test/support/values/quantiles.ts';
import type { SinkCount } from './mail/sink.ts';
import { generate } from './signups/generate.ts';
import { answerOf, countOf, startPart } from './support/part.ts';
import { ratios } from './support/ratios.ts';

const rounds = 9;
const seconds = 3;
const mailRounds = 7;
const mails = 4_000;
const mailAccounts = 4;

/** A build with its own database and its own Redis database. */
interface Build {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly sql: Sql;
}

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Expected the folder of another build');

const sink = startPart('mail/sink.ts');
const sinkUrl = await answerOf<string>(sink);
const deployment = await startDeployment({ webs: 0, workers: 0 }, { MANAGED_EMAIL_URL: sinkUrl });
try {
  await deployment.sql`CREATE DATABASE other`;
  const other = new URL(deployment.env.DATABASE_URL ?? '');
  other.pathname = '/other';
  const env = { ...deployment.env, DATABASE_URL: other.href, REDIS_URL: `${deployment.env.REDIS_URL}/1` };
  const cwd = resolve(folder);
  execFileSync(process.execPath, ['dist/cli/main.js', 'migrate'], {
    cwd,
    env: { PATH: process.env.PATH, ...env },
  });
  const { sql } = openContext({ ...readConfig(env), log: { level: 'silent' } }, 'cli');
  const builds: Readonly<Record<'this' | 'other', Build>> = {
    this: { cwd: process.cwd(), env: deployment.env, sql: deployment.sql },
    other: { cwd, env, sql },
  };
  await compareMails(builds); // first, because the signups leave pending mails
  await compareSignups(builds);
  await sql.end();
} finally {
  await deployment.close();
  sink.disconnect();
}

/** Runs both in each round and swaps their order each time. @returns the results by round */
async function alternate(
  times: number,
  run: (name: 'this' | 'other') => Promise<number>,
): Promise<Record<'this' | 'other', number[]>> {
  const results: Record<'this' | 'other', number[]> = { this: [], other: [] };
  for (let round = 0; round < times; round++) {
    const order = round % 2 ? (['this', 'other'] as const) : (['other', 'this'] as const);
    for (const name of order) results[name].push(await run(name));
  }
  return results;
}

function toRow(results: Record<'this' | 'other', number[]>) {
  return {
    this: Math.round(median(results.this)),
    other: Math.round(median(results.other)),
    ...ratios(results.this, results.other),
  };
}

async function compareSignups(builds: Readonly<Record<'this' | 'other', Build>>): Promise<void> {
  const start = async ({ cwd, env, sql }: Build) => {
    const web = await startProcess('web', env, { keepLog: false, cwd });
    const { accountId, key } = await makeAccount(sql, { requestsPerMinute: 2_000_000_000 });
    return { web, accountId, key, sql };
  };
  const sides = { this: await start(builds.this), other: await start(builds.other) };
  let runs = 0;
  for (const connections of [64, 256, 1]) {
    const results = await alternate(rounds, async (name) => {
      const { web, accountId, key, sql } = sides[name];
      const waitlist = newId();
      await sql.begin((tx) => insertWaitlist(tx, { id: waitlist, account_id: accountId, name: waitlist }));
      const result = await generate({
        urls: [web.url],
        key,
        waitlists: [waitlist],
        connections,
        warmUpMs: 1_000,
        measuredMs: seconds * 1_000,
        run: (runs++).toString(36),
      });
      if (Object.keys(result.others).length > 0)
        throw new Error(`Not all signups were stored: ${JSON.stringify(result.others)}`);
      return result.perSecond;
    });
    console.table({ [`signups a second, ${connections} connections`]: toRow(results) });
  }
  await Promise.all([sides.this.web.stop(), sides.other.web.stop()]);
}

/** Measures from the first mail at the mail server until all are recorded as sent. */
async function compareMails(builds: Readonly<Record<'this' | 'other', Build>>): Promise<void> {
  const results = await alternate(mailRounds, async (name) => {
    const { cwd, env, sql } = builds[name];
    for (let account = 0; account < mailAccounts; account++) {
      const { accountId } = await makeAccount(sql);
      const waitlist = newId();
      await sql.begin((tx) => insertWaitlist(tx, { id: waitlist, account_id: accountId, name: waitlist }));
      const ids = await storeSignups(sql, { accountId, waitlist }, mails / mailAccounts, { mailed: true });
      await notifyWorkers({ env }, 'send-signup-email', accountId, ids);
    }
    await countOf<SinkCount>(sink);
    const worker = await startProcess('worker', env, { keepLog: false, cwd });
    while ((await sql`SELECT 1 FROM outbox WHERE job = 'send-signup-email' LIMIT 1`).length > 0)
      await sleep(20);
    const endedAt = Date.now();
    await worker.stop();
    const count = await countOf<SinkCount>(sink);
    if (count.mails !== mails)
      throw new Error(`The mail server received ${count.mails} mails, expected ${mails}`);
    return mails / ((endedAt - count.firstAt) / 1_000);
  });
  console.table({ [`mails a second, ${mailAccounts} accounts`]: toRow(results) });
}
