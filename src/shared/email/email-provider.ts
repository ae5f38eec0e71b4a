import type { Context } from '../context.ts';
import { openVault } from '../sealed.ts';
import { type EmailProviderType, emailProviderOf } from './providers/index.ts';
import type { EmailProvider } from './providers/provider.ts';
import { type EmailProviderRow, findEmailProvider } from './queries.ts';

/** An account's provider, unsealed. */
export interface ProviderSettings {
  readonly type: EmailProviderType;
  readonly provider: EmailProvider<unknown>;
  readonly config: unknown;
  readonly sender: string;
  /** What its events are signed with, if that was given. */
  readonly secret: string | null;
  readonly version: string;
}

/** The account's own mail provider, if it has one. */
export async function findProviderSettings(
  ctx: Context,
  accountId: string,
): Promise<ProviderSettings | undefined> {
  const row = await findEmailProvider(ctx.sql, accountId);
  return row && unsealProvider(ctx, row);
}

/** Opens what is sealed in a row. @throws Error where no key of ENCRYPTION_KEY fits */
export function unsealProvider(ctx: Context, row: EmailProviderRow): ProviderSettings {
  const vault = openVault(ctx.config.encryptionKeys);
  const type = row.type as EmailProviderType;
  return {
    type,
    provider: emailProviderOf(type),
    config: JSON.parse(vault.open(row.sealed_config, configBinding(row.account_id, type))),
    sender: row.sender,
    secret: row.sealed_secret && vault.open(row.sealed_secret, secretBinding(row.account_id, type)),
    version: row.version,
  };
}

/** What a sealed text is bound to: in another account's row, or in another column, it does not open (C7.8). */
export const configBinding = (accountId: string, type: string) => ['email-provider-config', accountId, type];
export const secretBinding = (accountId: string, type: string) => ['email-provider-secret', accountId, type];
