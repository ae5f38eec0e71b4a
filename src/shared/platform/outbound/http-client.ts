import { type AddressGuard, openAddressGuard } from './address-guard.ts';
import { fetchWithTimeout, openSafeFetch, type SafeFetch } from './safe-fetch.ts';

/**
 * Addresses of APIs that replace the usual ones, for tests and proxies, without a version in the path (C7.7).
 * Whoever calls an API adds it. @public
 */
// biome-ignore lint/suspicious/noEmptyInterface: others add to it
export interface ApiUrls {}

/** Sends the requests of mail providers, integrations and captchas. */
export interface HttpClient {
  readonly fetch: SafeFetch;
  /** For addresses about to be saved, and for connections other than HTTP. */
  readonly guard: AddressGuard;
  readonly apiUrls: Readonly<Partial<ApiUrls>>;
  /** Milliseconds since 1970. */
  now(): number;
}

/**
 * Keeps no connection open between requests. `allowHosts` may have any address (C7.6); with `onlyThisMachine`
 * they must be this machine, and nothing else is called.
 */
export function openHttpClient({
  allowHosts,
  apiUrls,
  onlyThisMachine = false,
}: {
  allowHosts: readonly string[];
  apiUrls: HttpClient['apiUrls'];
  onlyThisMachine?: boolean;
}): HttpClient {
  const guard = openAddressGuard({ allowHosts, onlyThisMachine });
  return { fetch: openSafeFetch(guard), guard, apiUrls, now: Date.now };
}

/** The same client with one deadline: all its requests end within `ms` from now. */
export function withDeadline(httpClient: HttpClient, ms: number): HttpClient {
  return { ...httpClient, fetch: fetchWithTimeout(httpClient.fetch, ms) };
}
