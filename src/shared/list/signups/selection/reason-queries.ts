import type { Fragment, Sql, Tx } from '../../../platform/postgres/connection.ts';

/** The condition that a signup `s` was asked to confirm its address and has not. */
export const isUnconfirmed = (sql: Sql | Tx): Fragment =>
  sql`(s.confirmable_until IS NOT NULL AND s.confirmed_at IS NULL)`;

/**
 * Joins `r.is_open` to signups `s`: whether the referral waits for somebody's decision. A waitlist that does
 * not withhold referrals looks nothing up. By key, one by one: a plan that was made for an empty table would
 * read all of it for each signup.
 */
export const reviewOf = (sql: Sql | Tx, accountId: string, judges: boolean): Fragment =>
  judges
    ? sql`LEFT JOIN LATERAL (
        SELECT verdict IN ('withheld', 'held') AND NOT credited AND state = 'open' AND settles_at IS NULL AS is_open FROM referral_claims
        WHERE account_id = ${accountId} AND signup_id = s.id LIMIT 1) r ON true`
    : sql`CROSS JOIN (SELECT false AS is_open) r`;

/** The condition that a signup `s` is at one of these positions, which may be many. */
export const isAtPosition = (sql: Sql | Tx, positions: readonly number[]): Fragment =>
  positions.length > 0
    ? sql`s.position IN (SELECT unnest(${`{${positions.join(',')}}`}::text::integer[]))`
    : sql`false`;
