import { createHash } from 'node:crypto';
import { AppError } from '../../shared/errors.ts';
import type { WebContext } from '../web-context.ts';

/**
 * Counts an attempt at an action for each of the subjects, such as an IP address and a user.
 * Redis stores only hashes of the subjects.
 * @throws AppError rate_limited if one of them has more than `maxPerMinute` attempts
 */
export async function assertAttempts(
  { limiter }: WebContext,
  action: string,
  subjects: readonly string[],
  maxPerMinute: number,
): Promise<void> {
  const windows = subjects.map((subject) => `limit:${action}:${hashOf(subject)}`);
  const { calls, resetSeconds } = await limiter.count(windows);
  if (calls.some((count) => count > maxPerMinute))
    throw new AppError('rate_limited', `Too many attempts. Try again in ${resetSeconds} s.`, {
      retryAfterSeconds: resetSeconds,
    });
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
