import { nameOfFailure } from '../../platform/outbound/http-answer.ts';
import type { SafeResponse } from '../../platform/outbound/safe-fetch.ts';
import type { EmailTransport, OutgoingEmail, SendResult } from './provider.ts';

/**
 * The seconds of `Retry-After`, which may also be an HTTP date; undefined if there is none or it is
 * unreadable.
 */
export function retryAfterSeconds(response: SafeResponse, now: number): number | undefined {
  const value = response.headers['retry-after'];
  if (typeof value !== 'string') return undefined;
  if (/^\d{1,9}(\.\d+)?$/.test(value.trim())) return Math.ceil(Number(value));
  const at = value.endsWith(' GMT') ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now) / 1000));
}

/** For a provider that limits the rate and does not say for how long. */
const throttleSeconds = 1;

/** For a status that may pass: too many mails at a time (429), a provider out of order (5xx), others. */
export function retryLater(
  error: string,
  response: SafeResponse,
  now: number,
): SendResult & { outcome: 'retry' | 'unavailable' | 'throttled' } {
  if (response.status === 429) return throttled(error, response, now);
  return response.status < 500 ? retry(error, response, now) : outOfOrder(error, response, now);
}

/** For a provider that says that it is out of order; to be asked again when the header says. */
export function outOfOrder(
  error: string,
  response: SafeResponse,
  now: number,
): SendResult & { outcome: 'unavailable' } {
  return { ...retry(error, response, now), outcome: 'unavailable', mayBeOfMail: true };
}

/** Too many mails at a time; to wait as the header says, else `otherwise` seconds. */
export function throttled(
  error: string,
  response: SafeResponse,
  now: number,
  otherwise = throttleSeconds,
): SendResult & { outcome: 'throttled' } {
  const seconds = retryAfterSeconds(response, now) ?? otherwise;
  return { outcome: 'throttled', error, retryAfterSeconds: seconds };
}

/** An attempt that counts, to be repeated when the header says. */
export function retry(error: string, response: SafeResponse, now: number): SendResult & { outcome: 'retry' } {
  const seconds = retryAfterSeconds(response, now);
  return { outcome: 'retry', error, ...(seconds !== undefined && { retryAfterSeconds: seconds }) };
}

/** For a request without an answer that may be repeated. */
export function unanswered(provider: string, error: unknown): SendResult {
  return {
    outcome: 'unavailable',
    error: `${provider} gave no answer (${nameOfFailure(error)}).`,
    ...(!wasNotSent(error) && { mayHaveLeft: true, mayBeOfMail: true }),
  };
}

/** For a request without an answer that must not be repeated once it was sent. @throws the error if it was */
export function unansweredOnce(provider: string, error: unknown): SendResult {
  if (!wasNotSent(error)) throw error;
  return unanswered(provider, error);
}

/** Whether `SafeFetch` rejected before anything was sent. */
function wasNotSent(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === 'AddressRefused' || (error as NodeJS.ErrnoException).syscall === 'connect';
}

/**
 * A transport that sends each mail in one request. `ifUnanswered` may reject: then it is unknown whether the
 * mail was sent.
 */
export function openHttpTransport({
  post,
  toResult,
  ifUnanswered,
}: {
  post(mail: OutgoingEmail): Promise<SafeResponse>;
  toResult(response: SafeResponse): SendResult;
  ifUnanswered(error: unknown): SendResult;
}): EmailTransport {
  return {
    async send(mail) {
      let response: SafeResponse;
      try {
        response = await post(mail);
      } catch (error) {
        return ifUnanswered(error);
      }
      return toResult(response);
    },
    close() {},
  };
}
