import type { OperatorConfig } from '../config.ts';
import { openAddressGuard } from '../outbound/address-guard.ts';
import { openSafeFetch } from '../outbound/safe-fetch.ts';
import type { ProviderHttp } from './providers/provider.ts';

/** What adapters reach the world with. Holds nothing open between requests. */
export function openIntegrationHttp({ outbound }: OperatorConfig): ProviderHttp {
  const guard = openAddressGuard(outbound);
  return { fetch: openSafeFetch(guard), guard, apiUrls: outbound.apiUrls, now: Date.now };
}
