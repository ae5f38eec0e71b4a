import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** A new session token: 256 random bits, stored only in the browser. */
export function newSessionToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The stored hash of a session token. With 256 random bits it needs no slow hash. */
export function hashSessionToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The CSRF token of a session, sent with each of its forms (C11.1). */
export function csrfTokenOf(sessionToken: string): string {
  return createHmac('sha256', sessionToken).update('csrf').digest('base64url');
}

/** Compares a submitted CSRF token in constant time. */
export function isCsrfToken(candidate: unknown, sessionToken: string): boolean {
  const expected = Buffer.from(csrfTokenOf(sessionToken));
  const given = Buffer.from(typeof candidate === 'string' ? candidate : '');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
