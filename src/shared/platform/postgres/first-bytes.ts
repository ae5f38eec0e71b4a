import type { Fragment, Sql, Tx } from './connection.ts';

/** A row may hold 256 Ki characters and more, so a number of rows alone bounds no memory. */
const mostBytes = 1_048_576;

/**
 * A FROM item with the first of the rows that a query gives, about 1 MiB together, but at least one if there
 * is one. `listed` is how many the query gives. The query has the columns that `bytes` needs, the size of a
 * row, and is in the order `by`.
 */
export const firstBytes = (
  sql: Sql | Tx,
  rows: Fragment,
  { by, bytes }: { by: Fragment; bytes: Fragment },
): Fragment => sql`
  (SELECT * FROM (
     SELECT *, row_number() OVER page AS number, sum(${bytes}) OVER page AS bytes_so_far, (count(*) OVER ())::integer AS listed
     FROM (${rows}) listed WINDOW page AS (ORDER BY ${by} ROWS UNBOUNDED PRECEDING)) numbered
   WHERE number = 1 OR bytes_so_far <= ${mostBytes}) page`;
