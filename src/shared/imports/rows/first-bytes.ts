import type { Fragment, Sql, Tx } from '../../postgres/connection.ts';

/** A row may hold 256 Ki characters, so a number of rows alone bounds no memory. */
const mostBytes = 1_048_576;

/**
 * A FROM item with the first of the rows that a query gives, about 1 MiB of cells together, but at least one if there is one.
 * The query has the columns `raw` and `bytes`, and is in the order `by`.
 */
export const firstBytes = (sql: Sql | Tx, rows: Fragment, by: Fragment): Fragment => sql`
  (SELECT * FROM (
     SELECT *, row_number() OVER page AS number, sum(coalesce(bytes, octet_length(raw::text))) OVER page AS bytes_so_far
     FROM (${rows}) listed WINDOW page AS (ORDER BY ${by} ROWS UNBOUNDED PRECEDING)) numbered
   WHERE number = 1 OR bytes_so_far <= ${mostBytes}) page`;
