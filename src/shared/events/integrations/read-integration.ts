import type { Caller } from '../../account/api-keys/caller.ts';
import { type ConfigValues, splitConfig } from '../../platform/connections/config.ts';
import { openConfig, openIfPossible } from '../../platform/connections/sealed-config.ts';
import type { Context } from '../context.ts';
import type { IntegrationType } from '../names.ts';
import { toIntegration } from './list-integrations.ts';
import { integrationProviderOf } from './providers/index.ts';
import { findIntegration, sealedIntegration } from './queries.ts';
import type { Integration } from './schema.ts';

/** An integration as it is shown to those who may change it. */
export interface IntegrationDetails extends Integration {
  /** Without its secrets. Undefined if no key opens it any more: then all of it must be entered again. */
  readonly config: ConfigValues | undefined;
  /** The keys of the secrets that are stored. */
  readonly setSecrets: readonly string[];
}

/** The account's integration of a type, if there is one. Secrets are never returned (§4.7 rule 3). */
export async function readIntegration(
  ctx: Context,
  { accountId }: Pick<Caller, 'accountId'>,
  type: IntegrationType,
): Promise<IntegrationDetails | undefined> {
  const row = await findIntegration(ctx.sql, accountId, type);
  if (!row) return undefined;
  const config = openIfPossible(ctx, row, () => openConfig(ctx, sealedIntegration.config, row));
  if (!config) return { ...toIntegration(row), config, setSecrets: [] };
  const { secrets, shown } = splitConfig(integrationProviderOf(type), config);
  return { ...toIntegration(row), config: shown, setSecrets: Object.keys(secrets) };
}
