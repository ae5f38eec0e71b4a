import { describeAnswer, nameOfFailure } from '../../../platform/outbound/http-answer.ts';
import { BrokenAnswer, type SafeResponse } from '../../../platform/outbound/safe-fetch.ts';
import type { Attempt } from './provider.ts';

/**
 * Makes a delivery's request and returns its outcome; any 2xx is a success (C7.4). `receiver` is its name in
 * error messages.
 */
export async function attempt(
  receiver: string,
  request: () => Promise<SafeResponse>,
  describe?: (response: SafeResponse) => string,
): Promise<Attempt> {
  return (await exchange(receiver, request, describe)).attempt;
}

/** The same with the response, for a delivery whose next request depends on it. */
export async function exchange(
  receiver: string,
  request: () => Promise<SafeResponse>,
  describe: (response: SafeResponse) => string = (response) =>
    describeAnswer(receiver, response, undefined, []),
): Promise<{ attempt: Attempt; response?: SafeResponse }> {
  let response: SafeResponse;
  try {
    response = await request();
  } catch (error) {
    if (!(error instanceof BrokenAnswer))
      return {
        attempt: { status: 'failed', response_status: null, error: describeSilence(receiver, error) },
      };
    response = { status: error.status, headers: {}, body: '' }; // it answered; only the body is missing
  }
  const { status } = response;
  const refused = status < 200 || status > 299;
  return {
    attempt: {
      status: refused ? 'failed' : 'success',
      response_status: status,
      error: refused ? describe(response) : null,
    },
    response,
  };
}

function describeSilence(receiver: string, error: unknown): string {
  if (error instanceof Error && error.name === 'AddressRefused') return error.message;
  return `${receiver} gave no answer (${nameOfFailure(error)}).`;
}
