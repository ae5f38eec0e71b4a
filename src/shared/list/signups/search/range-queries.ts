import type { Sql, Tx } from '../../../platform/postgres/connection.ts';
import { byPosition } from '../queries.ts';
import type { PositionRange } from './filter-queries.ts';

/** The highest position of a waitlist; 0 if it is empty. */
export async function findLastPosition(
  sql: Sql | Tx,
  accountId: string,
  waitlistId: string,
): Promise<number> {
  const [row] = await sql<{ position: number }[]>`
    SELECT position FROM signups WHERE ${byPosition(sql, accountId, waitlistId)} ORDER BY position DESC LIMIT 1`;
  return row?.position ?? 0;
}

/**
 * The beginning of a range, with its next `rows` signups. A list may have gaps of any width, as imports keep
 * positions: so whoever goes through it in steps counts signups, or they would take any number of steps that
 * find nothing.
 */
export async function findNextRows(
  sql: Sql | Tx,
  accountId: string,
  waitlistId: string,
  { after, upTo }: PositionRange,
  rows: number,
): Promise<PositionRange> {
  const [last] = await sql<[{ position: number }?]>`
    SELECT position FROM signups
    WHERE ${byPosition(sql, accountId, waitlistId)} AND position > ${after} AND position <= ${upTo}
    ORDER BY position OFFSET ${rows - 1} LIMIT 1`;
  return { after, upTo: last?.position ?? upTo };
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
