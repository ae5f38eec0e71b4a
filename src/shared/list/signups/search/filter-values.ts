import type { Sql } from '../../../platform/postgres/connection.ts';
import { byPosition } from '../queries.ts';

/** Values that signups of a waitlist have, the most frequent first: what a filter can find. */
export interface FilterValues {
  readonly sources: readonly string[];
  /** By the keys of custom fields. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
}

/** So many of the newest signups are looked at, which takes some milliseconds on a list of any length. */
const newest = 500;
const mostValues = 20;
/** Longer ones are no names to choose from. */
const longest = 60;
/** Signups with longer fields are left out: reading those of many takes time. */
const longestFields = 2_000;

/** What the newest signups of a waitlist have as sources and in their fields, to choose from. */
export async function listFilterValues(
  sql: Sql,
  accountId: string,
  waitlistId: string,
): Promise<FilterValues> {
  const rows = await sql<{ key: string | null; values: string[] }[]>`
    WITH newest AS MATERIALIZED (
      SELECT utm_source, fields FROM signups WHERE ${byPosition(sql, accountId, waitlistId)}
      ORDER BY position DESC LIMIT ${newest}
    ), counted AS (
      SELECT key, value, row_number() OVER (PARTITION BY key ORDER BY count(*) DESC, value) AS rank
      FROM (SELECT NULL AS key, utm_source AS value FROM newest WHERE utm_source IS NOT NULL
            UNION ALL
            SELECT f.key, f.value FROM newest, json_each_text(newest.fields) f WHERE octet_length(newest.fields::text) <= ${longestFields}) found
      WHERE length(value) BETWEEN 1 AND ${longest} GROUP BY key, value
    )
    SELECT key, array_agg(value ORDER BY rank) AS values FROM counted WHERE rank <= ${mostValues} GROUP BY key`;
  return {
    sources: rows.find(({ key }) => key === null)?.values ?? [],
    fields: Object.fromEntries(rows.flatMap(({ key, values }) => (key === null ? [] : [[key, values]]))),
  };
}
