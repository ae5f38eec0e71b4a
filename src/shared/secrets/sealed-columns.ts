import { configBinding, secretBinding } from '../email/settings/email-provider.ts';
import { integrationBinding } from '../integrations/integration-config.ts';

/** A column of sealed texts. Its table has `account_id` and `type`, which the texts are bound to. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** The table's primary key. */
  readonly key: string;
  boundTo(accountId: string, type: string): readonly string[];
}

/** Every column where a secret is kept (C7.8). */
export const sealedColumns: readonly SealedColumn[] = [
  { table: 'email_providers', column: 'sealed_config', key: 'account_id', boundTo: configBinding },
  { table: 'email_providers', column: 'sealed_secret', key: 'account_id', boundTo: secretBinding },
  { table: 'integrations', column: 'sealed_config', key: 'id', boundTo: integrationBinding },
];
