import type { Context } from '../context.ts';
import { countSecrets } from './queries.ts';
import { sealedColumns } from './sealed-columns.ts';

/**
 * How a key is used: it seals and opens, it only opens, or secrets need it and ENCRYPTION_KEY does not have
 * it.
 */
export interface KeyUse {
  /** Identifies the key, which cannot be derived from it. */
  key_id: string;
  role: 'seals' | 'opens' | 'missing';
  /** How many stored secrets only this key opens. */
  secrets: number;
}

/** The keys of ENCRYPTION_KEY in their order, then the missing ones that stored secrets need. */
export async function listKeyUse(ctx: Context): Promise<KeyUse[]> {
  const { keyIds } = ctx.vault;
  const secrets = new Map<string, number>(keyIds.map((id) => [id, 0]));
  for (const place of Object.values(sealedColumns))
    for (const { key_id, secrets: count } of await countSecrets(ctx.sql, place))
      secrets.set(key_id, (secrets.get(key_id) ?? 0) + count);
  return [...secrets].map(([key_id, count], index) => ({
    key_id,
    role: index === 0 ? 'seals' : index < keyIds.length ? 'opens' : 'missing',
    secrets: count,
  }));
}
