import { randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { findAccount } from '../accounts/queries.ts';
import { openAddressGuard } from '../address-guard.ts';
import type { Context } from '../context.ts';
import { AppError, notFound } from '../errors.ts';
import { assertId } from '../ids.ts';
import { openVault } from '../sealed.ts';
import { configBinding, secretBinding } from './email-provider.ts';
import { openProviderTools } from './provider-tools.ts';
import { type EmailProviderType, emailProviderOf, emailProviderTypes } from './providers/index.ts';
import { saveEmailProvider } from './queries.ts';
import { Sender } from './sender.ts';

/** What an account's provider is set with (C6.3). */
export const EmailProviderInput = z.strictObject({
  type: z.enum(emailProviderTypes),
  from: Sender,
  config: z.record(z.string(), z.unknown()),
  webhookSecret: z.string().min(1).max(2000).optional(),
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
 * Gives an account its own mail provider, after asking that provider whether the settings work (C6.3). Held mails go out
 * over it from the next release on.
 * @throws AppError not_found; invalid_request for settings that are not the provider's, or that it refuses
 */
export async function setEmailProvider(
  ctx: Context,
  accountId: string,
  input: EmailProviderInput,
): Promise<SavedEmailProvider> {
  assertId(accountId, 'account');
  (await findAccount(ctx.sql, accountId)) ?? notFound('account');
  const provider = emailProviderOf(input.type);
  const config = provider.config.safeParse(input.config);
  if (!config.success) throw new AppError('invalid_request', describeIssue(config.error));
  if (input.webhookSecret !== undefined) {
    if (!provider.events)
      throw new AppError('invalid_request', `${input.type} sends no events: it takes no webhook secret.`);
    provider.events.checkSecret(input.webhookSecret);
  }
  if (!input.skipVerify) {
    await provider.verify(
      config.data,
      input.from,
      openProviderTools(ctx.config, openAddressGuard(ctx.config.outbound)),
    );
  }
  const vault = openVault(ctx.config.encryptionKeys);
  const saved = await saveEmailProvider(ctx.sql, {
    account_id: accountId,
    type: input.type,
    sealed_config: vault.seal(JSON.stringify(config.data), configBinding(accountId, input.type)),
    sender: input.from,
    token: randomBytes(24).toString('base64url'),
    sealed_secret:
      input.webhookSecret === undefined
        ? null
        : vault.seal(input.webhookSecret, secretBinding(accountId, input.type)),
    version: randomUUID(),
  });
  return {
    account_id: accountId,
    type: input.type,
    webhook_url: provider.events ? `${ctx.config.baseUrl}/v1/webhooks/email/${saved.token}` : null,
  };
}

function describeIssue({ issues: [issue] }: z.ZodError): string {
  if (issue?.code === 'unrecognized_keys') return `Unknown config field: ${issue.keys[0]}`;
  return `config.${issue?.path.join('.')}: ${issue?.message}`;
}
