import type { Fragment, Sql, Tx } from '../../../platform/postgres/connection.ts';
import type { PageQuery } from '../../../platform/schema/paging.ts';
import { byPosition, type SignupRow, shownPosition, signupColumns } from '../queries.ts';
import type { SignupOrder } from './schema.ts';

/** An order of signups, with the bonus of their waitlist, which decides the displayed positions. */
export interface RankedOrder {
  readonly order: SignupOrder;
  readonly bonus: number | null;
}

/** The order of signups `s`. */
export function orderBy(sql: Sql | Tx, { order, bonus }: RankedOrder): Fragment {
  switch (order) {
    case 'newest':
      return sql`s.position DESC`;
    case 'oldest':
      return sql`s.position`;
    case 'referrals':
      return sql`s.referral_count DESC, s.position`;
    case 'display_position':
      return bonus === null ? sql`s.position` : sql`${shownPosition(sql, bonus)}, s.position`;
  }
}

/**
 * The signup at a position of a page, as a lateral item. LIMIT 1 makes the planner look it up by that
 * position.
 */
export const atPosition = (sql: Sql | Tx, accountId: string, waitlistId: string) => sql`
  LATERAL (SELECT * FROM signups WHERE ${byPosition(sql, accountId, waitlistId)} AND position = page.position LIMIT 1)`;

/** Most referrals first, then by position. Reads two indexes, each only up to the end of the page. */
export function listByReferrals(
  sql: Sql | Tx,
  accountId: string,
  waitlistId: string,
  { limit, offset }: PageQuery,
): Promise<SignupRow[]> {
  return sql<SignupRow[]>`
    SELECT ${signupColumns(sql, accountId, waitlistId)} FROM (
      SELECT position FROM (
        (SELECT position, referral_count FROM signups
         WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId} AND referral_count > 0
         ORDER BY referral_count DESC, position LIMIT ${offset + limit})
        UNION ALL
        (SELECT position, 0 FROM signups WHERE ${byPosition(sql, accountId, waitlistId)} AND referral_count = 0
         ORDER BY position LIMIT ${offset + limit})) ranked
      ORDER BY referral_count DESC, position LIMIT ${limit} OFFSET ${offset}) page
    CROSS JOIN ${atPosition(sql, accountId, waitlistId)} s
    ORDER BY s.referral_count DESC, s.position`;
}

/**
 * By displayed position, then by position (§2.3). Only signups with referrals are displayed elsewhere than at
 * their position, so these are all read from their index, whose order makes the planner choose it, and others
 * only up to the end of the page.
 */
export function listByShownPosition(
  sql: Sql | Tx,
  accountId: string,
  waitlistId: string,
  bonus: number,
  { limit, offset }: PageQuery,
): Promise<SignupRow[]> {
  return sql<SignupRow[]>`
    SELECT ${signupColumns(sql, accountId, waitlistId)} FROM (
      SELECT position, shown FROM (
        (SELECT s.position, ${shownPosition(sql, bonus)} AS shown FROM signups s
         WHERE s.account_id = ${accountId} AND s.waitlist_id = ${waitlistId} AND s.referral_count > 0
         ORDER BY s.referral_count DESC, s.position)
        UNION ALL
        (SELECT position, position FROM signups WHERE ${byPosition(sql, accountId, waitlistId)} AND referral_count = 0
         ORDER BY position LIMIT ${offset + limit})) ranked
      ORDER BY shown, position LIMIT ${limit} OFFSET ${offset}) page
    CROSS JOIN ${atPosition(sql, accountId, waitlistId)} s
    ORDER BY page.shown, s.position`;
}
