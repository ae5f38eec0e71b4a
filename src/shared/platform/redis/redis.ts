import { setTimeout as sleep } from 'node:timers/promises';
import { Cluster, Redis } from 'ioredis';
import type { ServingConfig } from '../config.ts';
import type { Logger } from '../process/log.ts';
import {
  describeRedisProblem,
  findLoading,
  findRefusal,
  logRedisProblem,
  noteProblem,
} from './redis-problem.ts';
import { infoField, isTooOld, oldestVersion } from './redis-version.ts';

/**
 * Starts the keys of the queues and of the metrics. The braces are a hash tag: one node of a Redis Cluster
 * holds all of them, as BullMQ's scripts need it. The limits' keys have none: each is counted where it is.
 */
export const keyPrefix = '{waitlist}';

/** One server, the primary that sentinels name, or a cluster. */
export type RedisClient = Redis | Cluster;

/**
 * For callers that must not wait: while Redis is away a command fails at once, and one that hangs after a
 * second, unless its caller gave it up before. Connects in the background. Each web and worker process has
 * one, so this one also checks how Redis is set up.
 */
export function openFailFastRedis(config: ServingConfig, log: Logger): RedisClient {
  const redis = connect(config, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 1_000,
  });
  logLosses(redis, log);
  warnOfSetup(redis, log);
  return redis;
}

/** For the producing side of a queue: fails at once while Redis is away. */
export function openProducerRedis(config: ServingConfig, log: Logger): RedisClient {
  const redis = connect(config, { enableOfflineQueue: false, maxRetriesPerRequest: 0 });
  logLosses(redis, log);
  return redis;
}

/** For the consuming side: waits for Redis as long as it takes. */
export function openConsumerRedis(config: ServingConfig, log: Logger): RedisClient {
  const redis = connect(config, { maxRetriesPerRequest: null });
  logLosses(redis, log);
  return redis;
}

/** How long a read blocks at most: proxies in between end connections that are silent for longer. */
export const blockSeconds = 10;

/** For reads that block. One that fails or hangs rejects. */
export function openBlockingRedis(config: ServingConfig, log: Logger): RedisClient {
  const redis = connect(config, { maxRetriesPerRequest: 0, commandTimeout: (blockSeconds + 5) * 1_000 });
  logLosses(redis, log);
  return redis;
}

interface Waiting {
  readonly enableOfflineQueue?: boolean;
  readonly maxRetriesPerRequest: number | null;
  readonly commandTimeout?: number;
}

function connect({ redis: { url, group, tls } }: ServingConfig, waiting: Waiting): RedisClient {
  const options = { ...(tls && { tls }), connectTimeout: 3_000, retryStrategy, ...waiting };
  if (!group) return new Redis(url, options);
  const login = {
    ...(group.username !== undefined && { username: group.username }),
    ...(group.password !== undefined && { password: group.password }),
  };
  const { enableOfflineQueue = true, ...withoutQueue } = waiting;
  if (group.kind === 'cluster')
    return new Cluster([...group.nodes], {
      enableOfflineQueue,
      clusterRetryStrategy: retryStrategy,
      slotsRefreshInterval: 5_000, // a node that was added or replaced is known before the first one fails
      redisOptions: { ...login, ...(tls && { tls }), connectTimeout: 3_000, ...withoutQueue },
      // With TLS the name that the certificate is for must not be replaced by an address.
      ...(tls && { dnsLookup: (address, found) => found(null, address) }),
    });
  return new Redis({
    ...options,
    ...login,
    sentinels: [...group.nodes],
    name: group.name,
    ...(group.sentinelPassword !== undefined && { sentinelPassword: group.sentinelPassword }),
    ...(tls && { enableTLSForSentinelMode: true, sentinelTLS: tls }),
    sentinelRetryStrategy: retryStrategy,
    failoverDetector: true, // else a suspended primary keeps its connections
    reconnectOnError: ({ message }: Error) => message.startsWith('READONLY'), // a primary that was demoted
  });
}

/** A connection is ready sooner, unless Redis is not. */
const handshakeMs = 1_000;

const retryStrategy = (attempt: number) => Math.min(attempt * 50, 1_000);

/**
 * One line when Redis goes and one when it is back, however often the client reconnects in between; another
 * one if Redis comes back in a way that cannot work.
 */
function logLosses(redis: RedisClient, log: Logger): void {
  let lost = false;
  let told: string | undefined;
  let hangUps = 0;
  async function lose(error: Error): Promise<void> {
    const isNews = !lost;
    lost = true;
    const err = isNews ? await findRefusal(redis, error) : error;
    const problem = describeRedisProblem(err);
    if (!isNews && (!problem.isLasting || problem.reason === told)) return;
    told = problem.reason;
    if (lost) noteProblem(redis, problem);
    logRedisProblem(log, err, problem, 'redis is away');
  }
  async function noteLoading(): Promise<void> {
    await sleep(handshakeMs, undefined, { ref: false });
    const error = await findLoading(redis);
    if (!error) return;
    if (lost) noteProblem(redis, describeRedisProblem(error));
    else await lose(error);
  }
  redis.on('connect', () => void noteLoading());
  redis.on('error', (error: Error) => void lose(error));
  redis.on('close', () => {
    // One that has connected and hangs up is no error to the driver.
    if (++hangUps > 1) void lose(Object.assign(new Error('Redis hung up'), { code: 'ECONNRESET' }));
  });
  redis.on('ready', () => {
    if (lost) log.info('redis is back');
    lost = false;
    hangUps = 0;
    noteProblem(redis, undefined);
  });
}

/**
 * Warns of a version that nobody tried, and of evicting keys: that breaks BullMQ's queues and forgets counts.
 * The service goes on, for pending jobs are in Postgres. `INFO` shows the policy also where a managed Redis
 * forbids `CONFIG`; each connection may reach another server.
 */
function warnOfSetup(redis: RedisClient, log: Logger): void {
  redis.on('ready', async () => {
    const info = await redis.info().catch(() => ''); // gone again: asked at the next connection
    const [version, policy] = [infoField(info, 'redis_version'), infoField(info, 'maxmemory_policy')];
    if (version !== '' && isTooOld(version))
      log.warn({ version }, `redis is too old: the oldest supported version is ${oldestVersion}`);
    if (policy !== '' && policy !== 'noeviction')
      log.warn({ policy }, 'redis throws keys away when it is full: set its maxmemory-policy to noeviction');
  });
}
