import type { PlatformConfig } from '../../platform/config.ts';
import type { HttpClient } from '../../platform/outbound/http-client.ts';
import { openHttpClient } from '../../platform/outbound/http-client.ts';
import type { MailConfig } from '../config.ts';
import { emailProviderOf } from '../providers/index.ts';
import type { EmailTransport } from '../providers/provider.ts';

/** The service's own mail credentials, as the operator set them (C9.4). */
export type ManagedEmail = NonNullable<MailConfig['email']['managed']>;

/** Opens the operator's provider. */
export function openManagedTransport(
  config: Pick<PlatformConfig, 'outbound'>,
  managed: ManagedEmail,
): EmailTransport {
  return emailProviderOf(managed.type).open(managed.settings, clientFor(config, managed));
}

/** Checks the operator's provider as an account's is, when it is saved. @throws AppError invalid_request */
export function verifyManaged(
  config: Pick<PlatformConfig, 'outbound'>,
  managed: ManagedEmail,
): Promise<void> {
  const { type, settings, from } = managed;
  return emailProviderOf(type).verify(settings, from, clientFor(config, managed));
}

/** Its address is the operator's choice: a mail server may well be inside. */
export function clientFor(
  { outbound }: Pick<PlatformConfig, 'outbound'>,
  { settings }: ManagedEmail,
): HttpClient {
  const { apiUrls, allowHosts } = outbound;
  return openHttpClient({ apiUrls, allowHosts: [...allowHosts, hostOf(settings)] });
}

function hostOf(settings: unknown): string {
  return typeof settings === 'object' && settings !== null && 'host' in settings
    ? String(settings.host)
    : 'localhost';
}
