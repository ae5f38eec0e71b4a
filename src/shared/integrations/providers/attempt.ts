import { describeAnswer, nameOfFailure } from '../../http-answer.ts';
import type { SafeResponse } from '../../safe-fetch.ts';
import type { Attempt } from './provider.ts';

/** Makes a delivery's request and tells what came of it; success is any 2xx (C7.4). `receiver` is how the sentence calls who is asked. */
export async function attempt(
  receiver: string,
  request: () => Promise<SafeResponse>,
  describe: (response: SafeResponse) => string = (response) =>
    describeAnswer(receiver, response, undefined, []),
): Promise<Attempt> {
  let response: SafeResponse;
  try {
    response = await request();
  } catch (error) {
    return { status: 'failed', response_status: null, error: describeSilence(receiver, error) };
  }
  const { status } = response;
  if (status >= 200 && status <= 299) return { status: 'success', response_status: status, error: null };
  return { status: 'failed', response_status: status, error: describe(response) };
}

function describeSilence(receiver: string, error: unknown): string {
  if (error instanceof Error && error.name === 'AddressRefused') return error.message;
  return `${receiver} gave no answer (${nameOfFailure(error)}).`;
}
