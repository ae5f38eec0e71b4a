import type { z } from 'zod';
import { AppError } from '../errors.ts';
import { AddressRefused } from '../outbound/address-guard.ts';
import { type HttpClient, withDeadline } from '../outbound/http-client.ts';
import { describeFirstIssue } from '../schema/issue.ts';

/** What every provider that an account connects has in common: mail providers and integrations. */
export interface ConnectionProvider<Config> {
  /**
   * The shape of the configuration (§4.7, C6.3). It is strict: a key that it does not declare is refused by
   * name.
   */
  readonly config: z.ZodType<Config>;
  /**
   * Keys whose values are never returned, and stay as they are when a change leaves them out (§4.7 rule 3).
   */
  readonly secrets: readonly string[];
  /**
   * Keys that decide where the secrets are sent, if the account chooses that. A change to one of them needs
   * the secrets again.
   */
  readonly secretsGoTo?: readonly string[];
}

/** A configuration by its keys, whatever its provider. */
export type ConfigValues = Readonly<Record<string, unknown>>;

/**
 * Splits a configuration into its secrets, which a change may leave out, and the rest, which may be shown.
 */
export function splitConfig({ secrets }: ConnectionProvider<unknown>, config: ConfigValues) {
  const pick = (isSecret: boolean): ConfigValues =>
    Object.fromEntries(Object.entries(config).filter(([key]) => secrets.includes(key) === isSecret));
  return { secrets: pick(true), shown: pick(false) };
}

/** The key by which a change would send the secrets elsewhere; undefined where they go to the same place. */
export function findMovedKey(
  { secretsGoTo = [] }: ConnectionProvider<unknown>,
  before: ConfigValues,
  after: ConfigValues,
): string | undefined {
  return secretsGoTo.find((key) => before[key] !== after[key]);
}

/**
 * Parses values as the provider's configuration.
 * @throws AppError invalid_request that names an unknown key (§4.7 rule 2) or the first wrong one
 */
export function parseConfig<Config>(provider: ConnectionProvider<Config>, values: ConfigValues): Config {
  const { data, error } = provider.config.safeParse(values);
  if (!error) return data;
  const unknown = error.issues.find((issue) => issue.code === 'unrecognized_keys');
  const message = unknown
    ? `Unknown config field: ${unknown.keys[0]}`
    : describeFirstIssue(error, { nameOf: (path) => `config.${path}` });
  throw new AppError('invalid_request', message);
}

/** How long a provider has to verify a configuration, all requests together. */
export const verifyMs = 10_000;

/**
 * Verifies a configuration before it is saved. `addressKey` is its key with the address of a server.
 * @throws AppError invalid_request, also for an address that the service must not call
 */
export async function verifyConfig(
  httpClient: HttpClient,
  verify: (httpClient: HttpClient) => Promise<void>,
  addressKey?: string,
): Promise<void> {
  try {
    await verify(withDeadline(httpClient, verifyMs));
  } catch (error) {
    throw error instanceof AddressRefused
      ? new AppError('invalid_request', error.message, {
          cause: error,
          ...(addressKey !== undefined && { field: addressKey }),
        })
      : error;
  }
}
