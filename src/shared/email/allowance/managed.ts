import type { Config, OperatorConfig } from '../../config.ts';
import { openAddressGuard } from '../../outbound/address-guard.ts';
import { emailProviderOf } from '../providers/index.ts';
import type { EmailTransport } from '../providers/provider.ts';
import { openProviderHttp } from '../settings/provider-http.ts';

/** The service's own mail credentials, as the operator set them (C9.4). */
export type ManagedEmail = NonNullable<OperatorConfig['email']['managed']>;

/** Opens the operator's provider. Its address is the operator's choice: a mail server may well be inside. */
export function openManagedTransport(
  config: Pick<Config, 'outbound'>,
  { type, settings }: ManagedEmail,
): EmailTransport {
  const allowHosts = [...config.outbound.allowHosts, hostOf(settings)];
  const httpClient = openProviderHttp(config, openAddressGuard({ allowHosts }));
  return emailProviderOf(type).open(settings, httpClient);
}

function hostOf(settings: unknown): string {
  return typeof settings === 'object' && settings !== null && 'host' in settings
    ? String(settings.host)
    : 'localhost';
}
