import type { Sql } from '../../platform/postgres/connection.ts';
import type { StatsWindow } from './window.ts';

/** Signups per day, of all sources or of one, without days that have none. */
export function countByDay(
  sql: Sql,
  accountId: string,
  waitlistId: string,
  { from, to }: StatsWindow,
  source?: string,
): Promise<{ day: string; signups: number }[]> {
  return sql<{ day: string; signups: number }[]>`
    SELECT day, sum(signups)::integer AS signups FROM signup_daily
    WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId} AND day BETWEEN ${from} AND ${to}
      ${source === undefined ? sql`` : sql`AND source = ${source}`} GROUP BY day`;
}

/**
 * The most frequent sources of a window (C4.5). Sources are arbitrary texts, so `limit` bounds the result.
 */
export function countBySource(
  sql: Sql,
  accountId: string,
  waitlistId: string,
  { from, to }: StatsWindow,
  limit: number,
): Promise<{ source: string; signups: number }[]> {
  return sql<{ source: string; signups: number }[]>`
    SELECT source, sum(signups)::integer AS signups FROM signup_daily
    WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId} AND day BETWEEN ${from} AND ${to} AND signups > 0
    GROUP BY source ORDER BY 2 DESC, source COLLATE "C" LIMIT ${limit}`;
}

/** The most frequent referrer domains of all time (C4.9). */
export function listTopDomains(
  sql: Sql,
  accountId: string,
  waitlistId: string,
  limit: number,
): Promise<{ domain: string; signups: number }[]> {
  return sql<{ domain: string; signups: number }[]>`
    SELECT domain, signups FROM signup_domains
    WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId} AND signups > 0 ORDER BY signups DESC, domain COLLATE "C" LIMIT ${limit}`;
}

/** The first day with a signup, in UTC. */
export async function findFirstDay(
  sql: Sql,
  accountId: string,
  waitlistId: string,
): Promise<string | undefined> {
  const [row] = await sql<{ day: string }[]>`
    SELECT day FROM signup_daily WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId} AND signups > 0
    ORDER BY day LIMIT 1`;
  return row?.day;
}

/** How many on the waitlist became users, up to `most`. */
export async function countConversions(
  sql: Sql,
  accountId: string,
  waitlistId: string,
  most: number,
): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    SELECT count(*) FROM (
      SELECT FROM conversions WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId} LIMIT ${most}) c`;
  return row.count;
}

export interface TotalsRow {
  /** The current day in UTC, by the clock of the database. */
  today: string;
  /** Null if the account has no such waitlist; the following are null or 0 then. */
  total: number | null;
  referred: number;
  sent: number;
  delivered: number;
  opened: number;
  clicked: number;
  confirmed: number;
}

/** The all-time counts of the waitlist. */
export async function findTotals(sql: Sql, accountId: string, waitlistId: string): Promise<TotalsRow> {
  const [row] = await sql<[TotalsRow]>`
    SELECT clock.today, c.live_count AS total, c.referred_count AS referred,
           coalesce(e.sent, 0) AS sent, coalesce(e.delivered, 0) AS delivered, coalesce(e.opened, 0) AS opened, coalesce(e.clicked, 0) AS clicked,
           coalesce(e.confirmed, 0) AS confirmed
    FROM (SELECT (clock_timestamp() AT TIME ZONE 'UTC')::date AS today) clock
    LEFT JOIN waitlist_counters c ON c.account_id = ${accountId} AND c.waitlist_id = ${waitlistId}
    LEFT JOIN signup_email_counts e ON e.account_id = c.account_id AND e.waitlist_id = c.waitlist_id`;
  return row;
}
