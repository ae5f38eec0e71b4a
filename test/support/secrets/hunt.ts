import { randomBytes } from 'node:crypto';
import type { Redis } from 'ioredis';
import { Redis as RedisClient } from 'ioredis';
import type { Sql } from '../../../src/shared/postgres/connection.ts';
import { startProcess } from '../service/processes.ts';
import { useApi } from './callers/use-api.ts';
import { useDashboard } from './callers/use-dashboard.ts';
import { useCommandLine, useOperatorPages, usePostgresBadly } from './callers/use-operations.ts';
import { useProviders } from './callers/use-providers.ts';
import { type Canary, openCanaries } from './canaries.ts';
import { startEchoMailServer } from './echo-mail-server.ts';
import { startEchoProvider } from './echo-provider.ts';
import { dumpDatabase, dumpRedis, type Part } from './stores.ts';
import { watchCommands } from './watch-commands.ts';
import { type Evidence, openWorld, type World } from './world.ts';

/** A canary where it has no place. */
export interface Leak {
  readonly canary: Canary;
  readonly place: string;
}

export interface Hunt {
  readonly leaks: readonly Leak[];
  /** Secrets that never came to where they belong: the hunt has not done what it was to do. */
  readonly unused: readonly string[];
  readonly canaries: number;
  readonly answers: number;
  readonly places: number;
  readonly bytes: number;
  readonly redisCommands: number;
}

export interface HuntOptions {
  readonly sql: Sql;
  /** Of Postgres and Redis, which are empty but for the tables. */
  readonly env: { readonly DATABASE_URL: string; readonly REDIS_URL: string };
  /** Also all moods of others, the whole command line, processes that do not start, and a Postgres that refuses; it takes a minute more. */
  readonly thorough: boolean;
  /** What only this run can see, such as the files of the database, once all processes have ended. */
  readonly more?: () => Promise<readonly Part[]>;
  /** Does what the service must not do: the hunt has to find it. */
  readonly plant?: (world: World, redis: Redis) => Promise<void>;
  readonly onProgress?: (step: string) => void;
}

/**
 * Runs web processes and a worker, has them handle every secret and address in every way, and looks through all that they said and
 * stored. Secrets may be nowhere; addresses of people in no log, no refusal, no metric and not in Redis.
 */
export async function huntSecrets(options: HuntOptions): Promise<Hunt> {
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
    MANAGED_EMAIL_URL: `smtp://service:${canaries.secret('the managed password', { isForOthers: true })}@127.0.0.1:${mail.port}`,
    MANAGED_EMAIL_FROM: 'Service <hello@service.test>',
    MANAGED_EMAIL_WEBHOOK_SECRET: canaries.secret('the managed webhook secret'),
    RESEND_API_URL: provider.url,
    POSTMARK_API_URL: provider.url,
    SENDGRID_API_URL: provider.url,
    MAILGUN_API_URL: provider.url,
    LOOPS_API_URL: provider.url,
    KIT_API_URL: provider.url,
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
    return await lookThrough();
  } finally {
    await Promise.all(processes.map((each) => each.stop()));
    await provider.close();
    await mail.close();
    watch.close();
    redis.disconnect();
  }

  async function lookThrough(): Promise<Hunt> {
    onProgress('Looking through what they left');
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
      leaks: evidence.flatMap(({ place, bytes, kinds: looked, shows = [] }) =>
        canaries
          .findIn(bytes)
          .filter(({ kind, name }) => looked.includes(kind) && !shows.includes(name))
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

  /** What was told to those outside, and what was for them and was not told. */
  function listUnused(): string[] {
    const told = new Set(
      canaries.findIn(Buffer.from(`${JSON.stringify(provider.requests)}\n${mail.told()}`)),
    );
    return canaries.all.flatMap((canary) => (canary.isForOthers && !told.has(canary) ? [canary.name] : []));
  }
}

async function useAll(world: World, onProgress: (step: string) => void): Promise<void> {
  const { canaries, command } = world;
  onProgress('An account with its owner and a key');
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

  onProgress('The API and the tools');
  await useApi(world, key, waitlist);
  onProgress('The dashboard');
  const { browser, ...signedIn } = await useDashboard(world, owner);
  onProgress('Mail providers and integrations');
  await useProviders(world, browser, key, waitlist);
  onProgress('Pages of the operator');
  await useOperatorPages(world);
  if (!world.thorough) return;
  onProgress('The command line and bad environments');
  await useCommandLine(world, account);
  onProgress('A Postgres that refuses');
  await usePostgresBadly(world, signedIn, key, waitlist);
}
