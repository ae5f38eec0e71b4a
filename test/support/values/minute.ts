import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';

/**
 * Waits until the current minute of the rate limits has at least `seconds` left, so that a test does not span
 * two minutes.
 */
export async function roomInMinute(redisUrl: string, seconds: number): Promise<void> {
  const redis = new Redis(redisUrl);
  const [now] = await redis.time();
  redis.disconnect();
  const left = 60 - (Number(now) % 60);
  if (left < seconds) await sleep(left * 1000 + 50);
}
