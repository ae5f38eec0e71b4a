import { type AddressGuard, openAddressGuard } from './address-guard.ts';
import { fetchWithTimeout, openSafeFetch, type SafeFetch } from './safe-fetch.ts';

type Api = 'resend' | 'postmark' | 'sendgrid' | 'mailgun' | 'loops' | 'kit';

/** What the providers of mail and of integrations reach the world with. */
export interface HttpClient {
  readonly fetch: SafeFetch;
  /** For addresses that are about to be saved, and for connections other than HTTP. */
  readonly guard: AddressGuard;
  /** Addresses of APIs in place of the usual ones, without a version in the path (C7.7). */
  readonly apiUrls: Readonly<Partial<Record<Api, string | undefined>>>;
  /** Milliseconds since 1970. */
  now(): number;
}

/** Keeps no connection open between requests. `allowHosts` may be reached whatever their address (C7.6). */
export function openHttpClient({
  allowHosts,
  apiUrls,
}: {
  allowHosts: readonly string[];
  apiUrls: HttpClient['apiUrls'];
}): HttpClient {
  const guard = openAddressGuard({ allowHosts });
  return { fetch: openSafeFetch(guard), guard, apiUrls, now: Date.now };
}

/** The same client, whose requests all end `ms` from now at the latest, however many there are. */
export function withDeadline(httpClient: HttpClient, ms: number): HttpClient {
  return { ...httpClient, fetch: fetchWithTimeout(httpClient.fetch, ms) };
}
