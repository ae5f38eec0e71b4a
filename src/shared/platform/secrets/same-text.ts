import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * Compares a given text with a secret, in a time that reveals nothing about it, not even its length. An empty
 * secret matches nothing.
 */
export function isSameText(given: string, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return secret !== '' && timingSafeEqual(digest(given), digest(secret));
}
