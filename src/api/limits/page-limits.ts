import { rateLimitAddress } from './client-address.ts';
import { rateLimited } from './limits.ts';
import type { RateLimiter } from './rate-limiter.ts';

/** How many calls of a minute fit into a window of the rate limiter. */
interface CallLimit {
  readonly window: string;
  readonly most: number;
  /** What they are, for the error. */
  readonly calls: string;
}

const ofAddress = (name: string, ip: string, most: number, calls: string): CallLimit => ({
  window: `limit:${name}:${rateLimitAddress(ip)}`,
  most,
  calls: `${calls} per minute from one address`,
});

/** Reads of status tokens (N1): a page asks every few seconds, and several people share an address. */
export const statusLimit = (ip: string): CallLimit => ofAddress('status', ip, 60, 'reads');

/** Reads of logos. Browsers keep them; an office behind one address sees many pages. */
export const logoLimit = (ip: string): CallLimit => ofAddress('logo', ip, 300, 'reads');

/** Views of signup pages: enough for many people behind one address; each view asks the database. */
export const pageLimit = (ip: string): CallLimit => ofAddress('page', ip, 120, 'views');

/** Cards of signup pages. Networks fetch for many people from few addresses; a CDN keeps what it has. */
export const cardLimit = (ip: string): CallLimit => ofAddress('card', ip, 120, 'pictures');

/**
 * Posts to forms, what a page asks to press a button, and what a browser asks whether it may post (N6):
 * enough for typing errors, as a person signs up once. It is none of the account's: who floods a form uses up
 * nothing of the API. It is the same for all forms: ids are easily made up.
 */
export const formLimit = (ip: string, what: 'post' | 'ask' | 'preflight'): CallLimit =>
  ofAddress(`form:${what}`, ip, 5, 'posts');

/**
 * Calls of the links of one signup (N3): far more than a person and a mail program need. Mail scanners that
 * open them use up nothing of what a person or a mail program needs to press their buttons.
 */
export const linkLimit = (signupId: string, what: 'open' | 'press' | 'live'): CallLimit => ({
  window: `limit:link:${what}:${signupId}`,
  most: 30,
  calls: 'calls per minute of one link',
});

/** Counts a call. @throws AppError rate_limited */
export async function assertWithin(
  limiter: RateLimiter,
  { window, most, calls: what }: CallLimit,
): Promise<void> {
  const { calls, resetSeconds } = await limiter.count([window]);
  if ((calls[0] ?? 0) > most) throw rateLimited(`${most} ${what}`, resetSeconds);
}
