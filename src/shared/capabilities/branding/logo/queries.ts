import type { WaitlistKey } from '../../../list/parts.ts';
import type { RowKey } from '../../../platform/postgres/by-key.ts';
import type { Sql, Tx } from '../../../platform/postgres/connection.ts';
import type { Picture } from './picture.ts';

/** A logo by the hash in its URL, whoever's it is. Undefined if its waitlist was deleted. */
export async function findLogo(
  sql: Sql,
  hash: string,
): Promise<{ readonly type: string; readonly bytes: Buffer } | undefined> {
  const [row] = await sql<{ type: string; bytes: Buffer }[]>`
    SELECT l.type, l.bytes
    FROM (SELECT * FROM brand_logos WHERE hash = ${hash} LIMIT 1) l
    JOIN waitlists w ON w.account_id = l.account_id AND w.id = l.waitlist_id AND w.deleted_at IS NULL`;
  return row;
}

/** Stores a logo, or makes it the newest again. The caller holds the waitlist. */
export async function saveLogo(
  tx: Tx,
  { accountId, waitlistId }: WaitlistKey,
  hash: string,
  { type, width, height, bytes }: Picture,
): Promise<void> {
  await tx`
    INSERT INTO brand_logos (account_id, waitlist_id, hash, type, width, height, bytes)
    VALUES (${accountId}, ${waitlistId}, ${hash}, ${type}, ${width}, ${height}, ${bytes})
    ON CONFLICT (account_id, waitlist_id, hash) DO UPDATE SET created_at = excluded.created_at`;
}

/** Deletes the logos of a list that are older than its newest ones. The caller holds the waitlist. */
export async function deleteOldLogos(
  tx: Tx,
  { accountId, waitlistId }: WaitlistKey,
  newest: number,
): Promise<void> {
  await tx`
    DELETE FROM brand_logos WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId} AND hash = ANY (ARRAY(
      SELECT hash FROM brand_logos WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId}
      ORDER BY created_at DESC, hash OFFSET ${newest}))`;
}

/** Deletes all logos of a list. */
export async function deleteLogos(tx: Tx, { accountId, id: waitlistId }: RowKey): Promise<void> {
  await tx`DELETE FROM brand_logos WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId}`;
}
