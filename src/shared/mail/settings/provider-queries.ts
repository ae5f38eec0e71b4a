import { columnsOf } from '../../platform/postgres/columns.ts';
import type { Sql, Tx } from '../../platform/postgres/connection.ts';
import { sealedColumn } from '../../platform/stored-secrets/sealed-columns.ts';

const table = { table: 'email_providers', key: 'account_id' };
/** The configuration of a mail provider, and the secret of its events. */
export const sealedProvider = {
  config: sealedColumn('email-provider-config', { ...table, column: 'sealed_config' }),
  secret: sealedColumn('email-provider-secret', { ...table, column: 'sealed_secret' }),
};

export interface EmailProviderRow {
  account_id: string;
  type: string;
  sealed_config: string;
  from_address: string;
  token: string;
  sealed_secret: string | null;
  version: string;
}

const columns = columnsOf<EmailProviderRow>({
  account_id: true,
  type: true,
  sealed_config: true,
  from_address: true,
  token: true,
  sealed_secret: true,
  version: true,
});

export async function findEmailProvider(
  sql: Sql | Tx,
  accountId: string,
): Promise<EmailProviderRow | undefined> {
  const [row] = await sql<EmailProviderRow[]>`
    SELECT ${sql(columns)} FROM email_providers WHERE account_id = ${accountId}`;
  return row;
}

export async function findEmailProviderByToken(
  sql: Sql,
  token: string,
): Promise<EmailProviderRow | undefined> {
  const [row] = await sql<EmailProviderRow[]>`
    SELECT ${sql(columns)} FROM email_providers WHERE token = ${token}`;
  return row;
}

/**
 * Replaces the account's provider. Its token stays, so that webhook URLs in use keep working.
 * @returns undefined if the version has changed since `before`
 */
export async function saveEmailProvider(
  tx: Tx,
  provider: EmailProviderRow,
  before: string | null,
): Promise<EmailProviderRow | undefined> {
  const [row] = await tx<EmailProviderRow[]>`
    INSERT INTO email_providers ${tx(provider)}
    ON CONFLICT (account_id) DO UPDATE SET type = excluded.type, sealed_config = excluded.sealed_config, from_address = excluded.from_address,
      sealed_secret = excluded.sealed_secret, version = excluded.version
    WHERE email_providers.version = ${before}
    RETURNING ${tx(columns)}`;
  return row;
}

export async function deleteEmailProvider(tx: Tx, accountId: string): Promise<void> {
  await tx`DELETE FROM email_providers WHERE account_id = ${accountId}`;
}
