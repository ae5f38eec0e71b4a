import { randomBytes } from 'node:crypto';
import type { OperatorConfig } from '../../config.ts';
import { platformAccountId } from '../../platform/ids.ts';
import { openDatabase, type Sql } from '../../platform/postgres/connection.ts';
import { statement } from '../../platform/postgres/transaction.ts';
import type { Logger } from '../../platform/process/log.ts';
import { withTimeout } from '../../platform/process/with-timeout.ts';
import type { Vault } from '../../platform/secrets/sealed.ts';
import { sealedColumns } from '../../platform/secrets/sealed-columns.ts';
import { findLinkKey, insertLinkKey } from './queries.ts';

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
  config: OperatorConfig;
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
  const bound = sealedColumns.linkKey.boundTo(owner);
  let sealed = await findLinkKey(sql, owner.account_id);
  if (sealed === undefined) {
    const fresh = vault.seal(randomBytes(32).toString('base64url'), bound);
    await statement(sql, (tx) => insertLinkKey(tx, { ...owner, sealed_key: fresh }));
    sealed = await findLinkKey(sql, owner.account_id);
  }
  return Buffer.from(vault.open(sealed ?? '', bound), 'base64url');
}
