import { readConfig } from '../../../src/shared/config.ts';
import { type Context, openContext } from '../../../src/shared/context.ts';
import { setIntegration } from '../../../src/shared/events/integrations/set-integration.ts';
import { setEmailProvider } from '../../../src/shared/mail/settings/set-email-provider.ts';
import { resendKey } from '../fakes/resend.ts';
import type { Deployment } from './deployment.ts';

/** Runs an operation in this process, on the deployment's database, as the command line does. */
export async function asOperator<T>(
  { env }: Pick<Deployment, 'env'>,
  run: (ctx: Context) => Promise<T>,
): Promise<T> {
  const ctx = openContext({ ...readConfig(env), log: { level: 'silent' } }, 'cli');
  try {
    return await run(ctx);
  } finally {
    await ctx.sql.end();
  }
}

/** Sets a webhook for an account, with `more` of its configuration. */
export async function setWebhook(
  deployment: Pick<Deployment, 'env'>,
  accountId: string,
  url: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const caller = { accountId, plan: 'scale' } as const;
  await asOperator(deployment, (ctx) => setIntegration(ctx, caller, 'webhook', { config: { url, ...more } }));
}

/** Makes Resend the mail provider of an account. @returns the URL for Resend's events */
export function setResend(
  deployment: Pick<Deployment, 'env'>,
  accountId: string,
  { apiKey = resendKey, webhookSecret }: { apiKey?: string; webhookSecret?: string } = {},
): Promise<{ webhook_url: string | null }> {
  return asOperator(deployment, (ctx) =>
    setEmailProvider(ctx, accountId, {
      type: 'resend',
      from: 'Acme <hello@acme.test>',
      config: { api_key: apiKey },
      ...(webhookSecret !== undefined && { webhookSecret }),
      skipVerify: true,
    }),
  );
}
