import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MailSink, startMailSink } from '../support/mail-sink.ts';
import { type OwnRedis, startOwnRedis } from '../support/service/own-redis.ts';
import { type ServiceProcess, startProcess } from '../support/service/processes.ts';
import { useService } from '../support/service/service.ts';

const windowSeconds = 10;
/** A session of Postgres reports what it did within 10 s of silence. */
const reportedMs = 11_000;
const signups = 20;
/** Behind one, nothing is known any more of its key. */
const aloneMs = 900;
const crowd = { signups: 800, callers: 32 };

const service = useService();
let redis: OwnRedis;
let client: Redis;
let sink: MailSink;
const running: ServiceProcess[] = [];
let documented: (row: string) => number[];
beforeAll(async () => {
  redis = await startOwnRedis();
  client = new Redis(redis.url);
  sink = await startMailSink();
  const page = await readFile('docs/scaling.md', 'utf8');
  documented = (row) => {
    const line = page.split('\n').find((each) => each.startsWith(`| ${row} |`)) ?? expect.fail(row);
    return line.split('|').slice(2, -1).map(Number);
  };
});
afterAll(async () => {
  await Promise.all(running.map((each) => each.stop()));
  client?.disconnect();
  await sink?.close();
  await redis?.close();
});

async function start(kind: 'web' | 'worker'): Promise<ServiceProcess> {
  const env = { ...service.env, REDIS_URL: redis.url, MANAGED_EMAIL_URL: sink.url };
  const started = await startProcess(kind, env);
  running.push(started);
  return started;
}

/** Without the one that counts. */
async function connections(): Promise<number> {
  const list = String(await client.client('LIST'));
  return list.split('\n').filter((line) => line !== '').length - 1;
}

/** What Redis and Postgres are asked. */
interface Asked {
  readonly commands: number;
  readonly transactions: number;
}

/** What the servers have been asked until now, the counting itself included. */
async function count(): Promise<Asked> {
  const stats = await client.info('stats');
  await service.sql`SELECT pg_stat_force_next_flush()`;
  const [row] = await service.sql<{ transactions: number }[]>`
    SELECT (xact_commit + xact_rollback)::integer AS transactions FROM pg_stat_database WHERE datname = current_database()`;
  return {
    commands: Number(/^total_commands_processed:(\d+)/m.exec(stats)?.[1]),
    transactions: row?.transactions ?? 0,
  };
}

/** What they are asked in a second. A process that has just started asks more. */
async function idleSecond(): Promise<Asked> {
  const before = await count();
  await sleep(windowSeconds * 1_000);
  const after = await count();
  return {
    commands: (after.commands - before.commands) / windowSeconds,
    transactions: (after.transactions - before.transactions) / windowSeconds,
  };
}

const total = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0);

/**
 * What one of so many signups asks for, besides what an idle second asks for. `work` tells how many
 * transactions it took itself to look whether all was done.
 */
async function each(many: number, idle: Asked, work: () => Promise<number>): Promise<Asked> {
  const before = await count();
  const startedAt = performance.now();
  const own = await work();
  await sleep(reportedMs);
  const after = await count();
  const seconds = (performance.now() - startedAt) / 1_000;
  return {
    commands: (after.commands - before.commands - seconds * idle.commands) / many,
    transactions: (after.transactions - before.transactions - seconds * idle.transactions - own) / many,
  };
}

test('web and worker open as many connections to Redis, and ask Redis and Postgres as often, as the docs tell', async () => {
  const open = documented('connections to Redis, idle or busy');
  const idle = {
    commands: documented('Redis commands a second without traffic'),
    transactions: documented('Postgres transactions a second without traffic'),
  };
  const alone = {
    commands: documented('Redis commands for one signup with its mail'),
    transactions: documented('Postgres transactions for one signup with its mail'),
  };
  const inCrowd = {
    commands: documented('Redis commands for each of many signups at once, both together'),
    transactions: documented('Postgres transactions for each of many signups at once, both together'),
  };
  expect(Math.max(...idle.commands, ...idle.transactions)).toBeLessThanOrEqual(5);

  const account = await service.account({ requestsPerMinute: 10_000 });
  const waitlist = await service.waitlist(account);
  let url = '';
  let people = 0;
  async function signUp(): Promise<void> {
    const n = ++people;
    const { status } = await fetch(`${url}/v1/waitlists/${waitlist}/signups`, {
      method: 'POST',
      headers: { authorization: `Bearer ${account.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ email: `person${n}@example.com`, client_ip: `9.9.${n >> 8}.${n & 255}` }),
    });
    expect(status).toBe(201);
  }

  /** Starts a process, and waits until all of them ask no more than they may. */
  async function startAndRest(kind: 'web' | 'worker', processes: number): Promise<Asked> {
    const { url: own } = await start(kind);
    if (kind === 'web') url = own;
    await expect.poll(connections).toBe(total(open.slice(0, processes)));
    const most = {
      commands: total(idle.commands.slice(0, processes)),
      transactions: total(idle.transactions.slice(0, processes)),
    };
    let second: Asked = { commands: 0, transactions: 0 };
    await expect
      .poll(async () => (second = await idleSecond()), { interval: 0, timeout: 120_000 })
      .toSatisfy(
        (asked: Asked) => asked.commands <= most.commands && asked.transactions <= most.transactions,
      );
    return second;
  }

  const ofWeb = await each(signups, await startAndRest('web', 1), async () => {
    for (let n = 1; n <= signups; n++) {
      await signUp();
      await sleep(aloneMs);
    }
    return 0;
  });
  expect(ofWeb.commands).toBeLessThanOrEqual(alone.commands[0] ?? 0);
  expect(ofWeb.transactions).toBeLessThanOrEqual(alone.transactions[0] ?? 0);

  const atRest = await startAndRest('worker', 2);
  expect(sink.received.size).toBe(people); // those that waited for a worker
  const ofBoth = await each(signups, atRest, async () => {
    let own = 0;
    for (let n = 1; n <= signups; n++) {
      await signUp();
      await expect.poll(() => sink.received.size, { interval: 100 }).toBe(people);
      const pending = () => {
        own += 1;
        return service.pendingJobs('fan-out-event');
      };
      await expect.poll(pending, { interval: 100 }).toEqual([]);
    }
    return own;
  });
  expect(ofBoth.commands).toBeLessThanOrEqual(total(alone.commands));
  expect(ofBoth.transactions).toBeLessThanOrEqual(total(alone.transactions));

  const ofMany = await each(crowd.signups, atRest, async () => {
    const callers = Array.from({ length: crowd.callers }, async () => {
      for (let n = 0; n < crowd.signups / crowd.callers; n++) await signUp();
    });
    await Promise.all(callers);
    await expect.poll(() => sink.received.size, { timeout: 60_000 }).toBe(people);
    return 0;
  });
  expect(ofMany.commands).toBeLessThanOrEqual(total(inCrowd.commands));
  expect(ofMany.transactions).toBeLessThanOrEqual(total(inCrowd.transactions));
  expect(await connections()).toBe(total(open));
}, 400_000);
