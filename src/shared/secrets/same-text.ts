import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether a caller gave the secret, in a time that tells nothing about it, not even its length. An empty one is never given. */
export function isSameText(given: string, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return secret !== '' && timingSafeEqual(digest(given), digest(secret));
}
