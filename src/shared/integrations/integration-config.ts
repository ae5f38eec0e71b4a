import type { Context } from '../context.ts';
import type { Vault } from '../secrets/sealed.ts';
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

/** The same; undefined where no key fits any more, for then all of it must be given anew. */
export function openConfigIfPossible(
  { log, vault }: Pick<Context, 'log' | 'vault'>,
  row: IntegrationRow,
): IntegrationConfig | undefined {
  try {
    return openConfig(vault, row);
  } catch (err) {
    log.warn({ err, integration: row.id }, 'the configuration of an integration cannot be opened');
    return undefined;
  }
}

/** What a sealed configuration is bound to (C7.8). */
export const integrationBinding = (accountId: string, type: string) => [
  'integration-config',
  accountId,
  type,
];
