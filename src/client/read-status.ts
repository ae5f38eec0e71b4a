import type { components } from './api-types.ts';
import { toWaitlistError } from './waitlist-error.ts';

export type SignupStatus = components['schemas']['SignupStatus'];

/**
 * Reads the place of the person whose browser has this status token. It is made for browsers: it needs no
 * API key. `baseUrl` is the URL of the service without `/v1`.
 * @throws WaitlistError with status 401 for a revoked token, 404 for a removed signup
 */
export async function readStatus(
  token: string,
  { baseUrl, signal }: { readonly baseUrl: string; readonly signal?: AbortSignal },
): Promise<SignupStatus> {
  const response = await fetch(`${baseUrl.replace(/\/+$/, '')}/v1/public/status`, {
    headers: { authorization: `Status ${token}` },
    ...(signal && { signal }),
  });
  if (!response.ok) throw await toWaitlistError(response);
  return (await response.json()) as SignupStatus;
}
