import { AppError } from '../../errors.ts';
import type { SafeResponse } from '../../safe-fetch.ts';
import type { SendResult } from './provider.ts';

/** The body as JSON; undefined for what is not: a proxy in between answers in HTML, in plain words or not at all. */
export function readJson(response: SafeResponse): unknown {
  try {
    return JSON.parse(response.body);
  } catch {
    return undefined;
  }
}

/** Whether the same request may succeed later. Any other refusal is final. */
export function isRetryable(status: number): boolean {
  return status === 408 || status === 425 || status === 429 || (status >= 500 && status <= 599);
}

/** The wait that `Retry-After` asks for, in seconds or as an HTTP date; undefined without a readable one. */
export function retryAfterSeconds(response: SafeResponse, now: number): number | undefined {
  const value = response.headers['retry-after'];
  if (typeof value !== 'string') return undefined;
  if (/^\d{1,9}(\.\d+)?$/.test(value.trim())) return Math.ceil(Number(value));
  const at = value.endsWith(' GMT') ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now) / 1000));
}

/** The outcome of an answer of that kind, with the wait that it asks for. */
export function retryLater(error: string, response: SafeResponse, now: number): SendResult {
  const seconds = retryAfterSeconds(response, now);
  return { outcome: 'retry', error, ...(seconds !== undefined && { retryAfterSeconds: seconds }) };
}

/**
 * A sentence for the account: `Postmark answered 422: Sender signature not found.` What the provider says is
 * cut to 200 characters, on one line, without email addresses and without the given secrets.
 */
export function describeAnswer(
  provider: string,
  response: SafeResponse,
  message: unknown,
  secrets: readonly string[],
): string {
  const words = typeof message === 'string' ? withoutSecrets(message, secrets) : '';
  if (words === '') return `${provider} answered ${response.status}.`;
  const sentence = words.length > 200 ? `${words.slice(0, 199)}…` : words.replace(/[^.!?…]$/, '$&.');
  return `${provider} answered ${response.status}: ${sentence}`;
}

function withoutSecrets(message: string, secrets: readonly string[]): string {
  let words = message;
  for (const secret of secrets) if (secret !== '') words = words.replaceAll(secret, '(secret)');
  return words
    .replace(/[^\s<>"(),;:]+/g, (word) => (/@|%40/.test(word) ? '(address)' : word))
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/** No answer came, and repeating the request does no harm. */
export function unanswered(provider: string, error: unknown): SendResult {
  return { outcome: 'retry', error: `${provider} gave no answer (${nameOf(error)}).` };
}

/** No answer came to a request that must not be repeated once it was on its way. @throws the error, unless it came before that */
export function unansweredOnce(provider: string, error: unknown): SendResult {
  if (!isBeforeRequest(error)) throw error;
  return unanswered(provider, error);
}

/**
 * The answer to a provider's check of a credential.
 * @throws AppError invalid_request when there is none, or only one that does not say whether the credential works
 */
export async function checkedAnswer(
  provider: string,
  request: () => Promise<SafeResponse>,
): Promise<SafeResponse> {
  let response: SafeResponse;
  try {
    response = await request();
  } catch (error) {
    throw unchecked(`${provider} gave no answer (${nameOf(error)})`, error);
  }
  if (isRetryable(response.status)) throw unchecked(`${provider} answered ${response.status}`);
  return response;
}

function unchecked(reason: string, cause?: unknown): AppError {
  return new AppError(
    'invalid_request',
    `${reason}, so the settings could not be checked. Please try again later.`,
    { cause },
  );
}

/** What `SafeFetch` rejects with before anything was sent. */
function isBeforeRequest(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === 'AddressRefused' || (error as NodeJS.ErrnoException).syscall === 'connect';
}

/** A word that tells failures apart and holds no address. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  const { code, name } = error as NodeJS.ErrnoException;
  return typeof code === 'string' ? code : name;
}
