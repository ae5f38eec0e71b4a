import type { Context } from '../../context.ts';
import { type EmailProviderType, emailProviderOf } from '../providers/index.ts';
import type { EmailProvider } from '../providers/provider.ts';
import { type EmailProviderRow, findEmailProvider } from './provider-queries.ts';

/** An account's provider, unsealed. */
export interface ProviderSettings {
  readonly type: EmailProviderType;
  readonly provider: EmailProvider<unknown>;
  readonly config: unknown;
  readonly fromAddress: string;
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
export function unsealProvider({ vault }: Pick<Context, 'vault'>, row: EmailProviderRow): ProviderSettings {
  const type = row.type as EmailProviderType;
  return {
    type,
    provider: emailProviderOf(type),
    config: JSON.parse(vault.open(row.sealed_config, configBinding(row.account_id, type))),
    fromAddress: row.from_address,
    secret: row.sealed_secret && vault.open(row.sealed_secret, secretBinding(row.account_id, type)),
    version: row.version,
  };
}

/** The same; undefined where no key fits any more, for then all of them must be given anew. */
export function unsealIfPossible(ctx: Context, row: EmailProviderRow): ProviderSettings | undefined {
  try {
    return unsealProvider(ctx, row);
  } catch (err) {
    ctx.log.warn({ err, account: row.account_id }, 'the settings of a mail provider cannot be opened');
    return undefined;
  }
}

/** Where an account's provider shall send its events (§4.8). */
export function webhookUrlOf({ config }: Context, token: string): string {
  return `${config.baseUrl}/v1/webhooks/email/${token}`;
}

/** An account's own provider as it may be shown: without its secrets. */
export interface ShownProvider {
  readonly type: EmailProviderType;
  readonly from: string;
  /** By their keys; the secrets are left out. Undefined where nothing opens them any more: they must be given anew, secrets too. */
  readonly settings: Readonly<Record<string, unknown>> | undefined;
  readonly hasSecret: boolean;
}

/** The settings of the account's own provider to be changed; undefined where it has none. */
export async function readEmailProvider(ctx: Context, accountId: string): Promise<ShownProvider | undefined> {
  const row = await findEmailProvider(ctx.sql, accountId);
  if (!row) return undefined;
  const shown = { type: row.type as EmailProviderType, from: row.from_address };
  const found = unsealIfPossible(ctx, row);
  if (!found) return { ...shown, settings: undefined, hasSecret: false };
  const { provider, config, secret } = found;
  const settings = Object.entries(Object(config)).filter(([key]) => !provider.secrets.includes(key));
  return { ...shown, settings: Object.fromEntries(settings), hasSecret: secret !== null };
}

/** What a sealed text is bound to: in another account's row, or in another column, it does not open (C7.8). */
export const configBinding = (accountId: string, type: string) => ['email-provider-config', accountId, type];
export const secretBinding = (accountId: string, type: string) => ['email-provider-secret', accountId, type];
