import type { z } from 'zod';
import type { Caller } from '../api-keys/caller.ts';
import type { Context } from '../context.ts';
import { AppError, unavailable } from '../errors.ts';
import { newId } from '../ids.ts';
import { AddressRefused } from '../outbound/address-guard.ts';
import { fetchWithTimeout } from '../outbound/safe-fetch.ts';
import { plans } from '../plans.ts';
import { transaction } from '../postgres/transaction.ts';
import { describeConfigError } from '../schema/issue.ts';
import { clearDeliveries } from './deliveries/queries.ts';
import { openConfigIfPossible, sealConfig } from './integration-config.ts';
import { type IntegrationType, integrationProviderOf } from './providers/index.ts';
import type { IntegrationConfig, IntegrationProvider } from './providers/provider.ts';
import { findIntegration, insertIntegration, lockIntegration, replaceConfig } from './queries.ts';
import type { IntegrationInput, SavedIntegration } from './schema.ts';

/** All requests of a check together. */
export const verifyMs = 10_000;
const maxTries = 5;

/**
 * Sets an integration's whole configuration, once the service behind it has accepted it (§4.7). Secrets that are left out keep
 * their value, if a key still opens it and they are sent nowhere else than before; a paused integration stays paused (§3.2); a new address
 * clears the delivery log.
 * @returns with `created` true for the first one, whose signing secret is shown if it was made here
 * @throws AppError quota_exceeded, whatever the configuration (C7.1); invalid_request for one that is not the type's, or that the service
 * refuses; internal_error 503 where others save it all the time
 */
export async function setIntegration(
  ctx: Context,
  caller: Pick<Caller, 'accountId' | 'plan'>,
  type: IntegrationType,
  { config: input }: IntegrationInput,
): Promise<{ created: boolean; integration: SavedIntegration }> {
  assertIncluded(caller.plan);
  for (let tries = 1; tries <= maxTries; tries++) {
    const saved = await trySetIntegration(ctx, caller.accountId, type, input);
    if (saved) return saved;
  }
  throw unavailable(new Error('The configuration was changed by others each time that it was to be saved'));
}

/** @returns undefined where another request was quicker: what was kept of the former configuration may be out of date */
async function trySetIntegration(
  ctx: Context,
  accountId: string,
  type: IntegrationType,
  input: Record<string, unknown>,
): Promise<{ created: boolean; integration: SavedIntegration } | undefined> {
  const provider = integrationProviderOf(type);
  const before = await findIntegration(ctx.sql, accountId, type);
  const opened = before && openConfigIfPossible(ctx, before);
  const stored = opened && toValues(opened);
  const madeSecret = before || input.signing_secret !== undefined ? undefined : provider.newSigningSecret?.();
  const kept = provider.secrets.flatMap((key) => (stored && key in stored ? [[key, stored[key]]] : []));
  const config = readConfig(provider.config, {
    ...Object.fromEntries(kept),
    ...(madeSecret !== undefined && { signing_secret: madeSecret }),
    ...input,
  });
  if (stored) assertSecretsStay(provider, { input, stored, values: toValues(config) });
  await verify(ctx, type, config);

  const change = {
    events: [...config.events],
    sealed_config: sealConfig(ctx.vault, accountId, type, config),
  };
  const { addressKey } = provider;
  const moved = addressKey !== undefined && stored?.[addressKey] !== toValues(config)[addressKey];
  return transaction(ctx.sql, async (tx) => {
    if (before) await lockIntegration(tx, accountId, type);
    const row = before
      ? await replaceConfig(tx, before, change)
      : await insertIntegration(tx, { id: newId(), account_id: accountId, type, ...change });
    if (!row) return undefined;
    if (before && moved) await clearDeliveries(tx, row.id);
    const { enabled } = row;
    return { created: !before, integration: { type, enabled, signing_secret: madeSecret ?? null } };
  });
}

/** For what only plans with integrations may do (§4.7 rule 1). @throws AppError quota_exceeded */
export function assertIncluded(plan: Caller['plan']): void {
  if (!plans[plan].integrations)
    throw new AppError('quota_exceeded', 'The plan does not include integrations. Upgrade to set them up.');
}

/** A secret that was left out is sent only to where it was given for. @throws AppError invalid_request */
function assertSecretsStay(
  { secrets, secretsGoTo = [] }: IntegrationProvider<IntegrationConfig>,
  { input, stored, values }: Readonly<Record<'input' | 'stored' | 'values', Values>>,
): void {
  const kept = secrets.find((key) => key in stored && !(key in input));
  const moved = secretsGoTo.find((key) => stored[key] !== values[key]);
  if (kept === undefined || moved === undefined) return;
  throw new AppError('invalid_request', `config.${kept}: must be given again with a new config.${moved}`);
}

async function verify(
  { httpClient }: Context,
  type: IntegrationType,
  config: IntegrationConfig,
): Promise<void> {
  try {
    await integrationProviderOf(type).verify(config, {
      ...httpClient,
      fetch: fetchWithTimeout(httpClient.fetch, verifyMs),
    });
  } catch (error) {
    if (error instanceof AddressRefused)
      throw new AppError('invalid_request', error.message, { cause: error });
    throw error;
  }
}

function readConfig(shape: z.ZodType<IntegrationConfig>, values: Record<string, unknown>): IntegrationConfig {
  const { data, error } = shape.safeParse(values);
  if (error) throw new AppError('invalid_request', describeConfigError(error));
  return data;
}

type Values = Readonly<Record<string, unknown>>;

/** A configuration by its keys, whatever its type. */
function toValues(config: IntegrationConfig): Values {
  return { ...config };
}
