import { createHash } from 'node:crypto';
import { AppError } from '../../shared/errors.ts';
import type { WebContext } from '../web-context.ts';

/** Counts a try of each of `who` at something. Redis hears nobody's name: only hashes. @throws AppError rate_limited past so many a minute */
export async function assertAttempts(
  { limiter }: WebContext,
  what: string,
  who: readonly string[],
  perMinute: number,
): Promise<void> {
  const { calls, resetSeconds } = await limiter.count(who.map((one) => `limit:${what}:${hashOf(one)}`));
  if (calls.some((count) => count > perMinute))
    throw new AppError('rate_limited', `Too many tries. Wait ${resetSeconds} s, then try again.`, {
      retryAfterSeconds: resetSeconds,
    });
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
