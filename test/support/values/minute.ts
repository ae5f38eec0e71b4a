import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';

/** Waits, if it must, until the minute that limits are counted in has `seconds` left: what a test counts is not split over two. */
export async function roomInMinute(redisUrl: string, seconds: number): Promise<void> {
  const redis = new Redis(redisUrl);
  const [now] = await redis.time();
  redis.disconnect();
  const left = 60 - (Number(now) % 60);
  if (left < seconds) await sleep(left * 1000 + 50);
}
