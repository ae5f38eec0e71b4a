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

/** The error of a limit in words, such as `20 reads per minute`. */
export function rateLimited(limit: string, retryAfterSeconds: number): AppError {
  return new AppError('rate_limited', `The limit is ${limit}. Try again in ${retryAfterSeconds} s.`, {
    retryAfterSeconds,
  });
}
