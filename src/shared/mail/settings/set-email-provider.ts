import { randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { findAccount } from '../../account/accounts/queries.ts';
import { isTestAccount } from '../../account/accounts/test-account.ts';
import type { Actor } from '../../account/audit/actor.ts';
import { recordAction } from '../../account/audit/record-action.ts';
import {
  type ConfigValues,
  findMovedKey,
  parseConfig,
  splitConfig,
  verifyConfig,
} from '../../platform/connections/config.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import { assertId } from '../../platform/ids.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import { AnyObject } from '../../platform/schema/bounded.ts';
import { boundedText } from '../../platform/schema/text.ts';
import type { Context } from '../context.ts';
import { FromAddress } from '../providers/from-address.ts';
import { type EmailProviderType, emailProviderOf, emailProviderTypes } from '../providers/index.ts';
import { forgetThrottle, throttleSourceOf } from '../sending/throttles/throttle-queries.ts';
import { type ProviderSettings, unsealIfPossible, webhookUrlOf } from './email-provider.ts';
import { findEmailProvider, saveEmailProvider, sealedProvider } from './provider-queries.ts';

/** The input for an account's provider (C6.3). */
export const EmailProviderInput = z.strictObject({
  type: z.enum(emailProviderTypes),
  from: FromAddress,
  config: AnyObject,
  webhookSecret: boundedText(2000).min(1).optional(),
  skipVerify: z.boolean().default(false),
});
export type EmailProviderInput = z.infer<typeof EmailProviderInput>;

export interface SavedEmailProvider {
  account_id: string;
  type: EmailProviderType;
  /** The server that mails go to from now on: the URL of an API, or a host and port. */
  server: string;
  /** Where the provider sends its events; null for a provider without events. */
  webhook_url: string | null;
}

/**
 * Gives an account its own mail provider, once that provider has accepted the settings (C6.3). Secrets that
 * are left out keep their value while the type stays the same and they go to the same server. Held mails go
 * out over it from the next release on, and none waits for the limits of another provider.
 * @throws AppError not_found; invalid_request for settings that are not of the provider's shape, or that it
 * refuses; conflict if another request changed them meanwhile
 */
export async function setEmailProvider(
  ctx: Context,
  accountId: string,
  input: EmailProviderInput,
  actor?: Actor,
): Promise<SavedEmailProvider> {
  assertId(accountId, 'account');
  if (isTestAccount(accountId))
    throw new AppError('invalid_request', 'No mail leaves the test mode: leave it to set up a provider.');
  // Settings are bound to its stored form.
  const { id } = (await findAccount(ctx.sql, accountId)) ?? notFound('account');
  const { type, webhookSecret } = input;
  const provider = emailProviderOf(type);
  const before = await findEmailProvider(ctx.sql, id);
  const stored = before?.type === type ? unsealIfPossible(ctx, before) : undefined;
  const config = parseConfig(provider, { ...(stored && keptSecrets(stored, input.config)), ...input.config });
  if (webhookSecret !== undefined) {
    if (!provider.events)
      throw new AppError('invalid_request', `${type} sends no events: it takes no webhook secret.`);
    provider.events.checkSecret(webhookSecret);
  }
  const secret = webhookSecret ?? stored?.secret ?? null;
  if (!input.skipVerify)
    await verifyConfig(
      ctx.httpClient,
      (httpClient) => provider.verify(config, input.from, httpClient),
      'host',
    );
  const owner = { account_id: id, type };
  const row = {
    ...owner,
    sealed_config: ctx.vault.seal(JSON.stringify(config), sealedProvider.config.boundTo(owner)),
    from_address: input.from,
    token: randomBytes(24).toString('base64url'),
    sealed_secret: secret === null ? null : ctx.vault.seal(secret, sealedProvider.secret.boundTo(owner)),
    version: randomUUID(),
  };
  const saved =
    (await transaction(ctx.sql, async (tx) => {
      const saved = await saveEmailProvider(tx, row, before?.version ?? null);
      if (saved) {
        const by = { accountId: id, ...(actor && { actor }) };
        await recordAction(tx, by, 'email_provider.set', { details: { type } });
      }
      await forgetThrottle(tx, throttleSourceOf('own', id));
      return saved;
    })) ?? changedMeanwhile();
  return {
    account_id: id,
    type,
    server: provider.serverOf(config, ctx.httpClient),
    webhook_url: provider.events && webhookUrlOf(ctx, saved.token),
  };
}

/** The stored secrets; none if a change would send them to another server. */
function keptSecrets({ provider, config }: ProviderSettings, input: ConfigValues): ConfigValues {
  return findMovedKey(provider, config, input) === undefined ? splitConfig(provider, config).secrets : {};
}

function changedMeanwhile(): never {
  throw new AppError('conflict', 'The settings were changed by somebody else meanwhile. Look at them again.');
}
