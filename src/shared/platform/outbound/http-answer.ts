import { AppError } from '../errors.ts';
import { parseJson } from './json-of-others.ts';
import type { SafeResponse } from './safe-fetch.ts';
import { secretEncodings } from './secret-encodings.ts';

/**
 * The body as JSON; undefined if it is none: a proxy in between answers in HTML, in plain text or not at all.
 */
export function readJson(response: SafeResponse): unknown {
  return parseJson(response.body);
}

/** Whether the same request may succeed later. Any other refusal is final. */
export function isRetryable(status: number): boolean {
  return status === 408 || status === 425 || status === 429 || (status >= 500 && status <= 599);
}

/**
 * An error message for the account: `Postmark answered 422: Sender signature not found.` The provider's
 * message is cut to 200 characters on one line, and email addresses and the given secrets are removed from
 * it.
 */
export function describeAnswer(
  provider: string,
  response: SafeResponse,
  message: unknown,
  secrets: readonly string[],
): string {
  const words = typeof message === 'string' ? readableWords(message, secrets) : '';
  if (words === '') return `${provider} answered ${response.status}.`;
  return `${provider} answered ${response.status}: ${words.replace(/[^.!?…]$/u, '$&.')}`;
}

/**
 * What a provider says, cut to 200 characters on one line, without email addresses and the given secrets.
 */
export function readableWords(message: string, secrets: readonly string[] = []): string {
  const words = withoutSecrets(message.toWellFormed(), secrets);
  const characters = [...words];
  return characters.length > 200 ? `${characters.slice(0, 199).join('')}…` : words;
}

function withoutSecrets(message: string, secrets: readonly string[]): string {
  let words = message;
  for (const encoded of secrets.flatMap(secretEncodings)) words = words.replaceAll(encoded, '(secret)');
  return words
    .replace(/[^\s<>"(),;:]+/g, (word) => (/@|%40/.test(word) ? '(address)' : word))
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/**
 * The answer to a request that verifies a credential.
 * @throws AppError invalid_request if there is none, or one that does not show whether the credential works
 */
export async function checkedAnswer(
  provider: string,
  request: () => Promise<SafeResponse>,
): Promise<SafeResponse> {
  let response: SafeResponse;
  try {
    response = await request();
  } catch (error) {
    throw notVerified(`${provider} gave no answer (${nameOfFailure(error)})`, error);
  }
  if (isRetryable(response.status)) throw notVerified(`${provider} answered ${response.status}`);
  return response;
}

function notVerified(reason: string, cause?: unknown): AppError {
  return new AppError(
    'invalid_request',
    `${reason}, so the settings could not be checked. Please try again later.`,
    { cause },
  );
}

/** A name for a failure, without addresses. */
export function nameOfFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  const { code, name } = error as NodeJS.ErrnoException;
  return typeof code === 'string' ? code : name;
}
