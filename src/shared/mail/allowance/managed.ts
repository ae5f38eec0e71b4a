import type { PlatformConfig } from '../../platform/config.ts';
import type { MailConfig } from '../config.ts';
import { openHttpClient } from '../../platform/outbound/http-client.ts';
import { emailProviderOf } from '../providers/index.ts';
import type { EmailTransport } from '../providers/provider.ts';

/** The service's own mail credentials, as the operator set them (C9.4). */
export type ManagedEmail = NonNullable<MailConfig['email']['managed']>;

/** Opens the operator's provider. Its address is the operator's choice: a mail server may well be inside. */
export function openManagedTransport(
  config: Pick<PlatformConfig, 'outbound'>,
  { type, settings }: ManagedEmail,
): EmailTransport {
  const { apiUrls, allowHosts } = config.outbound;
  const httpClient = openHttpClient({ apiUrls, allowHosts: [...allowHosts, hostOf(settings)] });
  return emailProviderOf(type).open(settings, httpClient);
}

function hostOf(settings: unknown): string {
  return typeof settings === 'object' && settings !== null && 'host' in settings
    ? String(settings.host)
    : 'localhost';
}
