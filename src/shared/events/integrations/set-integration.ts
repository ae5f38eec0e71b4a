import { clientOf } from '../../account/accounts/client-of.ts';
import { isTestAccount } from '../../account/accounts/test-account.ts';
import type { Caller } from '../../account/api-keys/caller.ts';
import type { Acting } from '../../account/audit/actor.ts';
import { recordAction } from '../../account/audit/record-action.ts';
import { listDeclaredFields } from '../../list/fields/queries.ts';
import { beginFeed } from '../../list/publishing/fan-out-queries.ts';
import {
  type ConfigValues,
  findMovedKey,
  parseConfig,
  splitConfig,
  verifyConfig,
} from '../../platform/connections/config.ts';
import { openConfig, openIfPossible } from '../../platform/connections/sealed-config.ts';
import { AppError, unavailable } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import { assertIncluded } from '../assert-included.ts';
import type { Context } from '../context.ts';
import type { IntegrationType } from '../names.ts';
import { clearDeliveries } from './deliveries/queries.ts';
import { clearHealth } from './health/queries.ts';
import { integrationProviderOf } from './providers/index.ts';
import type { IntegrationConfig, IntegrationProvider } from './providers/provider.ts';
import {
  findIntegration,
  insertIntegration,
  lockIntegration,
  replaceConfig,
  sealedIntegration,
} from './queries.ts';
import type { IntegrationInput, SavedIntegration } from './schema.ts';

const maxTries = 5;

/**
 * Sets an integration's whole configuration, once its service has accepted it (§4.7). Secrets that are left
 * out keep their value, if a key still opens it and they go to the same place as before. A paused integration
 * stays paused (§3.2); a new address clears the delivery log.
 * @returns with `created` true for the first one, whose signing secret is returned if it was made here
 * @throws AppError quota_exceeded, whatever the configuration (C7.1); invalid_request for one that is not of
 * the type's shape, or that the service refuses, or of another type than webhook in a test mode (N8);
 * internal_error 503 while other requests keep changing it
 */
export async function setIntegration(
  ctx: Context,
  caller: Acting & Pick<Caller, 'plan'>,
  type: IntegrationType,
  { config: input }: IntegrationInput,
): Promise<{ created: boolean; integration: SavedIntegration }> {
  assertIncluded(caller.plan);
  if (isTestAccount(caller.accountId) && type !== 'webhook')
    throw new AppError('invalid_request', 'The test mode has webhooks only: no other service is called.');
  for (let tries = 1; tries <= maxTries; tries++) {
    const saved = await trySetIntegration(ctx, caller, type, input);
    if (saved) return saved;
  }
  throw unavailable(new Error('Other requests changed the configuration each time before it was saved'));
}

/** @returns undefined if another request was faster, so that the kept secrets may be outdated */
async function trySetIntegration(
  ctx: Context,
  by: Acting,
  type: IntegrationType,
  input: ConfigValues,
): Promise<{ created: boolean; integration: SavedIntegration } | undefined> {
  const { accountId } = by;
  const provider = integrationProviderOf(type);
  const column = sealedIntegration.config;
  const before = await findIntegration(ctx.sql, accountId, type);
  const stored = before && openIfPossible(ctx, before, () => openConfig(ctx, column, before));
  const madeSecret = before || input.signing_secret !== undefined ? undefined : provider.newSigningSecret?.();
  const config = parseConfig(provider, {
    ...(stored && splitConfig(provider, stored).secrets),
    ...(madeSecret !== undefined && { signing_secret: madeSecret }),
    ...input,
  });
  if (stored) assertSecretsStay(provider, { input, stored, config });
  const fields = config.include?.includes('fields') ? await listDeclaredFields(ctx.sql, accountId) : [];
  await verifyConfig(
    clientOf(ctx, accountId),
    (httpClient) => provider.verify(config, httpClient, fields),
    provider.addressKey,
  );

  const sealed_config = ctx.vault.seal(
    JSON.stringify(config),
    column.boundTo({ account_id: accountId, type }),
  );
  const { events, include = [], retries = 'none' } = config;
  const change = { events: [...events], include: [...include], retries, sealed_config };
  const keepsPrevious = stored?.signing_secret === config.signing_secret;
  const { addressKey } = provider;
  const hasMoved = addressKey !== undefined && stored?.[addressKey] !== config[addressKey];
  return transaction(ctx.sql, async (tx) => {
    if (before) await lockIntegration(tx, accountId, type);
    const row = before
      ? await replaceConfig(tx, before, change, { keepsPrevious })
      : await insertIntegration(tx, { id: newId(), account_id: accountId, type, ...change });
    if (!row) return undefined;
    const integration = { accountId, id: row.id };
    if (before && hasMoved) await clearDeliveries(tx, integration);
    if (before && (hasMoved || before.retries !== retries)) await clearHealth(tx, integration);
    if (!before) await beginFeed(tx, accountId);
    await recordAction(tx, by, 'integration.set', { id: row.id, details: { type, created: !before } });
    const { enabled } = row;
    return { created: !before, integration: { type, enabled, signing_secret: madeSecret ?? null } };
  });
}

/**
 * A secret that was left out is sent only to the place that it was given for. @throws AppError
 * invalid_request
 */
function assertSecretsStay(
  provider: IntegrationProvider<IntegrationConfig>,
  { input, stored, config }: Readonly<Record<'input' | 'stored' | 'config', ConfigValues>>,
): void {
  const kept = Object.keys(splitConfig(provider, stored).secrets).find((key) => !(key in input));
  const moved = findMovedKey(provider, stored, config);
  if (kept === undefined || moved === undefined) return;
  throw new AppError('invalid_request', `config.${kept}: must be given again with a new config.${moved}`);
}
