import { nameOfFailure } from '../../http-answer.ts';
import type { SafeResponse } from '../../safe-fetch.ts';
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
export const tooManySeconds = 1;

/** The outcome of an answer of that kind, with the wait that it asks for: by its header, else `otherwise`. */
export function retryLater(
  error: string,
  response: SafeResponse,
  now: number,
  otherwise = response.status === 429 ? tooManySeconds : undefined,
): SendResult & { outcome: 'retry' } {
  const seconds = retryAfterSeconds(response, now) ?? otherwise;
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
