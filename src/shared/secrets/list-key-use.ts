import type { Context } from '../context.ts';
import { countSecrets } from './queries.ts';
import { sealedColumns } from './sealed-columns.ts';

/** How a key is used: it seals and opens, it only opens, or it is needed and not in ENCRYPTION_KEY. */
export interface KeyUse {
  /** Tells keys apart; the key cannot be had from it. */
  key_id: string;
  role: 'seals' | 'opens' | 'missing';
  /** Stored secrets that only this key opens. */
  secrets: number;
}

/** The keys of ENCRYPTION_KEY in their order, then those that stored secrets need and that are not there. */
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
