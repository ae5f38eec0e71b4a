import type { Vault } from '../sealed.ts';
import type { IntegrationConfig } from './providers/provider.ts';
import type { IntegrationRow } from './queries.ts';

/** The text that is stored of a configuration (C7.8). In another account's row, or as another type, it does not open. */
export function sealConfig(vault: Vault, accountId: string, type: string, config: IntegrationConfig): string {
  return vault.seal(JSON.stringify(config), integrationBinding(accountId, type));
}

/** The configuration that a row holds. @throws Error where no key of ENCRYPTION_KEY fits */
export function openConfig(vault: Vault, row: IntegrationRow): IntegrationConfig {
  return JSON.parse(vault.open(row.sealed_config, integrationBinding(row.account_id, row.type)));
}

/** What a sealed configuration is bound to (C7.8). */
export const integrationBinding = (accountId: string, type: string) => [
  'integration-config',
  accountId,
  type,
];
