import type { Config } from '../../shared/config.ts';
import { readPublishedMetrics } from '../../shared/platform/monitoring/publish-metrics.ts';
import type { Logger } from '../../shared/platform/process/log.ts';
import { withTimeout } from '../../shared/platform/process/with-timeout.ts';
import { keyPrefix, openProducerRedis, type RedisClient } from '../../shared/platform/redis/redis.ts';
import {
  connectionAdvice,
  describeRedisProblem,
  findLoading,
  findRefusal,
} from '../../shared/platform/redis/redis-problem.ts';
import { infoField, isTooOld, oldestVersion } from '../../shared/platform/redis/redis-version.ts';
import { type Check, compareClocks, ok, problem, reasonOf, warning } from './check.ts';

const timeoutMs = 5_000;

/** Checks Redis. */
export async function checkRedis(config: Config, log: Logger): Promise<Check[]> {
  const redis = openProducerRedis(config, log);
  try {
    let lastError: unknown;
    redis.on('error', (error) => {
      lastError = error;
    });
    try {
      await withTimeout(timeoutMs, 'Redis', new Promise((ready) => redis.once('ready', ready)));
    } catch (error) {
      const found = (await findLoading(redis)) ?? (await findRefusal(redis, lastError ?? error));
      return [describe(found, 'Check REDIS_URL, its password, and that the server runs.')];
    }
    const before = Date.now();
    const [seconds, micros] = await redis.time();
    const after = Date.now();
    const refusal = await findRefusedWrite(redis);
    if (refusal) return [describe(refusal)];
    const info = await redis.info();
    const at = Number(seconds) * 1_000 + Number(micros) / 1_000;
    return [
      checkVersion(info),
      ...checkConnections(info),
      checkPolicy(info),
      checkPersistence(info),
      compareClocks('redis_clock', 'Redis', at, [before, after], 1),
      await checkWorkers(redis),
    ];
  } finally {
    redis.disconnect();
  }
}

/** What it answers to a write and to a script. Nothing is changed: the key is not there. */
async function findRefusedWrite(redis: RedisClient): Promise<unknown> {
  try {
    await redis.set(`${keyPrefix}:doctor`, '', 'XX');
    await redis.eval('return 0', 0);
    return undefined;
  } catch (error) {
    return error;
  }
}

/** Each process says every 5 s that it runs. */
async function checkWorkers(redis: RedisClient): Promise<Check> {
  const running = [...(await readPublishedMetrics(redis)).keys()];
  const workers = running.filter((name) => name.startsWith('worker-')).length;
  return workers > 0
    ? ok('workers', `Workers that run: ${workers}.`)
    : warning('workers', 'No worker runs: no mail is sent and no event is delivered.', 'Start a worker.');
}

function describe(error: unknown, otherwise = ''): Check {
  const { reason, advice = otherwise } = describeRedisProblem(error);
  return problem('redis', `${reason}: ${reasonOf(error)}`, `${advice} Signups go on without it.`);
}

function checkVersion(info: string): Check {
  const version = infoField(info, 'redis_version');
  return isTooOld(version)
    ? problem('redis', `Redis ${version} is too old.`, `Upgrade to ${oldestVersion} or newer.`)
    : ok('redis', `Redis ${version}.`);
}

/** Older servers do not tell the limit. */
function checkConnections(info: string): Check[] {
  const [used, most] = [Number(infoField(info, 'connected_clients')), Number(infoField(info, 'maxclients'))];
  if (most === 0) return [];
  const message = `${used} of ${most} connections to Redis are in use.`;
  return [
    used > 0.8 * most
      ? warning('redis_connections', message, connectionAdvice)
      : ok('redis_connections', message),
  ];
}

function checkPolicy(info: string): Check {
  const policy = infoField(info, 'maxmemory_policy');
  if (policy === 'noeviction') return ok('redis_memory', 'Redis keeps its keys when it is full.');
  return warning(
    'redis_memory',
    `Redis throws keys away when it is full (maxmemory-policy ${policy || 'unknown'}). Limits begin anew, and jobs start later.`,
    'Set maxmemory-policy to noeviction.',
  );
}

/** Nothing is lost where Redis keeps nothing: all jobs are in Postgres. */
function checkPersistence(info: string): Check {
  if (infoField(info, 'aof_enabled') === '1') {
    const failed = infoField(info, 'aof_last_write_status') === 'err';
    return failed
      ? warning('redis_persistence', 'Redis cannot write its append-only file.', 'Free space on its disk.')
      : ok('redis_persistence', 'Redis keeps its data over a restart (append-only file).');
  }
  if (infoField(info, 'rdb_last_bgsave_status') === 'err')
    return warning(
      'redis_persistence',
      'Redis cannot save its data, and may refuse writes.',
      'Free space on its disk, or switch saving off.',
    );
  return ok(
    'redis_persistence',
    'Redis has no append-only file. After a crash of it limits begin anew; jobs are in Postgres.',
  );
}
