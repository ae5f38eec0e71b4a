import type { FastifyReply } from 'fastify';
import type { Caller } from '../../shared/account/api-keys/caller.ts';
import { signupsPerMinutePerAddress } from '../../shared/account/plans.ts';
import { AppError } from '../../shared/platform/errors.ts';
import { rateLimitAddress } from './client-address.ts';
import type { RateLimiter } from './rate-limiter.ts';

/** Enough for typing errors, far too few to guess a password. */
const failedLoginsPerMinutePerAddress = 10;

/** The rate limit window of an account. */
export function accountWindow({ accountId }: Caller): string {
  return `limit:${accountId}`;
}

/** The rate limit window of an IP address that adds signups to a waitlist (§8 rule 1). */
export function addressWindow(caller: Caller, waitlistId: string, ip: string): string {
  return `${accountWindow(caller)}:${waitlistId.toLowerCase()}:${rateLimitAddress(ip)}`;
}

/**
 * Checks the request budget, which belongs to the account and not to the key (§5 rule 5). Sets the RateLimit
 * headers (C1.12).
 * @throws AppError rate_limited
 */
export function assertBudget(
  { requestsPerMinute }: Caller,
  calls: number,
  resetSeconds: number,
  reply: FastifyReply,
): void {
  reply.header('ratelimit-limit', requestsPerMinute);
  reply.header('ratelimit-remaining', Math.max(0, requestsPerMinute - calls));
  reply.header('ratelimit-reset', resetSeconds);
  if (calls > requestsPerMinute) throw rateLimited(`${requestsPerMinute} requests per minute`, resetSeconds);
}

/** The error for an IP address over its signup limit (§8 rule 1); null below the limit. */
export function addressLimitError(calls: number, resetSeconds: number): AppError | null {
  if (calls <= signupsPerMinutePerAddress) return null;
  return rateLimited(
    `${signupsPerMinutePerAddress} signups per minute from one address on one waitlist`,
    resetSeconds,
  );
}

/** Enough for a page that asks every few seconds while several people share an address. */
const statusReadsPerMinutePerAddress = 60;

/** The rate limit window of an IP address that reads status tokens (N1). */
export function statusWindow(ip: string): string {
  return `limit:status:${rateLimitAddress(ip)}`;
}

/** @throws AppError rate_limited if an IP address has read the status too often */
export function assertStatusLimit(reads: number, resetSeconds: number): void {
  if (reads > statusReadsPerMinutePerAddress)
    throw rateLimited(`${statusReadsPerMinutePerAddress} reads per minute from one address`, resetSeconds);
}

/** Browsers keep logos; an office behind one address sees many pages. */
const logosPerMinutePerAddress = 300;

/** The rate limit window of an IP address's reads of logos. */
export function logoWindow(ip: string): string {
  return `limit:logo:${rateLimitAddress(ip)}`;
}

/** @throws AppError rate_limited */
export function assertLogoLimit(reads: number, resetSeconds: number): void {
  if (reads > logosPerMinutePerAddress)
    throw rateLimited(`${logosPerMinutePerAddress} reads per minute from one address`, resetSeconds);
}

/** Far more than a person and a mail program need. */
const callsPerMinutePerLink = 30;

/**
 * The rate limit window of the links of one signup (N3). Mail scanners that open them use up nothing of what
 * a person or a mail program needs to press their buttons.
 */
export function linkWindow(signupId: string, what: 'open' | 'press' | 'live'): string {
  return `limit:link:${what}:${signupId}`;
}

/** @throws AppError rate_limited if the links of a signup were opened too often */
export function assertLinkLimit(calls: number, resetSeconds: number): void {
  if (calls > callsPerMinutePerLink)
    throw rateLimited(`${callsPerMinutePerLink} calls per minute of one link`, resetSeconds);
}

/** Enough for typing errors: a person signs up once. */
const postsPerMinutePerAddress = 5;

/**
 * The rate limit window of an IP address that posts to forms, that is asked by a page to press a button, or
 * whose browser asks whether it may post (N6). It is none of the account's: who floods a form uses up nothing
 * of the API. It is the same for all forms: ids are easily made up.
 */
export function formWindow(ip: string, what: 'post' | 'ask' | 'preflight'): string {
  return `limit:form:${what}:${rateLimitAddress(ip)}`;
}

/** The error for an IP address that posts to a form too often; null below the limit. */
export function formLimitError(posts: number, resetSeconds: number): AppError | null {
  if (posts <= postsPerMinutePerAddress) return null;
  return rateLimited(`${postsPerMinutePerAddress} posts per minute from one address`, resetSeconds);
}

/** Enough for many people behind one address; each view asks the database. */
const viewsPerMinutePerAddress = 120;

/** The rate limit window of an IP address that opens signup pages. */
export function pageWindow(ip: string): string {
  return `limit:page:${rateLimitAddress(ip)}`;
}

/** @throws AppError rate_limited if an IP address has opened signup pages too often */
export function assertPageLimit(views: number, resetSeconds: number): void {
  if (views > viewsPerMinutePerAddress)
    throw rateLimited(`${viewsPerMinutePerAddress} views per minute from one address`, resetSeconds);
}

/** Networks fetch for many people from few addresses; a CDN keeps what it has fetched. */
const cardsPerMinutePerAddress = 120;

/** The rate limit window of an IP address that asks for cards of signup pages. */
export function cardWindow(ip: string): string {
  return `limit:card:${rateLimitAddress(ip)}`;
}

/** @throws AppError rate_limited if an IP address has asked for cards too often */
export function assertCardLimit(cards: number, resetSeconds: number): void {
  if (cards > cardsPerMinutePerAddress)
    throw rateLimited(`${cardsPerMinutePerAddress} pictures per minute from one address`, resetSeconds);
}

/** The rate limit window of an IP address's failed operator logins. */
export function loginWindow(ip: string): string {
  return `limit:logins:${rateLimitAddress(ip)}`;
}

/** A person connects an app in a few requests; an app renews its token once an hour. */
const oauthPerMinutePerAddress = { authorize: 60, token: 60, register: 10, document: 20 } as const;
/** What leaves rows that anybody may cause, and requests to others, has a limit in all besides. */
const oauthPerMinute: { readonly [What in OauthCall]?: number } = { register: 120, document: 60 };

/** What is asked of the authorization server. `document` is the description of an app, fetched elsewhere. */
export type OauthCall = keyof typeof oauthPerMinutePerAddress;

/**
 * Counts a call of an IP address to the authorization server. A call beyond the limit of its address does not
 * count for all, so that no single address keeps others out.
 * @returns the limit that it exceeds, in words, and the seconds until the minute ends; undefined within both
 */
async function exceededOauthLimit(
  limiter: RateLimiter,
  what: OauthCall,
  ip: string | undefined,
): Promise<[string, number] | undefined> {
  const limits: [string, number | undefined, string][] = [
    [`limit:oauth:${what}`, oauthPerMinute[what], 'requests per minute in all'],
  ];
  if (ip !== undefined) {
    const own = `limit:oauth:${what}:${rateLimitAddress(ip)}`;
    limits.unshift([own, oauthPerMinutePerAddress[what], 'requests per minute from one address']);
  }
  for (const [window, most, unit] of limits) {
    if (most === undefined) continue;
    const { calls, resetSeconds } = await limiter.count([window]);
    if ((calls[0] ?? 0) > most) return [`${most} ${unit}`, resetSeconds];
  }
  return undefined;
}

/** Counts a call, and tells whether it is within the limits; of an unknown address, within that of all. */
export async function isWithinOauthLimit(
  limiter: RateLimiter,
  what: OauthCall,
  ip: string | undefined,
): Promise<boolean> {
  return (await exceededOauthLimit(limiter, what, ip)) === undefined;
}

/** Counts a call. @throws AppError rate_limited */
export async function assertOauthLimit(limiter: RateLimiter, what: OauthCall, ip: string): Promise<void> {
  const exceeded = await exceededOauthLimit(limiter, what, ip);
  if (exceeded) throw rateLimited(...exceeded);
}

/** The error for an IP address with too many failed logins; null below the limit. */
export function loginLimitError(failedLogins: number, resetSeconds: number): AppError | null {
  if (failedLogins <= failedLoginsPerMinutePerAddress) return null;
  return rateLimited(
    `${failedLoginsPerMinutePerAddress} failed logins per minute from one address`,
    resetSeconds,
  );
}

function rateLimited(limit: string, retryAfterSeconds: number): AppError {
  return new AppError('rate_limited', `The limit is ${limit}. Try again in ${retryAfterSeconds} s.`, {
    retryAfterSeconds,
  });
}
