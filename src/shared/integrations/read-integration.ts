import type { Caller } from '../api-keys/caller.ts';
import type { Context } from '../context.ts';
import { openConfigIfPossible } from './integration-config.ts';
import { toIntegration } from './list-integrations.ts';
import { type IntegrationType, integrationProviderOf } from './providers/index.ts';
import { findIntegration } from './queries.ts';
import type { Integration } from './schema.ts';

/** An integration for those who change it: what they may see of its configuration, and which of its secrets are set. */
export interface IntegrationDetails extends Integration {
  /** Undefined where nothing opens it any more: it must be given anew, secrets too. */
  readonly config: Readonly<Record<string, unknown>> | undefined;
  readonly setSecrets: readonly string[];
}

/** The account's integration of a type, if it is set up. Secrets are never given back (§4.7 rule 3). */
export async function readIntegration(
  ctx: Context,
  { accountId }: Pick<Caller, 'accountId'>,
  type: IntegrationType,
): Promise<IntegrationDetails | undefined> {
  const row = await findIntegration(ctx.sql, accountId, type);
  if (!row) return undefined;
  const config = openConfigIfPossible(ctx, row);
  if (!config) return { ...toIntegration(row), config, setSecrets: [] };
  const { secrets } = integrationProviderOf(type);
  const values = Object.entries(config);
  return {
    ...toIntegration(row),
    config: Object.fromEntries(values.filter(([key]) => !secrets.includes(key))),
    setSecrets: values.flatMap(([key]) => (secrets.includes(key) ? [key] : [])),
  };
}
