import type { SafeFetch } from '../../../src/shared/platform/outbound/safe-fetch.ts';

/** A `SafeFetch` that may reach loopback, where the fakes listen. */
export const plainFetch: SafeFetch = async (url, { method, headers = {}, body, timeoutMs = 10_000 }) => {
  const response = await fetch(url, {
    method,
    headers: { ...headers },
    body: typeof body === 'object' ? new Uint8Array(body) : (body ?? null),
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error) => {
    throw error.cause ?? error; // the network error, which shows whether there was a connection
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: text.slice(0, 65_536),
  };
};
