import type { PlanName } from '../plans.ts';
import type { Sql, Tx } from '../postgres/connection.ts';
import type { Scope } from '../scopes.ts';
import { deleteSessionsOf } from '../sessions/queries.ts';

/** What decides what an account's callers may do. */
export interface CallerAccount {
  account_id: string;
  plan: PlanName;
  requests_per_minute: number | null;
  managed_emails_per_month: number | null;
  has_email_provider: boolean;
}

export interface CallerRow extends CallerAccount {
  key_id: string;
  scopes: Scope[];
  last_used_at: string | null;
}

/** The live key with this hash and its account. */
export async function findCaller(sql: Sql, hash: Buffer): Promise<CallerRow | undefined> {
  const [row] = await sql<CallerRow[]>`
    SELECT k.id AS key_id, k.account_id, a.plan, k.scopes, a.requests_per_minute, a.managed_emails_per_month, k.last_used_at,
           EXISTS (SELECT 1 FROM email_providers p WHERE p.account_id = a.id) AS has_email_provider
    FROM api_keys k CROSS JOIN LATERAL (SELECT * FROM accounts WHERE id = k.account_id LIMIT 1) a
    WHERE k.hash = ${hash} AND k.revoked_at IS NULL`;
  return row;
}

/** Notes that a key is in use; once a minute at most, whichever process asks (C5.5). */
export async function touchApiKey(tx: Tx, keyId: string): Promise<void> {
  await tx`
    UPDATE api_keys SET last_used_at = clock_timestamp()
    WHERE id = ${keyId} AND (last_used_at IS NULL OR last_used_at < clock_timestamp() - interval '1 minute')`;
}

export interface AccountRow {
  id: string;
  name: string;
  plan: PlanName;
  requests_per_minute: number | null;
  managed_emails_per_month: number | null;
  created_at: string;
}

export async function insertAccount(
  tx: Tx,
  account: Pick<AccountRow, 'id' | 'name' | 'plan' | 'requests_per_minute' | 'managed_emails_per_month'>,
): Promise<AccountRow> {
  const [row] = await tx<[AccountRow]>`INSERT INTO accounts ${tx(account)} RETURNING *`;
  return row;
}

export async function findAccount(sql: Sql | Tx, accountId: string): Promise<AccountRow | undefined> {
  const [row] = await sql<AccountRow[]>`SELECT * FROM accounts WHERE id = ${accountId}`;
  return row;
}

/** Holds the account until commit: what an account-wide limit counts stays as counted. */
export async function lockAccount(tx: Tx, accountId: string): Promise<AccountRow | undefined> {
  const [row] = await tx<AccountRow[]>`SELECT * FROM accounts WHERE id = ${accountId} FOR NO KEY UPDATE`;
  return row;
}

export type AccountChange = Partial<
  Pick<AccountRow, 'plan' | 'requests_per_minute' | 'managed_emails_per_month'>
>;

export async function updateAccount(
  tx: Tx,
  accountId: string,
  change: AccountChange,
): Promise<AccountRow | undefined> {
  const [row] = await tx<AccountRow[]>`UPDATE accounts SET ${tx(change)} WHERE id = ${accountId} RETURNING *`;
  return row;
}

export type AccountListRow = AccountRow & { signups_used: number };

/** Oldest first. */
export function listAccounts(sql: Sql): Promise<AccountListRow[]> {
  return sql<AccountListRow[]>`
    SELECT a.*, coalesce((SELECT sum(c.live_count) FROM waitlist_counters c WHERE c.account_id = a.id), 0)::integer AS signups_used
    FROM accounts a ORDER BY a.created_at, a.id`;
}

/** Stored signups over all the account's waitlists, live (§2.8). */
export async function countSignups(sql: Sql, accountId: string): Promise<number> {
  const [row] = await sql<[{ used: number }]>`
    SELECT coalesce(sum(live_count), 0)::integer AS used FROM waitlist_counters WHERE account_id = ${accountId}`;
  return row.used;
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

/** Revoked keys do not count (C5.6). */
export async function countLiveApiKeys(tx: Tx, accountId: string): Promise<number> {
  const [row] = await tx<[{ count: number }]>`
    SELECT count(*) FROM api_keys WHERE account_id = ${accountId} AND revoked_at IS NULL`;
  return row.count;
}

/** Oldest first, revoked ones included. */
export function listApiKeys(sql: Sql, accountId: string): Promise<ApiKeyRow[]> {
  return sql<ApiKeyRow[]>`
    SELECT id, account_id, name, last4, scopes, created_at, last_used_at, revoked_at
    FROM api_keys WHERE account_id = ${accountId} ORDER BY created_at, id`;
}

/** Revoking twice keeps the first time. Only a key of the account, where one is named. */
export async function revokeApiKey(
  tx: Tx,
  keyId: string,
  accountId: string | null,
): Promise<{ id: string; revoked_at: string } | undefined> {
  const [row] = await tx<{ id: string; revoked_at: string }[]>`
    UPDATE api_keys SET revoked_at = coalesce(revoked_at, clock_timestamp())
    WHERE id = ${keyId} AND (${accountId}::uuid IS NULL OR account_id = ${accountId}) RETURNING id, revoked_at`;
  return row;
}

export interface UserRow {
  id: string;
  account_id: string;
  email: string;
}

export async function insertUser(
  tx: Tx,
  user: UserRow & { email_key: string; password_hash: string },
): Promise<void> {
  await tx`INSERT INTO users ${tx(user)}`;
}

/** The sessions of the former password end with it. */
export async function updatePassword(
  tx: Tx,
  emailKey: string,
  passwordHash: string,
): Promise<UserRow | undefined> {
  const [row] = await tx<UserRow[]>`
    UPDATE users SET password_hash = ${passwordHash} WHERE email_key = ${emailKey} RETURNING id, account_id, email`;
  if (row) await deleteSessionsOf(tx, row.id);
  return row;
}

/** The user with this address, for a sign-in. */
export async function findCredentials(
  sql: Sql,
  emailKey: string,
): Promise<{ id: string; password_hash: string } | undefined> {
  const [row] = await sql<{ id: string; password_hash: string }[]>`
    SELECT id, password_hash FROM users WHERE email_key = ${emailKey}`;
  return row;
}

/** The account's users, oldest first. */
export function listUsers(sql: Sql, accountId: string): Promise<(UserRow & { created_at: string })[]> {
  return sql`SELECT id, account_id, email, created_at FROM users WHERE account_id = ${accountId} ORDER BY created_at, id`;
}

/** Removes a user of the account with their sessions, whose rows are held in one order first. @returns whether there was one */
export async function deleteUser(tx: Tx, accountId: string, userId: string): Promise<boolean> {
  const [row] = await tx`SELECT id FROM users WHERE id = ${userId} AND account_id = ${accountId} FOR UPDATE`;
  if (!row) return false;
  await deleteSessionsOf(tx, userId);
  const { count } = await tx`DELETE FROM users WHERE id = ${userId}`;
  return count > 0;
}
