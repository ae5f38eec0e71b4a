import { deliveryJobId } from '../../list/publishing/fan-out-queries.ts';
import type { RowKey } from '../../platform/postgres/by-key.ts';
import type { Fragment, Sql, Tx } from '../../platform/postgres/connection.ts';
import type { JobName } from '../../platform/queue/jobs.ts';

// What was published of a person, where it is kept. Each statement reads or changes one page.

/** What stays of an event's data. */
const keptKeys = [
  'id',
  'waitlist_id',
  'waitlist_name',
  'created_at',
  'removed_at',
  'occurred_at',
  'confirmed_at',
  'unsubscribed_at',
  'reached_at',
];

/** The condition that something was published before the erasure. */
export const isBefore = (sql: Sql | Tx, { accountId, id }: RowKey, time: Fragment) =>
  sql`${time} <= (SELECT at FROM erasures WHERE account_id = ${accountId} AND id = ${id})`;

/** A row with its addresses, or null if it is not to be scrubbed. */
interface Place {
  id: string;
  email: string | null;
  /** Of the person before it was corrected. */
  previous_email: string | null;
}

/** An event of a page. */
export interface PlacedEvent extends Place {
  /** Whether it tells connected tools that a signup is gone. */
  is_removal: boolean;
}

/** Events that are not in the feed yet, in the order of their ids. */
export function listFiredEvents(
  sql: Sql,
  erasure: RowKey,
  after: string,
  limit: number,
): Promise<PlacedEvent[]> {
  return sql<PlacedEvent[]>`
    SELECT id, payload ->> 'type' = 'signup.removed' AS is_removal, before.email, CASE WHEN payload ->> 'type' = 'signup.updated' AND before.email IS NOT NULL THEN payload #>> '{data,previous_email}' END AS previous_email
    FROM (
      SELECT id, payload, CASE WHEN ${isBefore(sql, erasure, sql`(payload ->> 'fired_at')::timestamptz`)} THEN payload #>> '{data,email}' END AS email
      FROM outbox WHERE account_id = ${erasure.accountId} AND job = 'fan-out-event' AND id > ${after} ORDER BY id LIMIT ${limit}) before
    ORDER BY id`;
}

/** Events of the feed behind a number, in the order of their numbers. */
export function listEventsToScrub(
  sql: Sql,
  erasure: RowKey,
  after: number,
  limit: number,
): Promise<(PlacedEvent & { seq: number })[]> {
  return sql<(PlacedEvent & { seq: number })[]>`
    SELECT seq, id, type = 'signup.removed' AS is_removal, email, CASE WHEN type = 'signup.updated' AND email IS NOT NULL THEN data ->> 'previous_email' END AS previous_email
    FROM (
      SELECT seq, id, type, data, CASE WHEN NOT erased AND ${isBefore(sql, erasure, sql`fired_at`)} THEN data ->> 'email' END AS email
      FROM events WHERE account_id = ${erasure.accountId} AND seq > ${after} ORDER BY seq LIMIT ${limit}) before
    ORDER BY seq`;
}

/** The numbers of events by their ids. */
export async function listSeqs(sql: Sql, accountId: string, ids: readonly string[]): Promise<number[]> {
  const rows = await sql<{ seq: number }[]>`
    SELECT e.seq FROM unnest(${ids as string[]}::uuid[]) AS event(id)
    CROSS JOIN LATERAL (SELECT seq FROM events WHERE account_id = ${accountId} AND id = event.id AND seq > 0 LIMIT 1) e`;
  return rows.map(({ seq }) => seq);
}

/** Leaves ids and times of events, and marks them: they are delivered to nobody any more. */
export async function scrubEvents(tx: Tx, accountId: string, seqs: readonly number[]): Promise<void> {
  const list = `{${seqs.join(',')}}`;
  await tx`
    UPDATE events SET erased = true, facts = NULL, data = coalesce((
      SELECT json_object_agg(key, value) FROM json_each(data) WHERE key = ANY (${keptKeys})), '{}')
    WHERE account_id = ${accountId} AND seq = ANY (${list}::text::bigint[]) AND NOT erased`;
}

/** What was made of an event. */
export interface MadeOfEvent {
  id: string;
  /** Whether its event is erased. */
  is_erased: boolean;
}

/** Pending deliveries in the order of their ids. */
export function listPendingDeliveries(
  sql: Sql,
  accountId: string,
  job: JobName,
  after: string,
  limit: number,
): Promise<MadeOfEvent[]> {
  return sql<MadeOfEvent[]>`
    SELECT o.id, coalesce((SELECT erased FROM events WHERE account_id = ${accountId} AND seq = (o.payload ->> 'seq')::bigint LIMIT 1), false) AS is_erased
    FROM (SELECT id, payload FROM outbox WHERE account_id = ${accountId} AND job = ${job} AND id > ${after} ORDER BY id LIMIT ${limit}) o`;
}

/** Deletes jobs, claimed or not. Waits for those that others are changing. */
export async function dropJobs(
  tx: Tx,
  accountId: string,
  job: JobName,
  ids: readonly string[],
): Promise<number> {
  const { count } = await tx`
    DELETE FROM outbox WHERE ctid = ANY (ARRAY(
      SELECT o.place FROM (SELECT id FROM unnest(${ids as string[]}::uuid[]) id ORDER BY id) wanted CROSS JOIN LATERAL (
        SELECT ctid AS place FROM outbox WHERE account_id = ${accountId} AND job = ${job} AND id = wanted.id LIMIT 1 FOR UPDATE) o))`;
  return count;
}

/** The records of an account's deliveries in the order of their ids. */
export function listLogged(
  sql: Sql,
  accountId: string,
  after: string,
  limit: number,
): Promise<MadeOfEvent[]> {
  return sql<MadeOfEvent[]>`
    SELECT d.id,
           coalesce((SELECT erased FROM events WHERE account_id = ${accountId} AND id = d.event_id AND seq > 0 LIMIT 1), false) AS is_erased
    FROM (SELECT id, event_id FROM deliveries WHERE account_id = ${accountId} AND id > ${after} ORDER BY id LIMIT ${limit}) d`;
}

/** Deletes what was sent and answered in deliveries. */
export async function deleteDetails(tx: Tx, accountId: string, ids: readonly string[]): Promise<void> {
  await tx`DELETE FROM delivery_details WHERE account_id = ${accountId} AND id = ANY (${ids as string[]}::uuid[])`;
}

/** A request with an idempotency key. */
export interface KeptRequest {
  key: string;
  method: string;
  path: string;
  /** The answer, if it may have an address. */
  answer: string | null;
}

/** An account's requests with idempotency keys behind one, in the order of their keys. */
export function listKeptRequests(
  sql: Sql,
  accountId: string,
  after: Omit<KeptRequest, 'answer'>,
  limit: number,
): Promise<KeptRequest[]> {
  return sql<KeptRequest[]>`
    SELECT key, method, path, CASE WHEN ${hasAddress(sql, sql`answer`)} THEN answer END AS answer FROM idempotency_keys
    WHERE account_id = ${accountId} AND (key, method, path) > (${after.key}, ${after.method}, ${after.path})
    ORDER BY key, method, path LIMIT ${limit}`;
}

/** Forgets a request: a repeat runs again. */
export async function deleteKeptRequest(
  tx: Tx,
  accountId: string,
  { key, method, path }: KeptRequest,
): Promise<void> {
  await tx`
    DELETE FROM idempotency_keys WHERE account_id = ${accountId} AND key = ${key} AND method = ${method} AND path = ${path}`;
}

/** The condition that a text may have an address, plain or in a URL. */
export const hasAddress = (sql: Sql | Tx, text: Fragment) =>
  sql`(${text} LIKE '%@%' OR ${text} LIKE '%\\%40%')`;

/** A source of a day that no signup has any more. */
export interface EmptySource {
  readonly waitlist_id: string;
  readonly day: string;
  readonly source: string;
}

/** The empty sources of an account that may have an address, behind one and in the order of their keys. */
export function listEmptySources(
  sql: Sql,
  accountId: string,
  after: EmptySource,
  limit: number,
): Promise<EmptySource[]> {
  return sql<EmptySource[]>`
    SELECT waitlist_id, day, source FROM signup_daily
    WHERE account_id = ${accountId} AND signups = 0 AND ${hasAddress(sql, sql`source`)}
      AND (waitlist_id, day, source) > (${after.waitlist_id}, ${after.day}, ${after.source})
    ORDER BY waitlist_id, day, source LIMIT ${limit}`;
}

/** Deletes a source of a day, unless a signup has it by now. */
export async function deleteEmptySource(
  tx: Tx,
  accountId: string,
  { waitlist_id, day, source }: EmptySource,
): Promise<void> {
  await tx`
    DELETE FROM signup_daily
    WHERE account_id = ${accountId} AND waitlist_id = ${waitlist_id} AND day = ${day} AND source = ${source} AND signups = 0`;
}

/** Which of these events are still to be delivered, or being delivered. @returns their ids */
export async function listUndelivered(
  sql: Sql,
  accountId: string,
  eventIds: readonly string[],
): Promise<string[]> {
  if (eventIds.length === 0) return [];
  const pending = (job: Fragment, id: Fragment) => sql`
    EXISTS (SELECT FROM outbox WHERE account_id = ${accountId} AND job = ${job} AND id = ${id} AND due_at < 'infinity')`;
  const jobId = deliveryJobId(sql as unknown as Tx, sql`event.id`, sql`i.id`);
  const rows = await sql<{ id: string }[]>`
    SELECT event.id FROM unnest(${eventIds as string[]}::uuid[]) AS event(id)
    WHERE ${pending(sql`'fan-out-event'`, sql`event.id`)}
       OR EXISTS (
         SELECT FROM (SELECT id FROM integrations WHERE account_id = ${accountId}) i
         WHERE ${pending(sql`'deliver-event'`, jobId)} OR ${pending(sql`'deliver-with-retries'`, jobId)} OR ${pending(sql`'deliver-again'`, jobId)})`;
  return rows.map(({ id }) => id);
}

/**
 * Whether an attempt at delivering one of these events, or an erased one, is under way: its details are
 * written afterwards.
 */
export async function hasOpenAttempt(
  sql: Sql,
  accountId: string,
  eventIds: readonly string[],
): Promise<boolean> {
  const [row] = await sql<[{ is_open: boolean }]>`
    SELECT EXISTS (
      SELECT FROM (SELECT id FROM integrations WHERE account_id = ${accountId}) i
      CROSS JOIN LATERAL (
        SELECT event_id FROM deliveries
        WHERE account_id = ${accountId} AND integration_id = i.id AND created_at > statement_timestamp() - interval '20 seconds'
          AND status = 'attempting' OFFSET 0) d
      WHERE d.event_id = ANY (${eventIds as string[]}::uuid[])
         OR (SELECT erased FROM events WHERE account_id = ${accountId} AND id = d.event_id AND seq > 0 LIMIT 1)
    ) AS is_open`;
  return row.is_open;
}
