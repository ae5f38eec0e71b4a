import { randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { findAccount } from '../../accounts/queries.ts';
import type { Context } from '../../context.ts';
import { AppError, notFound } from '../../errors.ts';
import { assertId } from '../../ids.ts';
import { transaction } from '../../postgres/transaction.ts';
import { AnyObject, boundedText } from '../../schema/bounded-schema.ts';
import { describeConfigError } from '../../schema/issue.ts';
import { FromAddress } from '../from-address.ts';
import { type EmailProviderType, emailProviderOf, emailProviderTypes } from '../providers/index.ts';
import type { EmailProvider } from '../providers/provider.ts';
import { forgetThrottle, throttleSourceOf } from '../sending/throttle-queries.ts';
import {
  configBinding,
  type ProviderSettings,
  secretBinding,
  unsealIfPossible,
  webhookUrlOf,
} from './email-provider.ts';
import { findEmailProvider, saveEmailProvider } from './provider-queries.ts';

/** What an account's provider is set with (C6.3). */
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
  /** Where the provider shall send its events; null where it has none. */
  webhook_url: string | null;
}

/**
 * Gives an account its own mail provider, after asking that provider whether the settings work (C6.3). Secrets that are left out keep
 * their value while the type stays the same and, for a mail server, its address: they are sent nowhere else. Held mails go out over it
 * from the next release on, and none waits for what another provider allows.
 * @throws AppError not_found; invalid_request for settings that are not the provider's, or that it refuses; conflict where another
 * request has changed them meanwhile
 */
export async function setEmailProvider(
  ctx: Context,
  accountId: string,
  input: EmailProviderInput,
): Promise<SavedEmailProvider> {
  assertId(accountId, 'account');
  const { id } = (await findAccount(ctx.sql, accountId)) ?? notFound('account'); // as it is stored: settings are sealed for it
  const provider = emailProviderOf(input.type);
  const { events } = provider;
  const before = await findEmailProvider(ctx.sql, id);
  const kept = before?.type === input.type ? unsealIfPossible(ctx, before) : undefined;
  const config = readConfig(provider, { ...keptSecrets(kept, input.config), ...input.config });
  if (input.webhookSecret !== undefined) {
    if (!events)
      throw new AppError('invalid_request', `${input.type} sends no events: it takes no webhook secret.`);
    events.checkSecret(input.webhookSecret);
  }
  const secret = input.webhookSecret ?? kept?.secret ?? null;
  if (!input.skipVerify) {
    await provider.verify(config, input.from, ctx.httpClient);
  }
  const { vault } = ctx;
  const row = {
    account_id: id,
    type: input.type,
    sealed_config: vault.seal(JSON.stringify(config), configBinding(id, input.type)),
    from_address: input.from,
    token: randomBytes(24).toString('base64url'),
    sealed_secret: secret === null ? null : vault.seal(secret, secretBinding(id, input.type)),
    version: randomUUID(),
  };
  const saved =
    (await transaction(ctx.sql, async (tx) => {
      const kept = await saveEmailProvider(tx, row, before?.version ?? null);
      await forgetThrottle(tx, throttleSourceOf('own', id));
      return kept;
    })) ?? changedMeanwhile();
  return {
    account_id: id,
    type: input.type,
    webhook_url: events && webhookUrlOf(ctx, saved.token),
  };
}

/** The stored secrets, unless they would be sent elsewhere than before. */
function keptSecrets(
  before: ProviderSettings | undefined,
  config: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  if (!before) return {};
  const stored: Readonly<Record<string, unknown>> = Object(before.config);
  const { secrets, secretsGoTo = [] } = before.provider;
  if (secretsGoTo.some((key) => stored[key] !== config[key])) return {};
  return Object.fromEntries(secrets.flatMap((key) => (key in stored ? [[key, stored[key]]] : [])));
}

function readConfig(provider: EmailProvider<unknown>, values: Record<string, unknown>): unknown {
  const { data, error } = provider.config.safeParse(values);
  if (error) throw new AppError('invalid_request', describeConfigError(error));
  return data;
}

function changedMeanwhile(): never {
  throw new AppError('conflict', 'The settings were changed by somebody else meanwhile. Look at them again.');
}
