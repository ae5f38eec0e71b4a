import { type ConfigValues, splitConfig } from '../../platform/connections/config.ts';
import { openConfig, openIfPossible } from '../../platform/connections/sealed-config.ts';
import type { Context } from '../context.ts';
import { type EmailProviderType, emailProviderOf } from '../providers/index.ts';
import type { EmailProvider } from '../providers/provider.ts';
import { type EmailProviderRow, findEmailProvider, sealedProvider } from './provider-queries.ts';

/** An account's provider, unsealed. */
export interface ProviderSettings {
  readonly type: EmailProviderType;
  readonly provider: EmailProvider<unknown>;
  readonly config: ConfigValues;
  readonly fromAddress: string;
  /** Verifies its events; null if the account gave none. */
  readonly secret: string | null;
  readonly version: string;
}

/**
 * The account's own mail provider, if it has one. @throws Error if no key of ENCRYPTION_KEY opens its
 * settings
 */
export async function findProviderSettings(
  ctx: Pick<Context, 'sql' | 'vault'>,
  accountId: string,
): Promise<ProviderSettings | undefined> {
  const row = await findEmailProvider(ctx.sql, accountId);
  return row && unsealProvider(ctx, row);
}

/** Opens the sealed texts of a row. @throws Error if no key of ENCRYPTION_KEY opens them */
export function unsealProvider(ctx: Pick<Context, 'vault'>, row: EmailProviderRow): ProviderSettings {
  const type = row.type as EmailProviderType;
  return {
    type,
    provider: emailProviderOf(type),
    config: openConfig(ctx, sealedProvider.config, row),
    fromAddress: row.from_address,
    secret: row.sealed_secret && ctx.vault.open(row.sealed_secret, sealedProvider.secret.boundTo(row)),
    version: row.version,
  };
}

/** The same; undefined if no key opens them any more, so that the account must enter everything again. */
export function unsealIfPossible(
  ctx: Pick<Context, 'vault' | 'log'>,
  row: EmailProviderRow,
): ProviderSettings | undefined {
  return openIfPossible(ctx, row, () => unsealProvider(ctx, row));
}

/** Where an account's provider sends its events (§4.8). */
export function webhookUrlOf({ config }: Pick<Context, 'config'>, token: string): string {
  return `${config.baseUrl}/v1/webhooks/email/${token}`;
}

/** An account's own provider without its secrets. */
export interface ShownProvider {
  readonly type: EmailProviderType;
  readonly from: string;
  /** Undefined if no key opens them any more: then everything must be entered again. */
  readonly settings: ConfigValues | undefined;
  readonly hasSecret: boolean;
}

/** The account's own provider as it is shown to those who may change it, if it has one. */
export async function readEmailProvider(ctx: Context, accountId: string): Promise<ShownProvider | undefined> {
  const row = await findEmailProvider(ctx.sql, accountId);
  if (!row) return undefined;
  const shown = { type: row.type as EmailProviderType, from: row.from_address };
  const found = unsealIfPossible(ctx, row);
  if (!found) return { ...shown, settings: undefined, hasSecret: false };
  const { provider, config, secret } = found;
  return { ...shown, settings: splitConfig(provider, config).shown, hasSecret: secret !== null };
}
