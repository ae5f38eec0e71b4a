import type { Sql, Tx } from '../../platform/postgres/connection.ts';

/** Those who have the same number of referrals. */
export interface Referring {
  readonly referral_count: number;
  /** Ascending. */
  readonly positions: readonly number[];
}

/** Who has referred somebody, up to `most` of those with the most referrals, from the index of referrals. */
export async function listReferring(
  sql: Sql | Tx,
  accountId: string,
  waitlistId: string,
  most: number,
): Promise<Referring[]> {
  const rows = await sql<{ referral_count: number; positions: string }[]>`
    SELECT referral_count, string_agg(position::text, ',') AS positions FROM (
      SELECT referral_count, position FROM signups
      WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId} AND referral_count > 0
      ORDER BY referral_count DESC, position LIMIT ${most}) referring
    GROUP BY referral_count`;
  return rows.map((row) => ({ ...row, positions: toNumbers(row.positions) }));
}

/** The first positions that somebody has, up to `most` of them, ascending. */
export async function listFirstPositions(
  sql: Sql | Tx,
  accountId: string,
  waitlistId: string,
  most: number,
): Promise<number[]> {
  const [row] = await sql<[{ positions: string | null }]>`
    SELECT string_agg(position::text, ',') AS positions FROM (
      SELECT position FROM signups
      WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId} AND position > 0
      ORDER BY position LIMIT ${most}) first`;
  return toNumbers(row.positions);
}

/** Numbers with commas between them, which are read far faster than an array of the database. */
const toNumbers = (text: string | null): number[] =>
  text === null
    ? []
    : text
        .split(',')
        .map(Number)
        .sort((one, other) => one - other);
