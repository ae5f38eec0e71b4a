/**
 * `npm run beside -- FOLDER [mails] [signups] [cpu] [webhooks] [judged] [lists]`: compares this build with
 * the build in FOLDER: signups, also of an account with a webhook and on lists that judge referrals where
 * this build knows that, the CPU time of a signup, mails and exported rows per second, and the size of a
 * large list on disk. With `.` as the folder, `judged` shows what judging costs. Without names it compares
 * all. Both use the same machine and the same Postgres server, alternately. All rows are made over the
 * command line and the API of each build. Prints the ratio of this build to the other.
 */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import postgres from 'postgres';
import {
  type Account,
  type Build,
  createAccount,
  createWaitlist,
  migrateBuild,
} from '../test/support/deployment/build.ts';
import { startDeployment } from '../test/support/deployment/deployment.ts';
import { callerAddress } from '../test/support/network/caller-address.ts';
import { type ServiceProcess, startProcess } from '../test/support/service/processes.ts';
import { median } from '../test/support/values/quantiles.ts';
import type { SinkCount } from './mail/sink.ts';
import { generate } from './signups/generate.ts';
import type { LoadRequest } from './signups/generator.ts';
import { cpuMsOf, cpuMsOfFamily } from './support/cpu.ts';
import { drain } from './support/drain.ts';
import { answerOf, countOf, startPart } from './support/part.ts';
import { ratios } from './support/ratios.ts';

const rounds = 9;
const seconds = 3;
/** Until a new process is compiled. */
const warmUpMs = 2_500;
const cpuSignups = 20_000;
const judgedSignups = 10_000;
const mailRounds = 7;
const mails = 4_000;
const mailAccounts = 4;
const exportRounds = 7;
const largeList = Number(process.env.BESIDE_LIST ?? 1_000_000);
const hourMs = 3_600_000;
const codesOfList = 100;
/** Every referral is credited, which costs most: they come fast, from addresses like those of most people. */
const judging = { abuse: { mode: 'enforce', velocity: { per_hour: 100_000, burst: 100_000 } } };
const freeDomain = 'gmx.com';

type Name = 'this' | 'other';
/** A build with its web process. */
interface Side extends Build {
  readonly web: ServiceProcess;
}
type Sides = Readonly<Record<Name, Side>>;

const [folder, ...names] = process.argv.slice(2);
if (folder === undefined) throw new Error('Expected the folder of another build');

const sink = startPart('mail/sink.ts');
const sinkUrl = await answerOf<string>(sink);
const deployment = await startDeployment({ webs: 0, workers: 0 }, { MANAGED_EMAIL_URL: sinkUrl });
let runs = 0;
let calls = 0;
try {
  await deployment.sql`CREATE DATABASE other`;
  const other = new URL(deployment.env.DATABASE_URL ?? '');
  other.pathname = '/other';
  const otherRedis = new URL(deployment.env.REDIS_URL ?? '');
  otherRedis.pathname = '/1';
  const sides: Sides = {
    this: await start({ cwd: process.cwd(), env: deployment.env }),
    other: await start({
      cwd: resolve(folder),
      env: { ...deployment.env, DATABASE_URL: other.href, REDIS_URL: otherRedis.href },
    }),
  };
  const comparisons = {
    mails: compareMails, // first: signups leave pending mails
    signups: compareSignups,
    cpu: compareCpu,
    webhooks: compareWebhooks,
    judged: compareJudged,
    lists: compareLargeLists,
  };
  for (const [name, compare] of Object.entries(comparisons))
    if (names.length === 0 || names.includes(name)) await compare(sides);
  for (const { web } of Object.values(sides)) await web.stop();
} finally {
  await deployment.close();
  sink.disconnect();
}

async function start(build: Build): Promise<Side> {
  await migrateBuild(build);
  return { ...build, web: await startProcess('web', build.env, { keepLog: false, cwd: build.cwd }) };
}

/** Runs both in each round and swaps their order each time. @returns the results by round */
async function alternate(
  times: number,
  run: (name: Name) => Promise<number>,
): Promise<Record<Name, number[]>> {
  const results: Record<Name, number[]> = { this: [], other: [] };
  for (let round = 0; round < times; round++) {
    const order = round % 2 ? (['this', 'other'] as const) : (['other', 'this'] as const);
    for (const name of order) results[name].push(await run(name));
  }
  return results;
}

/**
 * Like `alternate`, each time with a new web process: two processes of one build differ by up to a tenth for
 * as long as they live, by what the compiler has made of them.
 */
function alternateAnew(sides: Sides, run: (name: Name, url: string, pid?: number) => Promise<number>) {
  return alternate(rounds, async (name) => {
    const { env, cwd } = sides[name];
    const web = await startProcess('web', env, { keepLog: false, cwd });
    const result = await run(name, web.url, web.child.pid);
    await web.stop();
    return result;
  });
}

function toRow(results: Record<Name, number[]>) {
  return {
    this: Math.round(median(results.this)),
    other: Math.round(median(results.other)),
    ...ratios(results.this, results.other),
  };
}

/** Sends signups to a list, for a time or up to a number. @returns how many were accepted in a second */
async function sendSignups(
  url: string,
  { key }: Account,
  waitlist: string,
  limits: Pick<LoadRequest, 'connections' | 'measuredMs' | 'maxRequests' | 'codes' | 'domain'>,
): Promise<number> {
  const result = await generate({
    urls: [url],
    key,
    waitlists: [waitlist],
    warmUpMs: limits.maxRequests === undefined ? warmUpMs : 0,
    run: (runs++).toString(36),
    ...limits,
  });
  if (Object.keys(result.others).length > 0)
    throw new Error(`Not all signups were stored: ${JSON.stringify(result.others)}`);
  return result.perSecond;
}

async function compareSignups(sides: Sides): Promise<void> {
  const accounts = { this: await createAccount(sides.this), other: await createAccount(sides.other) };
  for (const connections of [64, 256, 1]) {
    const results = await alternateAnew(sides, async (name, url) => {
      const waitlist = await createWaitlist(url, accounts[name]);
      return sendSignups(url, accounts[name], waitlist, { connections, measuredMs: seconds * 1_000 });
    });
    console.table({ [`signups a second, ${connections} connections`]: toRow(results) });
  }
}

/**
 * CPU time of a signup in the web process, Postgres and Redis, in µs. It varies less than the signups in a
 * second.
 */
async function compareCpu(sides: Sides): Promise<void> {
  const accounts = { this: await createAccount(sides.this), other: await createAccount(sides.other) };
  const cpu = await openCpuTable('web', cpuSignups);
  await alternateAnew(sides, async (name, url, webPid) => {
    const waitlist = await createWaitlist(url, accounts[name]);
    const send = (maxRequests: number) =>
      sendSignups(url, accounts[name], waitlist, { connections: 64, measuredMs: hourMs, maxRequests });
    await send(cpuSignups / 4); // until the process is compiled
    return cpu.measure(name, webPid, () => send(cpuSignups));
  });
  cpu.print('µs of CPU a signup, 64 connections');
}

interface CpuTable {
  /** Notes the CPU time that a process and both servers use for `run`. @returns what `run` returns */
  measure<Result>(name: Name, pid: number | undefined, run: () => Promise<Result>): Promise<Result>;
  print(title: string): void;
}

/** The CPU time of a process, Postgres, Redis and all of them, divided by `count`, in µs. */
async function openCpuTable(processName: 'web' | 'worker', count: number): Promise<CpuTable> {
  const { postgresPid, redisPid } = await findServers();
  const parts: Record<string, Record<Name, number[]>> = {};
  const read = async (pid: number | undefined) => {
    const own = await cpuMsOf(pid);
    const [inPostgres, inRedis] = [await cpuMsOfFamily(postgresPid), await cpuMsOf(redisPid)];
    return { [processName]: own, Postgres: inPostgres, Redis: inRedis, all: own + inPostgres + inRedis };
  };
  return {
    async measure(name, pid, run) {
      const before = await read(pid);
      const result = await run();
      for (const [part, ms] of Object.entries(await read(pid))) {
        parts[part] ??= { this: [], other: [] };
        parts[part][name].push(((ms - (before[part] ?? 0)) * 1_000) / count);
      }
      return result;
    },
    print(title) {
      console.log(title);
      console.table(
        Object.fromEntries(Object.entries(parts).map(([part, results]) => [part, toRow(results)])),
      );
    },
  };
}

/** The processes that both builds use. */
async function findServers(): Promise<{ postgresPid: number; redisPid: number }> {
  const [backend] = await deployment.sql<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
  const status = await readFile(`/proc/${backend?.pid}/status`, 'utf8');
  const redis = new Redis(deployment.env.REDIS_URL ?? '');
  const server = await redis.info('server');
  redis.disconnect();
  return {
    postgresPid: Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]),
    redisPid: Number(/^process_id:(\d+)/m.exec(server)?.[1]),
  };
}

async function call<Answer>(
  { web: { url } }: Side,
  { key }: Account,
  method: string,
  path: string,
  body: unknown,
): Promise<Answer> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'x-forwarded-for': callerAddress(calls++), // so that the limit per address does not apply
    },
    body: JSON.stringify(body),
  });
  if (!response.ok)
    throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Answer;
}

/** Signups of an account whose events go to a webhook. No worker delivers them meanwhile. */
async function compareWebhooks(sides: Sides): Promise<void> {
  const accounts = { this: await createAccount(sides.this), other: await createAccount(sides.other) };
  for (const name of ['this', 'other'] as const) {
    const config = { url: 'https://hooks.example.com/waitlist', signing_secret: 'a-secret-of-the-bench' };
    await call(sides[name], accounts[name], 'PUT', '/v1/integrations/webhook', { config });
  }
  const results = await alternateAnew(sides, async (name, url) => {
    const waitlist = await createWaitlist(url, accounts[name]);
    return sendSignups(url, accounts[name], waitlist, { connections: 64, measuredMs: seconds * 1_000 });
  });
  console.table({ 'signups a second, with a webhook': toRow(results) });
}

/**
 * Signups on lists that judge referrals, without codes and with a code on each. The other build judges none.
 */
async function compareJudged(sides: Sides): Promise<void> {
  const accounts = { this: await createAccount(sides.this), other: await createAccount(sides.other) };
  for (const kind of ['without codes', 'with a code on each'] as const) {
    const cpu = await openCpuTable('web', judgedSignups);
    const results = await alternateAnew(sides, async (name, url, webPid) => {
      const [side, account] = [sides[name], accounts[name]];
      const waitlist = await createWaitlist(url, account);
      const path = `/v1/waitlists/${waitlist}`;
      if (name === 'this') await call(side, account, 'PATCH', `${path}/settings`, judging);
      const codes: string[] = [];
      for (let at = 0; kind === 'with a code on each' && at < codesOfList; at++) {
        const email = `owner@owner${at}.example.com`;
        const made = await call<{ referral_code: string }>(side, account, 'POST', `${path}/signups`, {
          email,
        });
        codes.push(made.referral_code);
      }
      const send = (maxRequests: number) =>
        sendSignups(url, account, waitlist, {
          connections: 64,
          measuredMs: hourMs,
          maxRequests,
          codes,
          domain: freeDomain,
        });
      await send(judgedSignups); // until the process is compiled
      const startedAt = performance.now();
      await cpu.measure(name, webPid, () => send(judgedSignups));
      return judgedSignups / ((performance.now() - startedAt) / 1_000);
    });
    console.table({ [`signups a second, judged, ${kind}`]: toRow(results) });
    cpu.print(`µs of CPU a signup, judged, ${kind}`);
  }
}

/** Measures from the first mail at the mail server until all are recorded as sent. */
async function compareMails(sides: Sides): Promise<void> {
  const cpu = await openCpuTable('worker', mails);
  const results = await alternate(mailRounds, async (name) => {
    const side = sides[name];
    const { url } = side.web;
    for (let number = 0; number < mailAccounts; number++) {
      const account = await createAccount(side);
      await sendSignups(url, account, await createWaitlist(url, account), {
        connections: 50,
        measuredMs: hourMs,
        maxRequests: mails / mailAccounts,
      });
    }
    await countOf<SinkCount>(sink);
    const worker = await startProcess('worker', side.env, { keepLog: false, cwd: side.cwd });
    const sql = postgres(side.env.DATABASE_URL ?? '', { max: 1 });
    await cpu.measure(name, worker.child.pid, async () => {
      while ((await sql`SELECT 1 FROM outbox WHERE job = 'send-signup-email' LIMIT 1`).length > 0)
        await sleep(20);
    });
    const endedAt = Date.now();
    await sql.end();
    await worker.stop();
    const count = await countOf<SinkCount>(sink);
    if (count.mails !== mails)
      throw new Error(`The mail server received ${count.mails} mails, expected ${mails}`);
    return mails / ((endedAt - count.firstAt) / 1_000);
  });
  console.table({ [`mails a second, ${mailAccounts} accounts`]: toRow(results) });
  cpu.print('µs of CPU a mail');
}

/** The size on disk of a large list, without mails, and the speed of its export. */
async function compareLargeLists(sides: Sides): Promise<void> {
  const prepare = async (name: Name) => {
    const side = sides[name];
    const mute = { ...side.env, MANAGED_EMAIL_URL: '', MANAGED_EMAIL_FROM: '' };
    const web = await startProcess('web', mute, { keepLog: false, cwd: side.cwd });
    const account = await createAccount(side);
    const waitlist = await createWaitlist(web.url, account);
    const sql = postgres(side.env.DATABASE_URL ?? '', { max: 1 });
    await sql`TRUNCATE signups CASCADE`; // of the comparison before
    await sendSignups(web.url, account, waitlist, {
      connections: 256,
      measuredMs: hourMs,
      maxRequests: largeList,
    });
    await web.stop();
    await sql`VACUUM ANALYZE signups`;
    const sizes = await sql<{ name: string; bytes: string }[]>`
      SELECT c.relname AS name, pg_relation_size(c.oid) AS bytes FROM pg_class c
      WHERE c.oid = 'signups'::regclass OR c.oid IN (SELECT indexrelid FROM pg_index WHERE indrelid = 'signups'::regclass)
      ORDER BY c.relkind DESC, c.relname`;
    await sql.end();
    return { key: account.key, waitlist, sizes };
  };
  const lists = { this: await prepare('this'), other: await prepare('other') };
  for (const name of ['other', 'this'] as const) {
    const { sizes } = lists[name];
    const all = sizes.reduce((sum, { bytes }) => sum + Number(bytes), 0);
    console.log(`${largeList} signups on disk, ${name}, in MB`);
    console.table(
      Object.fromEntries(
        [...sizes, { name: 'all', bytes: all }].map((row) => [row.name, toMegabytes(row.bytes)]),
      ),
    );
  }
  const results = await alternate(exportRounds, async (name) => {
    const exported = await drain(sides[name].web.url, lists[name]);
    if (exported.rows !== largeList) throw new Error(`${exported.rows} rows exported, expected ${largeList}`);
    return exported.rows / exported.seconds;
  });
  console.table({ 'exported rows a second': toRow(results) });
}

function toMegabytes(bytes: string | number): number {
  return Number((Number(bytes) / 1024 ** 2).toFixed(1));
}
