import type { WaitlistKey } from '../../list/parts.ts';
import type { Fragment, Sql, Tx } from '../../platform/postgres/connection.ts';

/** How many signups on a waitlist were invited, and how many became users; null where that are too many. */
export interface Reached {
  readonly invited: number | null;
  readonly users: number | null;
}

/**
 * Counts those who are on the waitlist still, unless more than `most` were invited, or became users. Null for
 * `most` counts all.
 */
export async function countReached(
  sql: Sql | Tx,
  { accountId, waitlistId }: WaitlistKey,
  most: number | null,
): Promise<Reached> {
  const count = (rows: Fragment) => sql`
    (SELECT CASE WHEN max(rows.read) > ${most}::bigint THEN NULL ELSE count(s.id) END
     FROM (SELECT signup_id, sum(count(*)) OVER () AS read FROM (${rows} LIMIT ${most === null ? null : most + 1}) few GROUP BY signup_id) rows
     LEFT JOIN LATERAL (SELECT id FROM signups WHERE account_id = ${accountId} AND id = rows.signup_id LIMIT 1) s ON true)`;
  const ofList = () => sql`account_id = ${accountId} AND waitlist_id = ${waitlistId}`;
  const [row] = await sql<[Reached]>`
    SELECT ${count(sql`SELECT signup_id FROM invitations WHERE ${ofList()} ORDER BY id`)} AS invited,
           ${count(sql`SELECT signup_id FROM conversions WHERE ${ofList()} ORDER BY converted_at`)} AS users`;
  return row;
}
