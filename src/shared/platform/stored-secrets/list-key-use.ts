import type { Context } from '../context.ts';
import { countSecrets } from './queries.ts';
import { sealedPlace } from './sealed-columns.ts';

export interface KeyUse {
  /** Identifies the key, which cannot be derived from it. */
  key_id: string;
  /**
   * `current` encrypts and decrypts, `old` only decrypts. Stored secrets need a `missing` one, and
   * ENCRYPTION_KEY does not have it.
   */
  status: 'current' | 'old' | 'missing';
  /** How many stored secrets only this key decrypts. */
  secrets: number;
}

/** The keys of ENCRYPTION_KEY in their order, then the missing ones that stored secrets need. */
export async function listKeyUse(ctx: Context): Promise<KeyUse[]> {
  const { keyIds } = ctx.vault;
  const secrets = new Map<string, number>(keyIds.map((id) => [id, 0]));
  for (const place of sealedPlace.parts())
    for (const { key_id, secrets: count } of await countSecrets(ctx.sql, place))
      secrets.set(key_id, (secrets.get(key_id) ?? 0) + count);
  return [...secrets].map(([key_id, count], index) => ({
    key_id,
    status: index === 0 ? 'current' : index < keyIds.length ? 'old' : 'missing',
    secrets: count,
  }));
}
