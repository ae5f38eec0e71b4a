import type { FastifyReply } from 'fastify';
import type { Caller } from '../../shared/api-keys/caller.ts';
import { AppError } from '../../shared/errors.ts';
import { signupsPerMinutePerAddress } from '../../shared/plans.ts';
import { addressToCount } from './client-address.ts';

/** More than a person mistypes, and far too few to guess with. */
const wrongLoginsPerMinutePerAddress = 10;

/** Where an account's calls are counted. */
export function windowOfAccount({ accountId }: Caller): string {
  return `limit:${accountId}`;
}

/** Where an address' signups on a waitlist are counted (§8 rule 1). */
export function windowOfAddress(caller: Caller, waitlistId: string, ip: string): string {
  return `${windowOfAccount(caller)}:${waitlistId.toLowerCase()}:${addressToCount(ip)}`;
}

/** The budget belongs to the account, not to the key (§5 rule 5); its state is told with every answer (C1.12). @throws AppError rate_limited */
export function assertBudget(
  { requestsPerMinute }: Caller,
  calls: number,
  resetSeconds: number,
  reply: FastifyReply,
): void {
  reply.header('ratelimit-limit', requestsPerMinute);
  reply.header('ratelimit-remaining', Math.max(0, requestsPerMinute - calls));
  reply.header('ratelimit-reset', resetSeconds);
  if (calls > requestsPerMinute) throw tooMany(`${requestsPerMinute} requests a minute`, resetSeconds);
}

/** What a signup is refused with whose address has used up its calls; null while it has not. */
export function addressRefusal(calls: number, resetSeconds: number): AppError | null {
  if (calls <= signupsPerMinutePerAddress) return null;
  return tooMany(
    `${signupsPerMinutePerAddress} signups a minute from one address on one waitlist`,
    resetSeconds,
  );
}

/** Where an address' wrong logins as the operator are counted. */
export function windowOfLogins(ip: string): string {
  return `limit:logins:${addressToCount(ip)}`;
}

/** What an address is refused with that has been wrong too often; null while it has not. */
export function loginRefusal(wrongLogins: number, resetSeconds: number): AppError | null {
  if (wrongLogins <= wrongLoginsPerMinutePerAddress) return null;
  return tooMany(`${wrongLoginsPerMinutePerAddress} wrong logins a minute from one address`, resetSeconds);
}

function tooMany(limit: string, retryAfterSeconds: number): AppError {
  return new AppError('rate_limited', `The limit is ${limit}. Try again in ${retryAfterSeconds} s.`, {
    retryAfterSeconds,
  });
}
