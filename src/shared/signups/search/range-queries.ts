import type { Fragment, Sql, Tx } from '../../postgres/connection.ts';
import { byPosition } from '../queries.ts';
import type { PositionRange } from './filter-queries.ts';

/**
 * The position of the last of the next `rows` signups in a range; the end of the range if it has no more. A
 * list may have gaps of any width, as imports keep positions: so whoever goes through it in steps counts
 * signups, or they would take any number of steps that find nothing.
 */
export const endOfRows = (
  sql: Sql | Tx,
  accountId: string,
  waitlistId: string,
  { after, upTo }: { readonly after: Fragment; readonly upTo: number },
  rows: number,
): Fragment => sql`
  coalesce((
    SELECT position FROM signups
    WHERE ${byPosition(sql, accountId, waitlistId)} AND position > ${after} AND position <= ${upTo}::integer
    ORDER BY position OFFSET ${rows - 1} LIMIT 1), ${upTo}::integer)`;

/** The beginning of a range, with its next `rows` signups. */
export async function findNextRows(
  sql: Sql | Tx,
  accountId: string,
  waitlistId: string,
  { after, upTo }: PositionRange,
  rows: number,
): Promise<PositionRange> {
  const [{ end }] = await sql<[{ end: number }]>`
    SELECT ${endOfRows(sql, accountId, waitlistId, { after: sql`${after}::integer`, upTo }, rows)} AS end`;
  return { after, upTo: end };
}

/** The end of a range, with its newest `rows` signups; undefined if it has no more than that. */
export async function findNewestRows(
  sql: Sql | Tx,
  accountId: string,
  waitlistId: string,
  { after, upTo }: PositionRange,
  rows: number,
): Promise<PositionRange | undefined> {
  const [left] = await sql<[{ position: number }?]>`
    SELECT position FROM signups
    WHERE ${byPosition(sql, accountId, waitlistId)} AND position > ${after} AND position <= ${upTo}
    ORDER BY position DESC OFFSET ${rows} LIMIT 1`;
  return left && { after: left.position, upTo };
}
