import type { Config, OperatorConfig } from '../../config.ts';
import { openAddressGuard } from '../../outbound/address-guard.ts';
import { emailProviderOf } from '../providers/index.ts';
import type { EmailSender } from '../providers/provider.ts';
import { openProviderTools } from '../settings/provider-tools.ts';

/** The service's own mail credentials, as the operator set them (C9.4). */
export type ManagedEmail = NonNullable<OperatorConfig['email']['managed']>;

/** Opens the operator's provider. Its address is the operator's choice: a mail server may well be inside. */
export function openManagedSender(
  config: Pick<Config, 'outbound'>,
  { type, settings }: ManagedEmail,
): EmailSender {
  const allowHosts = [...config.outbound.allowHosts, hostOf(settings)];
  const tools = openProviderTools(config, openAddressGuard({ allowHosts }));
  return emailProviderOf(type).open(settings, tools);
}

function hostOf(settings: unknown): string {
  return typeof settings === 'object' && settings !== null && 'host' in settings
    ? String(settings.host)
    : 'localhost';
}
