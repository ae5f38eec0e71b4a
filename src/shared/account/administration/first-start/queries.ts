import { platformAccountId } from '../../../platform/ids.ts';
import type { Sql, Tx } from '../../../platform/postgres/connection.ts';

/**
 * Stores the token of the first account, as the invitation of an owner to no account yet, unless there is one
 * that is valid. @returns whether it was stored
 */
export async function saveFirstToken(
  tx: Tx,
  { id, token_hash, hours }: { id: string; token_hash: Buffer; hours: number },
): Promise<boolean> {
  const { count } = await tx`
    INSERT INTO user_links (id, account_id, kind, email, email_key, role, token_hash, expires_at)
    VALUES (${id}, ${platformAccountId}, 'invite', '', '', 'owner', ${token_hash}, clock_timestamp() + make_interval(hours => ${hours}))
    ON CONFLICT (account_id, email_key) WHERE kind = 'invite' DO UPDATE
    SET token_hash = EXCLUDED.token_hash, created_at = clock_timestamp(), expires_at = EXCLUDED.expires_at
    WHERE user_links.expires_at <= clock_timestamp()`;
  return count > 0;
}

/** Whether a token makes the first account. */
export async function isFirstToken(sql: Sql, token_hash: Buffer): Promise<boolean> {
  const rows = await sql`
    SELECT 1 FROM user_links
    WHERE account_id = ${platformAccountId} AND token_hash = ${token_hash} AND expires_at > clock_timestamp()`;
  return rows.length > 0;
}
