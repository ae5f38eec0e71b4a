import type { Config } from '../../config.ts';
import type { AddressGuard } from '../../outbound/address-guard.ts';
import { openSafeFetch } from '../../outbound/safe-fetch.ts';
import type { ProviderHttp } from '../providers/provider.ts';

/** What mail providers reach the world with, behind a guard of addresses. */
export function openProviderHttp(config: Pick<Config, 'outbound'>, guard: AddressGuard): ProviderHttp {
  return { fetch: openSafeFetch(guard), guard, apiUrls: config.outbound.apiUrls, now: Date.now };
}
