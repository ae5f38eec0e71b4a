import type { Sql } from '../../platform/postgres/connection.ts';

/** A signup on the leaderboard. */
export interface LeaderRow {
  readonly id: string;
  readonly rank: number;
  readonly referral_count: number;
  readonly email: string;
  /** The value of the custom field; null without one. */
  readonly field: string | null;
}

/**
 * The signups with the most referrals, from the index of referrals: who has as many shares the rank, by
 * position.
 */
export function listLeaders(
  sql: Sql,
  accountId: string,
  waitlistId: string,
  nameField: string | null,
  limit: number,
): Promise<LeaderRow[]> {
  return sql<LeaderRow[]>`
    SELECT rank() OVER (ORDER BY s.referral_count DESC)::integer AS rank, s.id, s.referral_count, s.email, s.fields ->> ${nameField}::text AS field
    FROM (
      SELECT id, referral_count, position, email, fields FROM signups
      WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId} AND referral_count > 0
      ORDER BY referral_count DESC, position LIMIT ${limit}) s
    ORDER BY s.referral_count DESC, s.position`;
}

/** How many signups have more referrals than this, counted up to `most`, from the index of referrals. */
export async function countWithMore(
  sql: Sql,
  accountId: string,
  waitlistId: string,
  referralCount: number,
  most: number,
): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    SELECT count(*)::integer FROM (
      SELECT FROM signups
      WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId} AND referral_count > 0 AND referral_count > ${referralCount}
      ORDER BY referral_count DESC, position LIMIT ${most}) counted`;
  return row.count;
}
