import { toArrayLiteral } from '../../platform/postgres/array-literal.ts';
import type { Fragment, Tx } from '../../platform/postgres/connection.ts';
import { byPosition } from '../signups/queries.ts';
import { candidates, firstPositionAt, matching } from '../signups/search/filter-queries.ts';
import { narrowedTo } from '../signups/search/to-filter.ts';

/** A time span to count. Instants are in ISO 8601. */
export interface Span {
  readonly from: string;
  /** The first instant after it. */
  readonly before: string;
  /** Signups between each of these instants and the next are counted too. They must be in order. */
  readonly instants: readonly string[];
}

/** How many signups have a source or a site. */
export interface Tally {
  readonly name: string;
  readonly signups: number;
}

/**
 * The most frequent sources and sites of the signups in a time span, which are all read, and the signups
 * between instants, for which only the index by position is read: created_at rises with it, unless a clock
 * was set back. One statement, so that one time limit holds.
 */
export async function tallySpan(
  tx: Tx,
  accountId: string,
  waitlistId: string,
  { from, before, instants }: Span,
  limits: { sources: number; sites: number },
): Promise<{ sources: Tally[]; sites: Tally[]; periods: number[] }> {
  const filter = narrowedTo({ createdFrom: from, createdBefore: before });
  const rows = await tx<(Tally & { kind: 'source' | 'site' | 'period' })[]>`
    WITH tallies AS MATERIALIZED (
      SELECT coalesce(s.utm_source, 'direct') AS source, s.referrer_domain AS site, count(*)::integer AS signups
      FROM ${candidates(tx, accountId, waitlistId, filter)} s WHERE ${matching(tx, accountId, waitlistId, filter)}
      ${inTwoTables(tx)})
    (SELECT 'source' AS kind, source AS name, signups FROM tallies WHERE source IS NOT NULL
     ORDER BY 3 DESC, source COLLATE "C" LIMIT ${limits.sources})
    UNION ALL
    (SELECT 'site', site, signups FROM tallies WHERE site IS NOT NULL
     ORDER BY 3 DESC, site COLLATE "C" LIMIT ${limits.sites})
    UNION ALL
    (${periods(tx, accountId, waitlistId, instants)})`;
  const of = (kind: string) =>
    rows.filter((row) => row.kind === kind).map(({ name, signups }) => ({ name, signups }));
  return { sources: of('source'), sites: of('site'), periods: of('period').map(({ signups }) => signups) };
}

/**
 * Groups by the first and by the second column, each on its own. Planners take a window for a few hundred
 * rows; for groups of both columns together they would sort all of them, on disk where there are many.
 */
const inTwoTables = (tx: Tx): Fragment => tx`GROUP BY GROUPING SETS ((1), (2))`;

/** How many signups became users: all, and those of some sources and sites. */
export interface UserTally {
  readonly total: number;
  readonly bySource: ReadonlyMap<string, number>;
  readonly bySite: ReadonlyMap<string, number>;
}

/** What signups are counted of alone. The source `direct` has those without one (C4.5). */
export interface Narrowing {
  readonly by: 'source' | 'site';
  readonly name: string;
}

/**
 * The signups of a source or a site between instants and the next of each, and since the instant with the
 * number `first` its most frequent sites or sources. All signups between the first and the last instant are
 * read once.
 */
export async function tallyNarrowed(
  tx: Tx,
  accountId: string,
  waitlistId: string,
  { by, name }: Narrowing,
  { instants, first }: { instants: readonly string[]; first: number },
  limit: number,
): Promise<{ others: Tally[]; periods: number[] }> {
  const filter = {
    ...narrowedTo({ createdFrom: instants[0], createdBefore: instants.at(-1) }),
    ...(by === 'site' ? { site: name } : { source: name, orNoSource: name === 'direct' }),
  };
  const other = by === 'site' ? tx`coalesce(s.utm_source, 'direct')` : tx`s.referrer_domain`;
  const rows = await tx<(Tally & { kind: 'other' | 'period' })[]>`
    WITH tallies AS MATERIALIZED (
      SELECT width_bucket(s.created_at, ${toArrayLiteral(instants)}::timestamptz[]) AS period, ${other} AS other, count(*)::integer AS signups,
             (count(*) FILTER (WHERE s.created_at >= ${instants[first] ?? ''}))::integer AS since
      FROM ${candidates(tx, accountId, waitlistId, filter)} s WHERE ${matching(tx, accountId, waitlistId, filter)}
      ${inTwoTables(tx)})
    (SELECT 'other' AS kind, other AS name, since AS signups FROM tallies
     WHERE other IS NOT NULL AND since > 0 ORDER BY 3 DESC, other COLLATE "C" LIMIT ${limit})
    UNION ALL
    (SELECT 'period', period::text, signups FROM tallies WHERE period IS NOT NULL)`;
  const of = (kind: string) => rows.filter((row) => row.kind === kind);
  const counts = new Map(of('period').map((row) => [Number(row.name), row.signups]));
  return {
    others: of('other').map((row) => ({ name: row.name, signups: row.signups })),
    periods: instants.slice(1).map((_, index) => counts.get(index + 1) ?? 0),
  };
}

/**
 * The users among the signups of a time span, or among those of a source or a site alone. Reads all
 * conversions of the waitlist.
 */
export async function tallyUsers(
  tx: Tx,
  accountId: string,
  waitlistId: string,
  { from, before }: Pick<Span, 'from' | 'before'>,
  { sources, sites }: { sources: readonly string[]; sites: readonly string[] },
  only?: Narrowing,
): Promise<UserTally> {
  const stored = only?.by === 'site' ? tx`s.referrer_domain` : tx`coalesce(s.utm_source, 'direct')`;
  const isOnly = only === undefined ? tx`` : tx`AND ${stored} = ${only.name}`;
  const rows = await tx<{ kind: 'all' | 'source' | 'site'; name: string; users: number }[]>`
    WITH users AS MATERIALIZED (
      SELECT coalesce(s.utm_source, 'direct') AS source, s.referrer_domain AS site
      FROM (SELECT signup_id FROM conversions WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId} OFFSET 0) c
      CROSS JOIN LATERAL (
        SELECT utm_source, referrer_domain, created_at FROM signups WHERE account_id = ${accountId} AND id = c.signup_id LIMIT 1) s
      WHERE s.created_at >= ${from} AND s.created_at < ${before} ${isOnly})
    SELECT 'all' AS kind, '' AS name, count(*)::integer AS users FROM users
    UNION ALL
    SELECT 'source', source, count(*)::integer FROM users WHERE source = ANY (${sources as string[]}::text[]) GROUP BY source
    UNION ALL
    SELECT 'site', site, count(*)::integer FROM users WHERE site = ANY (${sites as string[]}::text[]) GROUP BY site`;
  const of = (kind: string) =>
    new Map(rows.flatMap((row) => (row.kind === kind ? [[row.name, row.users] as const] : [])));
  return { total: of('all').get('') ?? 0, bySource: of('source'), bySite: of('site') };
}

/**
 * Counts by position where that is enough. A list with imports is not in the order of its times, so all of it
 * is read.
 */
const periods = (tx: Tx, accountId: string, waitlistId: string, instants: readonly string[]): Fragment => tx`
  SELECT 'period', place::text, CASE WHEN list.has_imports
    THEN (SELECT count(*)::integer FROM signups
          WHERE ${byPosition(tx, accountId, waitlistId)} AND created_at >= span.instant AND created_at < span.next)
    ELSE (SELECT count(*)::integer FROM signups
          WHERE ${byPosition(tx, accountId, waitlistId)} AND position >= span.first AND position < span.end) END
  FROM (SELECT has_imports FROM waitlist_counters WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId}) list
  CROSS JOIN (
        SELECT place, first, lead(first) OVER in_order AS end, instant, lead(instant) OVER in_order AS next
        FROM (SELECT place, instant, ${firstPositionAt(tx, accountId, waitlistId, tx`instant`)} AS first
              FROM unnest(${toArrayLiteral(instants)}::timestamptz[]) WITH ORDINALITY AS b (instant, place)) bounds
        WINDOW in_order AS (ORDER BY place)) span
  WHERE span.next IS NOT NULL ORDER BY span.place`;
