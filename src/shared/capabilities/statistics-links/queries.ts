import { type CallerAccount, callerColumns } from '../../account/accounts/queries.ts';
import type { WaitlistKey } from '../../list/parts.ts';
import type { RowKey } from '../../platform/postgres/by-key.ts';
import type { Sql, Tx } from '../../platform/postgres/connection.ts';

/** A link, without its token, which nobody knows but those who have it. */
export interface StatisticsLink {
  readonly id: string;
  /** The address of the user who made it; null if that user is gone. */
  readonly made_by: string | null;
  readonly created_at: string;
}

/** The links of a waitlist, newest first. */
export function listStatisticsLinks(
  sql: Sql,
  { accountId, waitlistId }: WaitlistKey,
): Promise<StatisticsLink[]> {
  return sql<StatisticsLink[]>`
    SELECT l.id, u.email AS made_by, l.created_at FROM statistics_links l
    LEFT JOIN LATERAL (SELECT email FROM users WHERE id = l.user_id LIMIT 1) u ON true
    WHERE l.account_id = ${accountId} AND l.waitlist_id = ${waitlistId} ORDER BY l.id DESC`;
}

export async function countLinks(tx: Tx, { accountId, waitlistId }: WaitlistKey): Promise<number> {
  const [row] = await tx<[{ count: number }]>`
    SELECT count(*) FROM statistics_links WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId}`;
  return row.count;
}

export async function insertLink(
  tx: Tx,
  { accountId, waitlistId }: WaitlistKey,
  link: { readonly id: string; readonly tokenHash: Buffer; readonly userId: string | null },
): Promise<void> {
  await tx`
    INSERT INTO statistics_links (account_id, waitlist_id, id, token_hash, user_id)
    VALUES (${accountId}, ${waitlistId}, ${link.id}, ${link.tokenHash}, ${link.userId})`;
}

/** @returns whether it was there */
export async function deleteLink(
  tx: Tx,
  { accountId, waitlistId }: WaitlistKey,
  id: string,
): Promise<boolean> {
  const { count } = await tx`
    DELETE FROM statistics_links WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId} AND id = ${id}`;
  return count > 0;
}

/** Deletes the links of a waitlist, which the caller holds. */
export async function deleteLinksOf(tx: Tx, { accountId, id }: RowKey): Promise<void> {
  await tx`DELETE FROM statistics_links WHERE account_id = ${accountId} AND waitlist_id = ${id}`;
}

/** The list that a link shows, and its account. */
export interface SharedRow extends CallerAccount {
  readonly waitlist_id: string;
  readonly waitlist_name: string;
  /** Of the account, an IANA name. */
  readonly time_zone: string;
}

/** Undefined for a token that is none or was revoked, and for a deleted list. */
export async function findShared(sql: Sql, tokenHash: Buffer): Promise<SharedRow | undefined> {
  const [row] = await sql<SharedRow[]>`
    SELECT l.waitlist_id, w.name AS waitlist_name, a.time_zone, ${callerColumns(sql)}
    FROM (SELECT * FROM statistics_links WHERE token_hash = ${tokenHash} LIMIT 1) l
    CROSS JOIN LATERAL (SELECT * FROM waitlists WHERE account_id = l.account_id AND id = l.waitlist_id LIMIT 1) w
    CROSS JOIN LATERAL (SELECT * FROM accounts WHERE id = l.account_id LIMIT 1) a
    WHERE w.deleted_at IS NULL`;
  return row;
}
