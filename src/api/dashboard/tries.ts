import { AppError } from '../../shared/errors.ts';
import type { WebContext } from '../web-context.ts';

/** Counts a try of each of `who` at something. @throws AppError rate_limited past so many a minute */
export async function assertTries(
  { limiter }: WebContext,
  what: string,
  who: readonly string[],
  perMinute: number,
): Promise<void> {
  const { calls, resetSeconds } = await limiter.count(who.map((one) => `limit:${what}:${one}`));
  if (calls.some((count) => count > perMinute))
    throw new AppError('rate_limited', `Too many tries. Wait ${resetSeconds} s, then try again.`, {
      retryAfterSeconds: resetSeconds,
    });
}
