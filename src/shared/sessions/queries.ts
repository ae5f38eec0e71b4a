import type { CallerAccount } from '../accounts/queries.ts';
import type { Sql, Tx } from '../postgres/connection.ts';

/** A signed-in user with their account. */
export interface SessionRow extends CallerAccount {
  user_id: string;
  email: string;
  account_name: string;
  time_zone: string;
}

/** Inserts a session and deletes the user's expired sessions. */
export async function insertSession(tx: Tx, tokenHash: Buffer, userId: string): Promise<void> {
  await lockSessions(tx, userId);
  await tx`DELETE FROM sessions WHERE user_id = ${userId} AND NOT is_session_live(created_at, last_seen_at)`;
  await tx`INSERT INTO sessions (token_hash, user_id) VALUES (${tokenHash}, ${userId})`;
}

/** A live session. If `is_stale`, the caller should call `touchSession`. */
export async function findSession(
  sql: Sql,
  tokenHash: Buffer,
): Promise<(SessionRow & { is_stale: boolean }) | undefined> {
  const [row] = await sql<(SessionRow & { is_stale: boolean })[]>`
    WITH live AS (
      SELECT * FROM sessions WHERE token_hash = ${tokenHash} AND is_session_live(created_at, last_seen_at)
    )
    SELECT live.last_seen_at < clock_timestamp() - interval '1 hour' AS is_stale, u.id AS user_id, u.email, a.name AS account_name, a.time_zone,
           a.id AS account_id, a.plan, a.requests_per_minute, a.managed_emails_per_month,
           EXISTS (SELECT 1 FROM email_providers p WHERE p.account_id = a.id) AS has_email_provider
    FROM live JOIN users u ON u.id = live.user_id JOIN accounts a ON a.id = u.account_id`;
  return row;
}

/** Updates `last_seen_at` of a session, at most once an hour over all processes. */
export async function touchSession(tx: Tx, tokenHash: Buffer): Promise<void> {
  await tx`
    UPDATE sessions SET last_seen_at = clock_timestamp()
    WHERE token_hash = ${tokenHash} AND last_seen_at < clock_timestamp() - interval '1 hour'`;
}

export async function deleteSession(tx: Tx, tokenHash: Buffer): Promise<void> {
  await tx`DELETE FROM sessions WHERE token_hash = ${tokenHash}`;
}

export async function deleteSessionsOf(tx: Tx, userId: string): Promise<void> {
  await lockSessions(tx, userId);
  await tx`DELETE FROM sessions WHERE user_id = ${userId}`;
}

/**
 * Locks a user and their sessions until commit: the user first,
 * then the sessions in the order of their hashes.
 */
async function lockSessions(tx: Tx, userId: string): Promise<void> {
  await tx`SELECT 1 FROM users WHERE id = ${userId} FOR NO KEY UPDATE`;
  await tx`SELECT 1 FROM sessions WHERE user_id = ${userId} ORDER BY token_hash FOR UPDATE`;
}
