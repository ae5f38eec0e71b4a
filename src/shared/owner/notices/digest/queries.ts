import { type CallerAccount, callerColumns } from '../../../account/accounts/queries.ts';
import type { Sql, Tx } from '../../../platform/postgres/connection.ts';

/** Digests go out on Mondays from this hour on (UTC). */
const hourOfDay = 8;

/** The Monday that the last week ended before, once its digests are due. */
const monday = (sql: Sql | Tx) =>
  sql`date_trunc('week', (clock_timestamp() AT TIME ZONE 'UTC') - make_interval(hours => ${hourOfDay}))::date`;

/** A user who asked for digests. */
export interface DigestUser {
  id: string;
  account_id: string;
}

/**
 * Users after this one who asked for digests, in the order of their ids, and whether they have not had the
 * last one.
 */
export function listDigestUsers(
  sql: Sql,
  after: string,
  limit: number,
): Promise<(DigestUser & { is_due: boolean })[]> {
  return sql<(DigestUser & { is_due: boolean })[]>`
    SELECT id, account_id, digest_up_to < ${monday(sql)} AS is_due FROM users
    WHERE weekly_digest AND id > ${after} ORDER BY id LIMIT ${limit}`;
}

/**
 * Notes that a user gets the digest of the last week. @returns its Monday; undefined if the user had it or
 * wants none
 */
export async function markDigest(tx: Tx, { id, account_id }: DigestUser): Promise<string | undefined> {
  const [row] = await tx<{ up_to: string }[]>`
    UPDATE users SET digest_up_to = ${monday(tx)}
    WHERE id = ${id} AND account_id = ${account_id} AND weekly_digest AND digest_up_to < ${monday(tx)}
    RETURNING digest_up_to::text AS up_to`;
  return row?.up_to;
}

/** The account that a digest is of. */
export async function findDigestAccount(
  sql: Sql,
  accountId: string,
): Promise<(CallerAccount & { name: string }) | undefined> {
  const [row] = await sql<(CallerAccount & { name: string })[]>`
    SELECT a.name, ${callerColumns(sql)} FROM accounts a WHERE a.id = ${accountId}`;
  return row;
}

/** A waitlist with its last two weeks. */
export interface ListOfWeek {
  readonly id: string;
  readonly name: string;
  readonly total: number;
  readonly signups: number;
  readonly before: number;
}

/**
 * The waitlists of an account with the signups of the week before a day and of the one before that, the
 * busiest first. Each row also has how many lists there are, and the signups of all of them in that week.
 */
export function listWeeks(
  sql: Sql,
  accountId: string,
  upTo: string,
  limit: number,
): Promise<(ListOfWeek & { readonly lists: number; readonly all_signups: number })[]> {
  return sql<(ListOfWeek & { lists: number; all_signups: number })[]>`
    SELECT w.id, w.name, c.live_count AS total, week.signups, week.before,
           (count(*) OVER ())::integer AS lists, (sum(week.signups) OVER ())::integer AS all_signups
    FROM waitlists w JOIN waitlist_counters c ON c.account_id = w.account_id AND c.waitlist_id = w.id
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(signups) FILTER (WHERE day >= ${upTo}::date - 7), 0)::integer AS signups,
             coalesce(sum(signups) FILTER (WHERE day < ${upTo}::date - 7), 0)::integer AS before
      FROM signup_daily
      WHERE account_id = w.account_id AND waitlist_id = w.id AND day >= ${upTo}::date - 14 AND day < ${upTo}::date) week
    WHERE w.account_id = ${accountId} AND w.deleted_at IS NULL
    ORDER BY week.signups DESC, c.live_count DESC, w.id LIMIT ${limit}`;
}
