import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { Logger } from '../../shared/process/log.ts';
import { withTimeout } from '../../shared/process/with-timeout.ts';
import { microBatch } from '../../shared/queue/micro-batch.ts';

/**
 * Counts ARGV[1] calls (0 or 1) in each window and tells how many that makes, one window after the other: one that is named
 * twice is counted twice. All windows end with the calendar minute of
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
  /** Counts a call in every named window. Calls that arrive while Redis answers share the next round trip. */
  count(windows: readonly string[]): Promise<Counted>;
  /** The same without counting a call. */
  peek(windows: readonly string[]): Promise<Counted>;
}

const maxPerTrip = 200;
/** What a call waits for Redis at most. */
const answerMs = 250;
/** How often a Redis that failed is asked whether it is back. */
const askEveryMs = 1_000;

/** Counts in Redis, for all processes together; while Redis is away, in this process alone, from what Redis told it last (C1.15). */
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

  async function countAll(requests: readonly (readonly string[])[], more: 0 | 1): Promise<Counted[]> {
    const inMemory = () => requests.map((windows) => local.count(windows, more));
    if (redis.status !== 'ready' || !trusted) return inMemory();
    try {
      const windows = requests.flat();
      const answer = commands.countCalls(windows.length, ...windows, more);
      const [resetSeconds, ...counts] = await withTimeout(answerMs, 'Redis', answer);
      local.note(windows, counts);
      let end = 0;
      return requests.map(({ length }) => {
        end += length;
        return { calls: counts.slice(end - length, end), resetSeconds };
      });
    } catch (err) {
      if (trusted) {
        // Of the calls that fail together one is logged.
        log.warn({ err }, 'limits are counted per process until Redis answers');
        void awaitRedis();
      }
      return inMemory();
    }
  }

  const open = (more: 0 | 1) =>
    microBatch<readonly string[], Counted>({
      run: (requests) => countAll(requests, more),
      maxItems: maxPerTrip,
    });
  return { count: open(1), peek: open(0) };
}

function answers(redis: Redis): Promise<boolean> {
  return redis.ping().then(
    () => true,
    () => false,
  );
}

/** The same windows in memory, by this machine's clock. */
function localCounters() {
  let minute = 0;
  const calls = new Map<string, number>();

  /** @returns the seconds of this minute that are over */
  function turnMinute(): number {
    const now = Math.floor(Date.now() / 1000);
    if (Math.floor(now / 60) !== minute) {
      minute = Math.floor(now / 60);
      calls.clear();
    }
    return now % 60;
  }

  return {
    count(windows: readonly string[], more: 0 | 1): Counted {
      const resetSeconds = 60 - turnMinute();
      const counted = windows.map((window) => (calls.get(window) ?? 0) + more);
      for (const [index, window] of windows.entries()) calls.set(window, counted[index] ?? 0);
      return { calls: counted, resetSeconds };
    },
    /** What all processes have counted. */
    note(windows: readonly string[], counted: readonly number[]): void {
      turnMinute();
      for (const [index, window] of windows.entries())
        calls.set(window, Math.max(calls.get(window) ?? 0, counted[index] ?? 0));
    },
  };
}
