import type { WaitlistKey } from '../../list/parts.ts';
import type { RowKey } from '../../platform/postgres/by-key.ts';
import type { Fragment, Sql, Tx } from '../../platform/postgres/connection.ts';
import { hasAddress, isBefore } from '../people/index.ts';
import type { Segment, SegmentInput, SegmentPatch } from './schema.ts';

const columns = (sql: Sql | Tx): Fragment => sql`id, waitlist_id, name, filter, created_at, updated_at`;

const byKey = (sql: Sql | Tx, { accountId, waitlistId }: WaitlistKey, id: string): Fragment =>
  sql`account_id = ${accountId} AND waitlist_id = ${waitlistId} AND id = ${id}`;

/** The segments of a waitlist, in the order of their making. */
export function listSegments(
  sql: Sql,
  { accountId, waitlistId }: WaitlistKey,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<Segment[]> {
  return sql<Segment[]>`
    SELECT ${columns(sql)} FROM segments WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId}
    ORDER BY id LIMIT ${limit} OFFSET ${offset}`;
}

export async function countSegments(sql: Sql | Tx, { accountId, waitlistId }: WaitlistKey): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    SELECT count(*) FROM segments WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId}`;
  return row.count;
}

export async function findSegment(sql: Sql, list: WaitlistKey, id: string): Promise<Segment | undefined> {
  const [row] = await sql<Segment[]>`SELECT ${columns(sql)} FROM segments WHERE ${byKey(sql, list, id)}`;
  return row;
}

export async function insertSegment(
  tx: Tx,
  { accountId, waitlistId }: WaitlistKey,
  id: string,
  { name, filter }: SegmentInput,
): Promise<Segment> {
  const [row] = await tx<[Segment]>`
    INSERT INTO segments (account_id, waitlist_id, id, name, filter)
    VALUES (${accountId}, ${waitlistId}, ${id}, ${name}, ${JSON.stringify(filter)}::text::jsonb)
    RETURNING ${columns(tx)}`;
  return row;
}

/** What is undefined stays. @returns undefined if there is no such segment */
export async function updateSegment(
  tx: Tx,
  list: WaitlistKey,
  id: string,
  { name, filter }: SegmentPatch,
): Promise<Segment | undefined> {
  const stored = filter === undefined ? null : JSON.stringify(filter);
  const [row] = await tx<Segment[]>`
    UPDATE segments SET name = coalesce(${name ?? null}, name), filter = coalesce(${stored}::text::jsonb, filter), updated_at = clock_timestamp()
    WHERE ${byKey(tx, list, id)} RETURNING ${columns(tx)}`;
  return row;
}

/** @returns whether it was there */
export async function deleteSegment(tx: Tx, list: WaitlistKey, id: string): Promise<boolean> {
  const { count } = await tx`DELETE FROM segments WHERE ${byKey(tx, list, id)}`;
  return count > 0;
}

/** Deletes the segments of a waitlist, which the caller holds. */
export async function deleteSegmentsOf(tx: Tx, { accountId, id }: RowKey): Promise<void> {
  await tx`DELETE FROM segments WHERE account_id = ${accountId} AND waitlist_id = ${id}`;
}

/** Where a page of segments ended: a segment by its list and its id. */
export type SegmentPlace = Pick<Segment, 'waitlist_id' | 'id'>;

/** Segments from before an erasure whose texts may have an address, behind a place and in their order. */
export function listSegmentsToScrub(
  sql: Sql,
  erasure: RowKey,
  after: SegmentPlace,
  limit: number,
): Promise<Segment[]> {
  return sql<Segment[]>`
    SELECT ${columns(sql)} FROM segments
    WHERE account_id = ${erasure.accountId} AND (waitlist_id, id) > (${after.waitlist_id}, ${after.id})
      AND ${isBefore(sql, erasure, sql`updated_at`)} AND ${hasAddress(sql, sql`concat(name, filter)`)}
    ORDER BY waitlist_id, id LIMIT ${limit}`;
}
