import { randomBytes } from 'node:crypto';
import type { PlatformConfig } from '../config.ts';
import { platformAccountId } from '../ids.ts';
import { openDatabase, type Sql, type Tx } from '../postgres/connection.ts';
import { statement } from '../postgres/transaction.ts';
import type { Logger } from '../process/log.ts';
import { withTimeout } from '../process/with-timeout.ts';
import type { Vault } from '../secrets/sealed.ts';
import { sealedColumn } from './sealed-columns.ts';

export const sealedLinkKey = sealedColumn('link-key', {
  table: 'link_keys',
  key: 'account_id',
  column: 'sealed_key',
});
const owner = { account_id: platformAccountId, type: 'link' } as const;

const timeoutMs = 4_500;

/**
 * Reads the key that signs link tokens, and makes it if there is none yet. Two processes that both make one
 * keep the first. It has a connection of its own: its callers may be in a transaction, and if all connections
 * of the pool are, none becomes free for it.
 * @throws TimeoutError after 4.5 s
 */
export async function loadLinkKey({
  config,
  log,
  vault,
}: {
  config: Pick<PlatformConfig, 'database'>;
  log: Logger;
  vault: Vault;
}): Promise<Buffer> {
  const sql = openDatabase(config, log, 'link-key', 1);
  try {
    return await withTimeout(timeoutMs, 'Postgres', readLinkKey(sql, vault));
  } finally {
    sql.end({ timeout: 0 }).catch(() => {});
  }
}

async function readLinkKey(sql: Sql, vault: Vault): Promise<Buffer> {
  const bound = sealedLinkKey.boundTo(owner);
  let sealed = await findLinkKey(sql, owner.account_id);
  if (sealed === undefined) {
    const fresh = vault.seal(randomBytes(32).toString('base64url'), bound);
    await statement(sql, (tx) => insertLinkKey(tx, { ...owner, sealed_key: fresh }));
    sealed = await findLinkKey(sql, owner.account_id);
  }
  return Buffer.from(vault.open(sealed ?? '', bound), 'base64url');
}

async function findLinkKey(sql: Sql, accountId: string): Promise<string | undefined> {
  const [row] = await sql<{ sealed_key: string }[]>`
    SELECT sealed_key FROM link_keys WHERE account_id = ${accountId}`;
  return row?.sealed_key;
}

/** Keeps the key that is there. */
async function insertLinkKey(
  tx: Tx,
  row: { account_id: string; type: string; sealed_key: string },
): Promise<void> {
  await tx`INSERT INTO link_keys ${tx(row)} ON CONFLICT DO NOTHING`;
}
