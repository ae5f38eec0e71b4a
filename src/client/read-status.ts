import type { components } from './api-types.ts';
import { toWaitlistError } from './waitlist-error.ts';

export type SignupStatus = components['schemas']['SignupStatus'];
export type PublicLeaderboard = components['schemas']['PublicLeaderboard'];

/**
 * Reads the place of the person whose browser has this status token. It is made for browsers: it needs no
 * API key. `baseUrl` is the URL of the service without `/v1`.
 * @throws WaitlistError with status 401 for a revoked token, 404 for a removed signup
 */
export async function readStatus(
  token: string,
  { baseUrl, signal }: { readonly baseUrl: string; readonly signal?: AbortSignal },
): Promise<SignupStatus> {
  return (await read('/v1/public/status', token, { baseUrl, signal })) as SignupStatus;
}

/**
 * Reads who has referred the most, with the rank of the person whose token it is. Made for browsers, too.
 * @throws WaitlistError with status 401 for a revoked token, 404 for a removed signup, and if the settings of
 * the waitlist do not open its leaderboard
 */
export async function readPublicLeaderboard(
  token: string,
  {
    baseUrl,
    limit,
    signal,
  }: { readonly baseUrl: string; readonly limit?: number; readonly signal?: AbortSignal },
): Promise<PublicLeaderboard> {
  const query = limit === undefined ? '' : `?limit=${limit}`;
  return (await read(`/v1/public/leaderboard${query}`, token, { baseUrl, signal })) as PublicLeaderboard;
}

async function read(
  path: string,
  token: string,
  { baseUrl, signal }: { baseUrl: string; signal?: AbortSignal | undefined },
): Promise<unknown> {
  const response = await fetch(baseUrl.replace(/\/+$/, '') + path, {
    headers: { authorization: `Status ${token}` },
    ...(signal && { signal }),
  });
  if (!response.ok) throw await toWaitlistError(response);
  return response.json();
}
