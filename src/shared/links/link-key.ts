import { randomBytes } from 'node:crypto';
import { platformAccountId } from '../ids.ts';
import type { Sql } from '../postgres/connection.ts';
import { statement } from '../postgres/transaction.ts';
import type { Vault } from '../secrets/sealed.ts';
import { sealedColumns } from '../secrets/sealed-columns.ts';
import { findLinkKey, insertLinkKey } from './queries.ts';

const owner = { account_id: platformAccountId, type: 'link' } as const;

/**
 * Reads the key that signs link tokens, and makes it if there is none yet. Two processes that both make one
 * keep the first.
 */
export async function loadLinkKey({ sql, vault }: { sql: Sql; vault: Vault }): Promise<Buffer> {
  const bound = sealedColumns.linkKey.boundTo(owner);
  let sealed = await findLinkKey(sql, owner.account_id);
  if (sealed === undefined) {
    const fresh = vault.seal(randomBytes(32).toString('base64url'), bound);
    await statement(sql, (tx) => insertLinkKey(tx, { ...owner, sealed_key: fresh }));
    sealed = await findLinkKey(sql, owner.account_id);
  }
  return Buffer.from(vault.open(sealed ?? '', bound), 'base64url');
}
