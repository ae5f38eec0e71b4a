import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** What a browser proves its session with: 256 random bits. */
export function newSessionToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of it. With that much randomness a slow hash would add nothing. */
export function hashSessionToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** What a form of this session carries, so that another site's form does nothing (C11.1). */
export function csrfTokenOf(sessionToken: string): string {
  return createHmac('sha256', sessionToken).update('csrf').digest('base64url');
}

/** Whether a form carried it. */
export function isCsrfToken(candidate: unknown, sessionToken: string): boolean {
  const expected = Buffer.from(csrfTokenOf(sessionToken));
  const given = Buffer.from(typeof candidate === 'string' ? candidate : '');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
