import { setTimeout as sleep } from 'node:timers/promises';
import { Cluster } from 'ioredis';
import type { Logger } from '../../shared/platform/process/log.ts';
import { withTimeout } from '../../shared/platform/process/with-timeout.ts';
import { microBatch } from '../../shared/platform/queue/micro-batch.ts';
import type { RedisClient } from '../../shared/platform/redis/redis.ts';

/**
 * Adds ARGV[1] calls (-1, 0 or 1) to each window in KEYS, in order, so a repeated key counts twice.
 * Returns the seconds until the minute ends and the new counts.
 * Windows are calendar minutes of Redis's clock, which all processes share (C1.12).
 * The first call of a minute creates the key, and the key expires at the end of that minute.
 */
const countScript = `
local now = redis.call('TIME')[1]
local ends = now - now % 60 + 60
local result = { ends - now }
for i, key in ipairs(KEYS) do
  local calls = redis.call('INCRBY', key, ARGV[1])
  if calls <= 1 then redis.call('EXPIREAT', key, ends) end
  result[i + 1] = calls
end
return result`;

interface Counts {
  /** The calls of this minute in each window. */
  readonly calls: readonly number[];
  /** Seconds until the minute ends, 1 to 60. */
  readonly resetSeconds: number;
}

export interface RateLimiter {
  /** Counts a call in each of the windows. Concurrent calls share a round trip to Redis. */
  count(windows: readonly string[]): Promise<Counts>;
  /** Reads the counts without counting a call. */
  peek(windows: readonly string[]): Promise<Counts>;
  /** Takes a call back that was counted in the windows before it was known to belong to others. */
  uncount(windows: readonly string[]): Promise<Counts>;
}

/** The seconds until the minute ends, and the calls of each window. */
type Answer = [number, ...number[]];

/** How many calls are added to each window. */
type Increment = -1 | 0 | 1;

const maxBatchSize = 200;
const redisTimeoutMs = 250;
const pingIntervalMs = 1_000;
const probeTimeoutMs = 1_000;

/**
 * Counts in Redis, for all processes together.
 * While Redis is away it counts in this process, starting from the last counts that Redis returned (C1.15).
 */
export function openRateLimiter(redis: RedisClient, log: Logger): RateLimiter {
  redis.defineCommand('countCalls', { lua: countScript });
  const commands = redis as RedisClient & {
    countCalls(keyCount: number, ...keysAndCalls: (string | number)[]): Promise<Answer>;
  };
  const call = (windows: readonly string[], increment: Increment) =>
    commands.countCalls(windows.length, ...windows, increment);
  /** In a cluster each window is counted where it is, by a call of its own; all calls are sent at once. */
  async function callEach(windows: readonly string[], increment: Increment): Promise<Answer> {
    const places = new Map<string, number[]>();
    for (const [place, window] of windows.entries())
      places.set(window, [...(places.get(window) ?? []), place]);
    const answers = await Promise.all(
      [...places].map(([window, { length }]) =>
        call(
          Array.from({ length }, () => window),
          increment,
        ),
      ),
    );
    const result: Answer = [60];
    for (const [index, [, own]] of [...places].entries()) {
      const [resetSeconds, ...counts] = answers[index] ?? [60];
      result[0] = Math.min(result[0], resetSeconds);
      for (const [nth, place] of own.entries()) result[place + 1] = counts[nth] ?? 0;
    }
    return result;
  }
  const isCluster = redis instanceof Cluster;
  const callAll = isCluster ? callEach : call;
  const local = localCounters();
  let isRedisUp = true;

  /** Pings Redis in the background, so no request has to wait for a timeout meanwhile. */
  async function waitForRedis(windows: readonly string[]): Promise<void> {
    isRedisUp = false;
    do await sleep(pingIntervalMs, undefined, { ref: false });
    while (redis.status !== 'end' && !(await answers(isCluster ? callAll(windows, 0) : redis.ping())));
    isRedisUp = true;
  }

  async function countAll(requests: readonly (readonly string[])[], increment: Increment): Promise<Counts[]> {
    const countLocally = () => requests.map((windows) => local.count(windows, increment));
    if (redis.status !== 'ready' || !isRedisUp) return countLocally();
    const windows = requests.flat();
    try {
      const answer = callAll(windows, increment);
      const [resetSeconds, ...counts] = await withTimeout(redisTimeoutMs, 'Redis', answer);
      local.raise(windows, counts);
      let end = 0;
      return requests.map(({ length }) => {
        end += length;
        return { calls: counts.slice(end - length, end), resetSeconds };
      });
    } catch (err) {
      if (isRedisUp) {
        // Only the first of several concurrent failures is logged.
        log.warn({ err }, 'rate limits are counted per process until Redis is back');
        void waitForRedis(windows);
      }
      return countLocally();
    }
  }

  const openBatch = (increment: Increment) =>
    microBatch<readonly string[], Counts>({
      run: (requests) => countAll(requests, increment),
      maxItems: maxBatchSize,
    });
  return { count: openBatch(1), peek: openBatch(0), uncount: openBatch(-1) };
}

function answers(probe: Promise<unknown>): Promise<boolean> {
  return withTimeout(probeTimeoutMs, 'Redis', probe).then(
    () => true,
    () => false,
  );
}

/** The windows in memory, by the clock of this machine. */
function localCounters() {
  let minute = 0;
  const calls = new Map<string, number>();

  /** Clears the counts when a new minute has begun. @returns how many seconds of the minute have passed */
  function advance(): number {
    const now = Math.floor(Date.now() / 1000);
    if (Math.floor(now / 60) !== minute) {
      minute = Math.floor(now / 60);
      calls.clear();
    }
    return now % 60;
  }

  return {
    count(windows: readonly string[], increment: Increment): Counts {
      const resetSeconds = 60 - advance();
      const counts = windows.map((window) => (calls.get(window) ?? 0) + increment);
      for (const [index, window] of windows.entries()) calls.set(window, counts[index] ?? 0);
      return { calls: counts, resetSeconds };
    },
    /** Raises the counts to those of all processes. */
    raise(windows: readonly string[], counts: readonly number[]): void {
      advance();
      for (const [index, window] of windows.entries())
        calls.set(window, Math.max(calls.get(window) ?? 0, counts[index] ?? 0));
    },
  };
}
