import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { Logger } from '../shared/log.ts';

/**
 * Counts ARGV[1] calls (0 or 1) in each window and tells how many that makes. All windows end with the calendar minute of
 * Redis' own clock, which every process shares (C1.12): the first call of a minute makes the key, the minute's end removes it.
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

/** How many calls each window has seen this minute, this one included, and the seconds until the minute ends (1-60). */
interface Counted {
  readonly calls: readonly number[];
  readonly resetSeconds: number;
}

export interface RateLimiter {
  /** Counts a call in every named window, in one round trip. Names of one call must share a hash tag. */
  count(windows: readonly string[]): Promise<Counted>;
  /** The same without counting a call. */
  peek(windows: readonly string[]): Promise<Counted>;
}

/** How often a Redis that failed is asked whether it is back. */
const askEveryMs = 1_000;

/** Counts in Redis, for all processes together; while Redis is away, in this process alone (C1.15). */
export function openRateLimiter(redis: Redis, log: Logger): RateLimiter {
  redis.defineCommand('countCalls', { lua: countScript });
  const commands = redis as Redis & {
    countCalls(keyCount: number, ...keysAndCalls: (string | number)[]): Promise<[number, ...number[]]>;
  };
  const local = localCounters();
  let trusted = true;

  /** No caller waits for a time-out to find out whether Redis is back. */
  async function awaitRedis(): Promise<void> {
    trusted = false;
    do await sleep(askEveryMs, undefined, { ref: false });
    while (redis.status !== 'end' && !(await answers(redis)));
    trusted = true;
  }

  async function count(windows: readonly string[], more: 0 | 1): Promise<Counted> {
    if (redis.status !== 'ready' || !trusted) return local(windows, more);
    try {
      const [resetSeconds, ...calls] = await commands.countCalls(windows.length, ...windows, more);
      return { calls, resetSeconds };
    } catch (err) {
      if (trusted) {
        // Of the calls that fail together one is logged.
        log.warn({ err }, 'limits are counted per process until Redis answers');
        void awaitRedis();
      }
      return local(windows, more);
    }
  }
  return { count: (windows) => count(windows, 1), peek: (windows) => count(windows, 0) };
}

function answers(redis: Redis): Promise<boolean> {
  return redis.ping().then(
    () => true,
    () => false,
  );
}

/** The same windows in memory, by this machine's clock. */
function localCounters(): (windows: readonly string[], more: 0 | 1) => Counted {
  let minute = 0;
  const calls = new Map<string, number>();
  return (windows, more) => {
    const now = Math.floor(Date.now() / 1000);
    if (Math.floor(now / 60) !== minute) {
      minute = Math.floor(now / 60);
      calls.clear();
    }
    return {
      resetSeconds: 60 - (now % 60),
      calls: windows.map((window) => {
        const count = (calls.get(window) ?? 0) + more;
        calls.set(window, count);
        return count;
      }),
    };
  };
}
