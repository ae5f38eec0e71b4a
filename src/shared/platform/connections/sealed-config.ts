import type { Context } from '../context.ts';
import type { SealedColumn, SealedOwner } from '../stored-secrets/sealed-columns.ts';
import type { ConfigValues } from './config.ts';

/** The configuration in a row. @throws Error if no key of ENCRYPTION_KEY opens it */
export function openConfig<Config = ConfigValues>(
  { vault }: Pick<Context, 'vault'>,
  column: SealedColumn,
  row: SealedOwner & { readonly sealed_config: string },
): Config {
  return JSON.parse(vault.open(row.sealed_config, column.boundTo(row)));
}

/**
 * What `open` returns. If no key opens the row any more, that is logged and the result is undefined: the
 * account must enter everything again.
 */
export function openIfPossible<T>(
  { log }: Pick<Context, 'log'>,
  { account_id: account, type }: SealedOwner,
  open: () => T,
): T | undefined {
  try {
    return open();
  } catch (err) {
    log.warn({ err, account, type }, 'a stored configuration cannot be opened');
    return undefined;
  }
}
