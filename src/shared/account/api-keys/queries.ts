import type { Sql, Tx } from '../../platform/postgres/connection.ts';
import { type CallerAccount, callerColumns } from '../accounts/queries.ts';
import type { Scope } from '../scopes.ts';

export interface CallerRow extends CallerAccount {
  key_id: string;
  key_name: string;
  scopes: Scope[];
  last_used_at: string | null;
}

/** The live key with this hash, with its account. */
export async function findCaller(sql: Sql, hash: Buffer): Promise<CallerRow | undefined> {
  const [row] = await sql<CallerRow[]>`
    SELECT k.id AS key_id, k.name AS key_name, k.scopes, k.last_used_at, ${callerColumns(sql)}
    FROM api_keys k CROSS JOIN LATERAL (SELECT * FROM accounts WHERE id = k.account_id LIMIT 1) a
    WHERE k.hash = ${hash} AND k.revoked_at IS NULL`;
  return row;
}

/** Updates `last_used_at` of a key, at most once a minute over all processes (C5.5). */
export async function touchApiKey(tx: Tx, keyId: string): Promise<void> {
  await tx`
    UPDATE api_keys SET last_used_at = statement_timestamp()
    WHERE id = ${keyId} AND (last_used_at IS NULL OR last_used_at < statement_timestamp() - interval '1 minute')`;
}

export interface ApiKeyRow {
  id: string;
  account_id: string;
  name: string;
  last4: string;
  scopes: Scope[];
  created_at: string;
  last_used_at: string | null;
  revoked_at: string | null;
}

export async function insertApiKey(
  tx: Tx,
  key: Pick<ApiKeyRow, 'id' | 'account_id' | 'name' | 'last4' | 'scopes'> & { hash: Buffer },
): Promise<void> {
  await tx`INSERT INTO api_keys ${tx(key)}`;
}

/** Does not count revoked keys (C5.6). */
export async function countLiveApiKeys(tx: Tx, accountId: string): Promise<number> {
  const [row] = await tx<[{ count: number }]>`
    SELECT count(*) FROM api_keys WHERE account_id = ${accountId} AND revoked_at IS NULL`;
  return row.count;
}

/** Oldest first, revoked keys included. */
export function listApiKeys(sql: Sql, accountId: string): Promise<ApiKeyRow[]> {
  return sql<ApiKeyRow[]>`
    SELECT id, account_id, name, last4, scopes, created_at, last_used_at, revoked_at
    FROM api_keys WHERE account_id = ${accountId} ORDER BY created_at, id`;
}

/** Revoking a revoked key keeps its first time. If an account is given, only its keys are revoked. */
export async function revokeApiKey(
  tx: Tx,
  keyId: string,
  accountId: string | null,
): Promise<{ id: string; account_id: string; revoked_at: string } | undefined> {
  const [row] = await tx<{ id: string; account_id: string; revoked_at: string }[]>`
    UPDATE api_keys SET revoked_at = coalesce(revoked_at, statement_timestamp())
    WHERE id = ${keyId} AND (${accountId}::uuid IS NULL OR account_id = ${accountId}) RETURNING id, account_id, revoked_at`;
  return row;
}
