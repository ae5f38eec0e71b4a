import type { EventType } from '../../list/publishing/events.ts';
import type { Fragment, Sql, Tx } from '../../platform/postgres/connection.ts';
import { firstBytes } from '../../platform/postgres/first-bytes.ts';
import { setStatementTimeout } from '../../platform/postgres/transaction.ts';

/** The number of an account's last event; undefined if it has no feed. */
export async function findLastSeq(sql: Sql | Tx, accountId: string): Promise<number | undefined> {
  const [row] = await sql<{ last_seq: number }[]>`
    SELECT last_seq FROM event_counters WHERE account_id = ${accountId}`;
  return row?.last_seq;
}

/** How many accounts have a feed. */
export async function countFeeds(sql: Sql): Promise<number> {
  const [row] = await sql<[{ count: number }]>`SELECT count(*) FROM event_counters`;
  return row.count;
}

/** Leaves so many numbers out of every feed, for cursors that are ahead of it. @returns of how many feeds */
export async function skipPlaces(tx: Tx, places: number): Promise<number> {
  await setStatementTimeout(tx, 0);
  const { count } = await tx`UPDATE event_counters SET last_seq = last_seq + ${places}`;
  return count;
}

/**
 * The number of the last event before an instant, 0 if there is none. Times of a feed rise with its numbers:
 * a binary search, so that no index on times costs each event.
 */
export async function findSeqBefore(sql: Sql | Tx, accountId: string, instant: string): Promise<number> {
  const [row] = await sql<[{ seq: number }]>`
    WITH RECURSIVE search AS (
      SELECT 0::bigint AS lowest, last_seq AS highest FROM event_counters WHERE account_id = ${accountId}
      UNION ALL
      SELECT CASE WHEN e.created_at < ${instant} THEN e.seq ELSE s.lowest END, CASE WHEN e.created_at < ${instant} THEN s.highest ELSE s.middle - 1 END
      FROM (SELECT lowest, highest, (lowest + highest + 1) / 2 AS middle FROM search WHERE lowest < highest) s
      LEFT JOIN LATERAL (
        SELECT seq, created_at FROM events WHERE account_id = ${accountId} AND seq >= s.middle AND seq <= s.highest ORDER BY seq LIMIT 1) e ON true
    )
    SELECT coalesce(max(lowest), 0) AS seq FROM search`;
  return row.seq;
}

/**
 * The number of the last event of a range that starts behind `after` and has at most `most` events; `after`
 * if there is none. All events up to it can be seen.
 */
export async function findRangeEnd(
  sql: Sql | Tx,
  accountId: string,
  after: number,
  most: number,
): Promise<number> {
  const [row] = await sql<[{ seq: number | null }]>`
    SELECT max(seq) AS seq FROM (
      SELECT seq FROM events WHERE account_id = ${accountId} AND seq > ${after} ORDER BY seq LIMIT ${most}) looked_at`;
  return row.seq ?? after;
}

/** An event as it is stored. */
export interface EventRow {
  seq: number;
  id: string;
  type: EventType;
  fired_at: string;
  created_at: string;
  /** Of an erased event: ids and times. */
  data: unknown;
  erased: boolean;
}

const columns = (sql: Sql | Tx) => sql`seq, id, type, fired_at, created_at, data, erased`;

/**
 * Events behind `after` and up to `upTo`, in the order of their numbers: up to `limit`, about 1 MiB together.
 * `listed` is how many there are up to the limit.
 */
export function listEvents(
  sql: Sql,
  accountId: string,
  {
    after,
    upTo,
    types,
    waitlistId,
    limit,
  }: {
    after: number;
    upTo: number;
    types: readonly string[] | undefined;
    waitlistId: string | undefined;
    limit: number;
  },
): Promise<(EventRow & { listed: number })[]> {
  const conditions: Fragment[] = [
    sql`account_id = ${accountId} AND seq > ${after} AND seq <= ${upTo}`,
    ...(types ? [sql`AND type = ANY (${types as string[]})`] : []),
    ...(waitlistId === undefined ? [] : [sql`AND data ->> 'waitlist_id' = ${waitlistId}`]),
  ];
  const rows = sql`SELECT ${columns(sql)} FROM events WHERE ${conditions} ORDER BY seq LIMIT ${limit}`;
  const first = firstBytes(sql, rows, { by: sql`seq`, bytes: sql`octet_length(data::text)` });
  return sql<(EventRow & { listed: number })[]>`SELECT ${columns(sql)}, listed FROM ${first} ORDER BY seq`;
}

/** An event of an account by its id. */
export async function findEvent(sql: Sql | Tx, accountId: string, id: string): Promise<EventRow | undefined> {
  const [row] = await sql<EventRow[]>`
    SELECT ${columns(sql)} FROM events WHERE account_id = ${accountId} AND id = ${id} AND seq > 0`;
  return row;
}

/** Events of an account by their numbers, in that order. */
export function listEventsBySeq(sql: Sql, accountId: string, seqs: readonly number[]): Promise<EventRow[]> {
  const list = `{${seqs.join(',')}}`;
  return sql<EventRow[]>`
    SELECT ${columns(sql)} FROM events WHERE account_id = ${accountId} AND seq = ANY (${list}::text::bigint[]) ORDER BY seq`;
}

/** How long events can be read. */
const keptFor = '30 days';

/**
 * Deletes up to `limit` events over 30 days old, and where they arrived. Locks the events first, then the
 * arrivals in the order of their key. @returns how many
 */
export async function deleteOldEvents(tx: Tx, limit: number): Promise<number> {
  const old = await tx<{ place: string; account_id: string; seq: number }[]>`
    SELECT ctid::text AS place, account_id, seq FROM events WHERE created_at < statement_timestamp() - ${keptFor}::interval
    ORDER BY created_at LIMIT ${limit} FOR UPDATE SKIP LOCKED`;
  if (old.length === 0) return 0;
  await tx`
    DELETE FROM delivered_events WHERE ctid = ANY (ARRAY(
      SELECT arrival.place FROM (
        SELECT * FROM unnest(${old.map(({ account_id }) => account_id)}::uuid[], ${old.map(({ seq }) => seq)}::text[]::bigint[])
          AS old(account_id, seq) ORDER BY 1, 2) old
      CROSS JOIN LATERAL (
        SELECT ctid AS place FROM delivered_events WHERE account_id = old.account_id AND seq = old.seq
        ORDER BY integration_id FOR UPDATE) arrival))`;
  await tx`DELETE FROM events WHERE ctid = ANY (${old.map(({ place }) => place)}::text[]::tid[])`;
  return old.length;
}
