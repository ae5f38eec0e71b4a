import { randomBytes } from 'node:crypto';
import type { Redis } from 'ioredis';
import { Redis as RedisClient } from 'ioredis';
import type { Sql } from '../../../src/shared/platform/postgres/connection.ts';
import { startProcess } from '../service/processes.ts';
import { useApi } from './callers/use-api.ts';
import { useApps } from './callers/use-apps.ts';
import { useDashboard } from './callers/use-dashboard.ts';
import { useCommandLine, useFailingPostgres, useOperatorPages } from './callers/use-operations.ts';
import { useProviders } from './callers/use-providers.ts';
import { type Canary, openCanaries } from './canaries.ts';
import { startEchoMailServer } from './echo-mail-server.ts';
import { startEchoProvider } from './echo-provider.ts';
import { dumpDatabase, dumpRedis, type Part } from './stores.ts';
import { watchCommands } from './watch-commands.ts';
import { type Evidence, openWorld, type World } from './world.ts';

/** A canary in a place where it must not be. */
export interface Leak {
  readonly canary: Canary;
  readonly place: string;
}

export interface LeakReport {
  readonly leaks: readonly Leak[];
  /** Secrets that should have reached a provider and did not, so the run did not test them. */
  readonly unused: readonly string[];
  readonly canaries: number;
  readonly answers: number;
  readonly places: number;
  readonly bytes: number;
  readonly redisCommands: number;
}

export interface LeakOptions {
  readonly sql: Sql;
  /** Postgres with the service's tables, and an empty Redis. */
  readonly env: { readonly DATABASE_URL: string; readonly REDIS_URL: string };
  /**
   * Also runs all provider modes, all commands, processes with a bad environment, and failing statements.
   * Takes a minute longer.
   */
  readonly thorough: boolean;
  /** Other places to search after the processes have exited, such as the files of the database. */
  readonly more?: () => Promise<readonly Part[]>;
  /** Leaks canaries on purpose. */
  readonly plant?: (world: World, redis: Redis) => Promise<void>;
  readonly onProgress?: (step: string) => void;
}

/**
 * Runs web processes and a worker, uses every kind of secret and address, and searches everything that they
 * answered, logged and stored. Secrets must be nowhere. Email addresses must not be in logs, error answers,
 * metrics and Redis.
 */
export async function findLeaks(options: LeakOptions): Promise<LeakReport> {
  const { sql, thorough, plant, more = async () => [], onProgress = () => {} } = options;
  const canaries = openCanaries();
  const provider = await startEchoProvider();
  const mail = await startEchoMailServer();
  const redis = new RedisClient(options.env.REDIS_URL);
  const watch = await watchCommands(options.env.REDIS_URL);

  const env = {
    ...options.env,
    TRUST_PROXY: 'loopback',
    OUTBOUND_ALLOW_HOSTS: '127.0.0.1',
    ENCRYPTION_KEY: canaries.secret('the encryption key', { value: randomBytes(32).toString('base64') }),
    METRICS_TOKEN: canaries.secret('the token of the metrics'),
    ADMIN_USER: 'operator',
    ADMIN_PASSWORD: canaries.secret('the password of the operator'),
    MANAGED_EMAIL_URL: `smtp://service:${canaries.secret('the managed password', { isSentOut: true })}@127.0.0.1:${mail.port}`,
    MANAGED_EMAIL_FROM: 'Service <hello@service.test>',
    MANAGED_EMAIL_WEBHOOK_SECRET: canaries.secret('the managed webhook secret'),
    RESEND_API_URL: provider.url,
    POSTMARK_API_URL: provider.url,
    SENDGRID_API_URL: provider.url,
    MAILGUN_API_URL: provider.url,
    LOOPS_API_URL: provider.url,
    KIT_API_URL: provider.url,
    TURNSTILE_API_URL: provider.url,
  };
  const kinds = ['worker', 'web', ...(thorough ? (['web'] as const) : [])] as const;
  onProgress('Starting processes');
  const processes = await Promise.all(kinds.map((kind) => startProcess(kind, env, { logLevel: 'trace' })));
  const urls = processes.flatMap(({ url }, index) => (kinds[index] === 'web' ? [url] : []));
  async function forgetLimits(): Promise<void> {
    const counted = await redis.keys('limit:*');
    if (counted.length > 0) await redis.del(counted);
  }
  const world = openWorld({ sql, env, urls, thorough, canaries, provider, mail, forgetLimits });
  try {
    await useAll(world, onProgress);
    await plant?.(world, redis);
    const { METRICS_TOKEN: token } = env;
    await world.ask('GET', '/metrics', { headers: { authorization: `Bearer ${token}` } });
    for (const each of processes) await each.stop();
    return await search();
  } finally {
    await Promise.all(processes.map((each) => each.stop()));
    await provider.close();
    await mail.close();
    watch.close();
    redis.disconnect();
  }

  async function search(): Promise<LeakReport> {
    onProgress('Searching for leaks');
    const both = ['secret', 'address'] as const;
    const logs = processes.map((each, index) => ({
      name: `the log of process ${index + 1}`,
      bytes: Buffer.from(each.output()),
    }));
    const commands = watch.commands();
    const inRedis = [
      ...(await dumpRedis(redis)),
      { name: 'the commands to Redis', bytes: Buffer.concat(commands) },
    ];
    const stored = [...(await dumpDatabase(sql)), ...(await more())];
    const evidence: Evidence[] = [
      ...world.evidence,
      ...[...logs, ...inRedis].map(({ name, bytes }) => ({ place: name, bytes, kinds: both })),
      ...stored.map(({ name, bytes }) => ({ place: name, bytes, kinds: ['secret'] as const })),
    ];
    return {
      leaks: evidence.flatMap(({ place, bytes, kinds: searched, shows = [] }) =>
        canaries
          .findIn(bytes)
          .filter(({ kind, name }) => searched.includes(kind) && !shows.includes(name))
          .map((canary) => ({ canary, place })),
      ),
      unused: listUnused(),
      canaries: canaries.all.length,
      answers: world.evidence.length,
      places: evidence.length,
      bytes: evidence.reduce((sum, { bytes }) => sum + bytes.length, 0),
      redisCommands: commands.length,
    };
  }

  /** The canaries for providers that reached none. */
  function listUnused(): string[] {
    const sentOut = new Set(
      canaries.findIn(Buffer.from(`${JSON.stringify(provider.requests)}\n${mail.logins()}`)),
    );
    return canaries.all.flatMap((canary) => (canary.isSentOut && !sentOut.has(canary) ? [canary.name] : []));
  }
}

async function useAll(world: World, onProgress: (step: string) => void): Promise<void> {
  const { canaries, command } = world;
  onProgress('Creating an account, its owner and a key');
  const owner = {
    email: canaries.address('the owner'),
    password: canaries.secret('the password of the owner'),
  };
  const make = [
    'account',
    'create',
    '--name',
    'Canary',
    '--plan',
    'scale',
    '--requests-per-minute',
    '100000',
    '--json',
  ];
  const made = await command([...make, '--owner-email', owner.email, '--owner-password', owner.password]);
  const { account_id: account } = JSON.parse(made);
  const name = 'the key of the account';
  const { key } = JSON.parse(
    await command(['key', 'create', '--account', account, '--json'], { shows: [name] }),
  );
  canaries.secret(name, { value: key });
  const { body } = await world.ask('POST', '/v1/waitlists', { key, body: { name: 'Canary' } });
  const { id: waitlist } = JSON.parse(body);

  onProgress('Using the API and the tools');
  await useApi(world, key, waitlist);
  onProgress('Using the dashboard');
  const { browser, ...signedIn } = await useDashboard(world, owner);
  onProgress('Connecting an app');
  await useApps(world, browser);
  onProgress('Using mail providers and integrations');
  await useProviders(world, browser, key, waitlist);
  onProgress("Using the operator's pages");
  await useOperatorPages(world);
  if (!world.thorough) return;
  onProgress('Using the command line and bad environments');
  await useCommandLine(world, account);
  onProgress('Making Postgres fail');
  await useFailingPostgres(world, signedIn, key, waitlist);
}
