import { AppError } from '../../shared/platform/errors.ts';
import { hashKeyOf, keyedHash } from '../../shared/platform/secrets/keyed-hash.ts';
import type { WebContext } from '../web-context.ts';

/**
 * Counts an attempt at an action for each of the subjects, such as an IP address and a user.
 * Redis stores only keyed hashes of the subjects: one may be an email address.
 * @throws AppError rate_limited if one of them has more than `maxPerMinute` attempts
 */
export async function assertAttempts(
  { limiter, linkSigner }: WebContext,
  action: string,
  subjects: readonly string[],
  maxPerMinute: number,
): Promise<void> {
  const hashKey = hashKeyOf(await linkSigner());
  const windows = subjects.map(
    (subject) => `limit:${action}:${keyedHash(hashKey, 'subject', subject).toString('base64url')}`,
  );
  const { calls, resetSeconds } = await limiter.count(windows);
  if (calls.some((count) => count > maxPerMinute))
    throw new AppError('rate_limited', `Too many attempts. Try again in ${resetSeconds} s.`, {
      retryAfterSeconds: resetSeconds,
    });
}
