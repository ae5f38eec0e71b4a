import { z } from 'zod';
import { urlOf } from '../../platform/environment/environment.ts';
import type { AppError } from '../../platform/errors.ts';
import { VisitorError } from '../../platform/language/visitor-error.ts';
import { askJson } from '../../platform/outbound/ask-json.ts';
import { nameOfFailure, readJson } from '../../platform/outbound/http-answer.ts';
import { type HttpClient, withDeadline } from '../../platform/outbound/http-client.ts';
import type { SafeResponse } from '../../platform/outbound/safe-fetch.ts';
import type { Logger } from '../../platform/process/log.ts';

declare module '../../platform/outbound/http-client.ts' {
  interface ApiUrls {
    turnstile: string | undefined;
  }
}

/** The variables of forms. */
export const FormsEnv = z.object({ TURNSTILE_API_URL: urlOf('http', 'https').optional() });

export const toFormsConfig = (data: z.infer<typeof FormsEnv>) => ({
  apiUrls: { turnstile: data.TURNSTILE_API_URL },
});

/** How long the check may take, with the connection. */
export const captchaMs = 3_000;

/** The input that the widget adds to its form. */
export const turnstileInput = 'cf-turnstile-response';

const Verification = z.object({
  success: z.boolean(),
  'error-codes': z.array(z.string()).default([]),
});

/**
 * What a token itself can be wrong about. Anything else is a matter between the service, the account and
 * Cloudflare.
 */
const tokenErrors = new Set(['missing-input-response', 'invalid-input-response', 'timeout-or-duplicate']);

/**
 * Has Cloudflare check the token that the widget gave the visitor (N6). It fails closed.
 * @throws AppError invalid_request for a bad token; internal_error with 503 if it could not be checked
 */
export async function verifyTurnstile(
  { httpClient, log }: { httpClient: HttpClient; log: Logger },
  { secret, token, ip }: { secret: string; token: string; ip: string },
): Promise<void> {
  if (token === '') throw new VisitorError('invalid_request', (say) => say('form.captchaMissing'));
  const client = withDeadline(httpClient, captchaMs);
  const url = client.apiUrls.turnstile ?? 'https://challenges.cloudflare.com/turnstile';
  let answer: SafeResponse;
  try {
    const body = { secret, response: token, remoteip: ip };
    answer = await askJson(client, `${url}/v0/siteverify`, { body });
  } catch (error) {
    throw unchecked(log, { failure: nameOfFailure(error) });
  }
  const { data } = Verification.safeParse(readJson(answer));
  if (data?.success === true && answer.status === 200) return;
  const errors = data?.['error-codes'] ?? [];
  if (data?.success === false && errors.length > 0 && errors.every((code) => tokenErrors.has(code)))
    throw new VisitorError('invalid_request', (say) => say('form.captcha'));
  // Nothing else of the answer is logged: it could repeat the secret.
  const known = errors.filter((code) => /^[a-z-]{1,50}$/.test(code)).slice(0, 5);
  throw unchecked(log, { status: answer.status, errors: known });
}

/** The error where nobody can know whether the visitor is a person. */
export function unchecked(log: Logger, reason: object): AppError {
  log.warn(reason, 'a captcha could not be checked');
  return new VisitorError('internal_error', (say) => say('form.unchecked'), {
    status: 503,
    retryAfterSeconds: 5,
  });
}
