import type { WaitlistKey } from '../../list/parts.ts';
import type { Narrowing, Span } from '../../list/stats/scan-queries.ts';
import type { Sql, Tx } from '../../platform/postgres/connection.ts';
import { ofList } from './queries.ts';

/** How many signups came from a campaign, and what became of them. */
export interface CampaignTally {
  /** Null: all further campaigns together. */
  readonly utm_campaign: string | null;
  readonly signups: number;
  /** How many of them have confirmed their address. */
  readonly confirmed: number;
  /** How many of them became users. */
  readonly users: number;
}

type Instants = Pick<Span, 'from' | 'before'>;

/**
 * The campaigns with the most signups of a time span, at most `limit`, then by name; behind them all others
 * as one, where there are more. With `only`, those among the signups of a source or a site.
 */
export function tallyCampaigns(
  tx: Tx,
  list: WaitlistKey,
  { from, before }: Instants,
  limit: number,
  only?: Narrowing,
): Promise<CampaignTally[]> {
  const { accountId } = list;
  const stored = only?.by === 'site' ? tx`s.referrer_domain` : tx`coalesce(s.utm_source, 'direct')`;
  return tx<CampaignTally[]>`
    WITH counted AS (
      SELECT c.utm_campaign AS name, count(*) AS signups, count(s.confirmed_at) AS confirmed, count(v.signup_id) AS users
      FROM (
        SELECT signup_id, utm_campaign FROM signup_campaigns
        WHERE ${ofList(tx, list)} AND created_at >= ${from} AND created_at < ${before} AND utm_campaign IS NOT NULL
        ORDER BY created_at OFFSET 0) c
      CROSS JOIN LATERAL (
        SELECT confirmed_at, utm_source, referrer_domain FROM signups WHERE account_id = ${accountId} AND id = c.signup_id LIMIT 1) s
      LEFT JOIN LATERAL (SELECT signup_id FROM conversions WHERE account_id = ${accountId} AND signup_id = c.signup_id LIMIT 1) v ON true
      ${only === undefined ? tx`` : tx`WHERE ${stored} = ${only.name}`} GROUP BY 1
    ), ranked AS (
      SELECT *, least(row_number() OVER (ORDER BY signups DESC, name COLLATE "C"), ${limit + 1}::integer) AS place FROM counted)
    SELECT CASE WHEN place <= ${limit}::integer THEN max(name) END AS utm_campaign, sum(signups)::integer AS signups,
           sum(confirmed)::integer AS confirmed, sum(users)::integer AS users
    FROM ranked GROUP BY place ORDER BY place`;
}

/** How many signups of a time span have a campaign, up to `most`. */
export async function countStamped(
  sql: Sql,
  list: WaitlistKey,
  { from, before }: Instants,
  most: number,
): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    SELECT count(*) FROM (
      SELECT FROM signup_campaigns
      WHERE ${ofList(sql, list)} AND created_at >= ${from} AND created_at < ${before} AND utm_campaign IS NOT NULL
      ORDER BY created_at LIMIT ${most}) c`;
  return row.count;
}
