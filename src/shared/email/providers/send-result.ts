import { nameOfFailure } from '../../outbound/http-answer.ts';
import type { SafeResponse } from '../../outbound/safe-fetch.ts';
import type { SendResult } from './provider.ts';

/** The wait that `Retry-After` asks for, in seconds or as an HTTP date; undefined without a readable one. */
export function retryAfterSeconds(response: SafeResponse, now: number): number | undefined {
  const value = response.headers['retry-after'];
  if (typeof value !== 'string') return undefined;
  if (/^\d{1,9}(\.\d+)?$/.test(value.trim())) return Math.ceil(Number(value));
  const at = value.endsWith(' GMT') ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now) / 1000));
}

/** What a provider is given that says "too many at a time" and not how long. */
const tooManySeconds = 1;

/** What the mail's provider would take later, by its status: one too many at a time (429), or out of order. */
export function retryLater(
  error: string,
  response: SafeResponse,
  now: number,
): SendResult & { outcome: 'retry' | 'throttled' } {
  return response.status === 429 ? tooMany(error, response, now) : tryAgain(error, response, now);
}

/** One too many at a time; the wait is that of its header, else `otherwise`. */
export function tooMany(
  error: string,
  response: SafeResponse,
  now: number,
  otherwise = tooManySeconds,
): SendResult & { outcome: 'throttled' } {
  const seconds = retryAfterSeconds(response, now) ?? otherwise;
  return { outcome: 'throttled', error, retryAfterSeconds: seconds };
}

/** A try that counts, with the wait that the answer's header asks for. */
export function tryAgain(
  error: string,
  response: SafeResponse,
  now: number,
): SendResult & { outcome: 'retry' } {
  const seconds = retryAfterSeconds(response, now);
  return { outcome: 'retry', error, ...(seconds !== undefined && { retryAfterSeconds: seconds }) };
}

/** No answer came, and repeating the request does no harm. */
export function unanswered(provider: string, error: unknown): SendResult {
  return {
    outcome: 'retry',
    error: `${provider} gave no answer (${nameOfFailure(error)}).`,
    ...(!isBeforeRequest(error) && { mayHaveLeft: true }),
  };
}

/** No answer came to a request that must not be repeated once it was on its way. @throws the error, unless it came before that */
export function unansweredOnce(provider: string, error: unknown): SendResult {
  if (!isBeforeRequest(error)) throw error;
  return unanswered(provider, error);
}

/** What `SafeFetch` rejects with before anything was sent. */
function isBeforeRequest(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === 'AddressRefused' || (error as NodeJS.ErrnoException).syscall === 'connect';
}
