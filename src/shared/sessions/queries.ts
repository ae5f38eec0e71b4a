import type { CallerAccount } from '../accounts/queries.ts';
import type { Sql } from '../db.ts';

/** A signed-in user, with the account that the pages are about. */
export interface SessionRow extends CallerAccount {
  user_id: string;
  email: string;
  account_name: string;
}

export async function insertSession(sql: Sql, tokenHash: Buffer, userId: string): Promise<void> {
  await sql`
    WITH over AS (DELETE FROM sessions WHERE user_id = ${userId} AND NOT is_session_live(created_at, last_seen_at))
    INSERT INTO sessions (token_hash, user_id) VALUES (${tokenHash}, ${userId})`;
}

/** A live session; its use is noted, once an hour at most. */
export async function findSession(sql: Sql, tokenHash: Buffer): Promise<SessionRow | undefined> {
  const [row] = await sql<SessionRow[]>`
    WITH live AS (
      SELECT * FROM sessions WHERE token_hash = ${tokenHash} AND is_session_live(created_at, last_seen_at)
    ), seen AS (
      UPDATE sessions s SET last_seen_at = clock_timestamp() FROM live
      WHERE s.token_hash = live.token_hash AND live.last_seen_at < clock_timestamp() - interval '1 hour'
    )
    SELECT u.id AS user_id, u.email, a.name AS account_name,
           a.id AS account_id, a.plan, a.requests_per_minute, a.managed_emails_per_month,
           EXISTS (SELECT 1 FROM email_providers p WHERE p.account_id = a.id) AS has_email_provider
    FROM live JOIN users u ON u.id = live.user_id JOIN accounts a ON a.id = u.account_id`;
  return row;
}

export async function deleteSession(sql: Sql, tokenHash: Buffer): Promise<void> {
  await sql`DELETE FROM sessions WHERE token_hash = ${tokenHash}`;
}

export async function deleteSessionsOf(sql: Sql, userId: string): Promise<void> {
  await sql`DELETE FROM sessions WHERE user_id = ${userId}`;
}
