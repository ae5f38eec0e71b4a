import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MailSink, startMailSink } from '../support/mail-sink.ts';
import { type OwnRedis, startOwnRedis } from '../support/service/own-redis.ts';
import { type ServiceProcess, startProcess } from '../support/service/processes.ts';
import { useService } from '../support/service/service.ts';

const windowSeconds = 10;
const signups = 20;

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
    const line = page.split('\n').find((each) => each.startsWith(`| ${row}`)) ?? '';
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

test('web and worker open as many connections to Redis, and ask Redis and Postgres as often, as the docs tell', async () => {
  const open = documented('connections to Redis');
  const commands = documented('Redis commands a second');
  const transactions = documented('Postgres transactions a second');
  expect(Math.max(...commands, ...transactions)).toBeLessThanOrEqual(5);

  let url = '';
  for (const [index, kind] of (['web', 'worker'] as const).entries()) {
    const { url: own } = await start(kind);
    if (kind === 'web') url = own;
    await expect.poll(connections).toBe(total(open.slice(0, index + 1)));
    const most = {
      commands: total(commands.slice(0, index + 1)),
      transactions: total(transactions.slice(0, index + 1)),
    };
    await expect
      .poll(idleSecond, { interval: 0, timeout: 120_000 })
      .toSatisfy(
        (second: Asked) => second.commands <= most.commands && second.transactions <= most.transactions,
      );
  }

  const account = await service.account();
  const waitlist = await service.waitlist(account);
  const before = await count();
  const startedAt = performance.now();
  for (let n = 1; n <= signups; n++) {
    const { status } = await fetch(`${url}/v1/waitlists/${waitlist}/signups`, {
      method: 'POST',
      headers: { authorization: `Bearer ${account.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ email: `person${n}@example.com`, client_ip: `192.0.2.${n}` }),
    });
    expect(status).toBe(201);
    await expect.poll(() => sink.received.size, { interval: 100 }).toBe(n);
    await expect.poll(() => service.pendingJobs('fan-out-event'), { interval: 100 }).toEqual([]);
  }
  const after = await count();
  const seconds = (performance.now() - startedAt) / 1_000;
  const [mostCommands = 0] = documented('Redis commands for one signup');
  const each = (after.commands - before.commands - seconds * total(commands)) / signups;
  expect(each).toBeLessThanOrEqual(mostCommands);
  expect(await connections()).toBe(total(open));
}, 300_000);
