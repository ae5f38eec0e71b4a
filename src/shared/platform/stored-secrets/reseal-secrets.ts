import type { Context } from '../context.ts';
import { statement } from '../postgres/transaction.ts';
import type { Vault } from '../secrets/sealed.ts';
import { listKeyUse } from './list-key-use.ts';
import { listSecretsOfOtherKeys, replaceSecret, type SecretRow } from './queries.ts';
import { type SealedColumn, sealedPlace } from './sealed-columns.ts';

const perBatch = 100;
/** A process that still seals with an older key may do so forever; the secrets that remain are reported. */
const maxPasses = 3;

export interface Resealed {
  /** The key that seals now. */
  key_id: string;
  resealed: number;
  /** Secrets that are still sealed with other keys. */
  remaining: number;
}

/**
 * Seals every stored secret with the first key of ENCRYPTION_KEY. Each row is changed by itself, and only if
 * it is as it was read, so the service may run meanwhile and an interrupted run can simply be repeated.
 * @throws Error for a missing key, before anything is changed; or, after everything else, for secrets that do
 * not open
 */
export async function resealSecrets(ctx: Context, onProgress: (text: string) => void): Promise<Resealed> {
  const { vault } = ctx;
  const use = await listKeyUse(ctx);
  for (const { key_id, status, secrets } of use)
    if (status === 'missing')
      throw new Error(
        `The key ${key_id}, which sealed ${secrets} of the stored secrets, is not in ENCRYPTION_KEY. Nothing was changed.`,
      );
  const total = toRemaining(use);
  const unreadable = new Set<string>();
  let resealed = 0;
  for (let pass = 1, overtaken = true; overtaken && pass <= maxPasses; pass++) {
    overtaken = false;
    for (const place of sealedPlace.parts()) {
      for await (const row of secretsOfOtherKeys(ctx, place, vault)) {
        const text = reseal(vault, place, row);
        if (text === undefined) unreadable.add(`${place.table}.${place.column} of account ${row.account_id}`);
        else if (await statement(ctx.sql, (tx) => replaceSecret(tx, place, row, text))) resealed += 1;
        else overtaken = true;
        onProgress(`Resealing: ${resealed} of ${total}`);
      }
    }
  }
  const [first] = unreadable;
  if (first !== undefined)
    throw new Error(
      `${unreadable.size} of the secrets do not open and were left as they are, such as ${first}.`,
    );
  const [current] = vault.keyIds;
  return { key_id: current, resealed, remaining: toRemaining(await listKeyUse(ctx)) };
}

async function* secretsOfOtherKeys(
  ctx: Context,
  place: SealedColumn,
  vault: Vault,
): AsyncGenerator<SecretRow> {
  const [keyId] = vault.keyIds;
  for (let after: SecretRow | undefined; ; ) {
    const rows: SecretRow[] = await listSecretsOfOtherKeys(ctx.sql, place, { keyId, after, limit: perBatch });
    yield* rows;
    after = rows.at(-1);
    if (!after) return;
  }
}

/** Undefined for a text that does not open in its column. */
function reseal(vault: Vault, place: SealedColumn, row: SecretRow): string | undefined {
  const bound = place.boundTo(row);
  try {
    return vault.seal(vault.open(row.sealed, bound), bound);
  } catch {
    return undefined;
  }
}

function toRemaining([, ...others]: readonly { secrets: number }[]): number {
  return others.reduce((sum, { secrets }) => sum + secrets, 0);
}
