import type { Sql, Tx } from '../../platform/postgres/connection.ts';
import { type CallerAccount, callerColumns } from '../accounts/queries.ts';
import type { Role } from '../scopes.ts';

/** A signed-in user with their account. */
export interface SessionRow extends CallerAccount {
  user_id: string;
  email: string;
  role: Role;
  account_name: string;
  time_zone: string;
  in_test_mode: boolean;
}

/**
 * Inserts a session and deletes the user's expired sessions. @returns false if the user was removed or got
 * another password meanwhile
 */
export async function insertSession(
  tx: Tx,
  tokenHash: Buffer,
  { id: userId, password_hash }: { readonly id: string; readonly password_hash: string },
  device: string | null,
): Promise<boolean> {
  await lockSessions(tx, userId);
  const users = await tx`SELECT 1 FROM users WHERE id = ${userId} AND password_hash = ${password_hash}`;
  if (users.length === 0) return false;
  await tx`DELETE FROM sessions WHERE user_id = ${userId} AND NOT is_session_live(created_at, last_seen_at)`;
  await tx`INSERT INTO sessions (token_hash, user_id, device) VALUES (${tokenHash}, ${userId}, ${device})`;
  return true;
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
    SELECT live.last_seen_at < clock_timestamp() - interval '1 hour' AS is_stale, u.id AS user_id, u.email, u.role, a.name AS account_name, a.time_zone,
           live.in_test_mode, ${callerColumns(sql)}
    FROM live JOIN users u ON u.id = live.user_id JOIN accounts a ON a.id = u.account_id`;
  return row;
}

/** Updates `last_seen_at` of a session, at most once an hour over all processes. */
export async function touchSession(tx: Tx, tokenHash: Buffer): Promise<void> {
  await tx`
    UPDATE sessions SET last_seen_at = clock_timestamp()
    WHERE token_hash = ${tokenHash} AND last_seen_at < clock_timestamp() - interval '1 hour'`;
}

/** Switches a session to the test mode or back (N8). */
export async function setTestMode(tx: Tx, tokenHash: Buffer, inTestMode: boolean): Promise<void> {
  await tx`UPDATE sessions SET in_test_mode = ${inTestMode} WHERE token_hash = ${tokenHash}`;
}

/**
 * Whether a user has this session still. Until commit nobody ends all of the user's sessions, gives the user
 * another password, or removes the user.
 */
export async function holdsSession(tx: Tx, userId: string, tokenHash: Buffer): Promise<boolean> {
  await tx`SELECT 1 FROM users WHERE id = ${userId} FOR SHARE`;
  const rows = await tx`SELECT 1 FROM sessions WHERE token_hash = ${tokenHash} AND user_id = ${userId}`;
  return rows.length > 0;
}

export async function deleteSession(tx: Tx, tokenHash: Buffer): Promise<void> {
  await tx`DELETE FROM sessions WHERE token_hash = ${tokenHash}`;
}

/** The live sessions of a user, the last used first, each by the beginning of its hash. */
export function listSessionsOf(
  sql: Sql,
  userId: string,
): Promise<{ id: string; device: string | null; created_at: string; last_seen_at: string }[]> {
  return sql`
    SELECT left(encode(token_hash, 'hex'), 32) AS id, device, created_at, last_seen_at FROM sessions
    WHERE user_id = ${userId} AND is_session_live(created_at, last_seen_at) ORDER BY last_seen_at DESC, token_hash`;
}

/** Ends the session of a user whose hash begins so. @returns whether there was one */
export async function deleteSessionOf(tx: Tx, userId: string, id: string): Promise<boolean> {
  await lockSessions(tx, userId);
  const { count } = await tx`
    DELETE FROM sessions WHERE user_id = ${userId} AND left(encode(token_hash, 'hex'), 32) = ${id}`;
  return count > 0;
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
