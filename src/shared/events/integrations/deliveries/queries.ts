import type { OutboundEvent } from '../../../list/publishing/events.ts';
import { isByKey, keysFrom, type RowKey } from '../../../platform/postgres/by-key.ts';
import { pipeline, type Sql, type Tx } from '../../../platform/postgres/connection.ts';

/** The record of a test send (§4.7 rule 6). */
export async function insertTestDelivery(
  tx: Tx,
  delivery: { account_id: string; id: string; integration_id: string; event_type: string },
): Promise<void> {
  await tx`INSERT INTO deliveries ${tx({ ...delivery, is_test: true })}`;
}

export interface DeliveryRow {
  id: string;
  event_type: OutboundEvent['type'];
  status: 'success' | 'failed';
  response_status: number | null;
  error: string | null;
  created_at: string;
  delivered_at: string | null;
  is_test: boolean;
}

/** Longer than an attempt takes (C7.4): the worker of a record that is still open then has died. */
const longestAttempt = '15 seconds';
const interrupted = 'The delivery was interrupted: nobody can know whether it arrived.';

/** The columns of a record as it is shown: one that was interrupted reads as failed. */
const shownColumns = (sql: Sql) => sql`
  id, event_type, CASE status WHEN 'attempting' THEN 'failed' ELSE status END AS status, response_status,
  CASE status WHEN 'attempting' THEN ${interrupted} ELSE error END AS error, created_at, delivered_at, is_test`;

/** The condition that a record is not in progress. */
const isOver = (sql: Sql) =>
  sql`(status <> 'attempting' OR created_at < clock_timestamp() - ${longestAttempt}::interval)`;

/** Newest first, without those in progress. */
export function listDeliveries(sql: Sql, integration: RowKey, limit: number): Promise<DeliveryRow[]> {
  return sql<DeliveryRow[]>`
    SELECT ${shownColumns(sql)} FROM deliveries WHERE ${ofLog(sql, integration)} AND ${isOver(sql)}
    ORDER BY created_at DESC, id DESC LIMIT ${limit}`;
}

/** What was sent in an attempt. */
export interface SentRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** What was answered. */
export interface ReceivedResponse {
  readonly status: number;
  readonly body: string;
}

/** How long the details of an attempt can be read. */
const detailDays = 7;

/** A finished record of an integration, with its details. */
export async function findDeliveryDetails(
  sql: Sql,
  { accountId, id: integrationId }: RowKey,
  deliveryId: string,
): Promise<
  | (DeliveryRow & {
      event_id: string | null;
      attempt: number;
      request: SentRequest | null;
      response: ReceivedResponse | null;
    })
  | undefined
> {
  const [row] = await sql`
    SELECT d.id, d.event_type, d.status, d.response_status, d.error, d.created_at, d.delivered_at, d.is_test, d.event_id, d.attempt,
      details.request, details.response
    FROM (
      SELECT ${shownColumns(sql)}, event_id, attempt FROM deliveries
      WHERE account_id = ${accountId} AND id = ${deliveryId} AND integration_id = ${integrationId} AND ${isOver(sql)}) d
    LEFT JOIN delivery_details details ON details.account_id = ${accountId} AND details.id = d.id
      AND details.created_at > clock_timestamp() - make_interval(days => ${detailDays})`;
  return row as never;
}

/** Deletes up to `limit` old details. @returns how many */
export async function deleteOldDetails(tx: Tx, limit: number): Promise<number> {
  const { count } = await tx`
    DELETE FROM delivery_details WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM delivery_details WHERE created_at < statement_timestamp() - make_interval(days => ${detailDays})
      ORDER BY created_at LIMIT ${limit} FOR UPDATE SKIP LOCKED))`;
  return count;
}

/** The condition that a record is in the integration's log, for the index that has them by time. */
const ofLog = (sql: Sql | Tx, { accountId, id }: RowKey) =>
  sql`account_id = ${accountId} AND integration_id = ${id} AND created_at > '-infinity'`;

export async function findDelivery(sql: Sql, { accountId, id }: RowKey): Promise<DeliveryRow | undefined> {
  const [row] = await sql<DeliveryRow[]>`
    SELECT id, event_type, status, response_status, error, created_at, delivered_at, is_test FROM deliveries
    WHERE account_id = ${accountId} AND id = ${id}`;
  return row;
}

/** Empties an integration's log. The caller holds the integration, so that no record is added meanwhile. */
export async function clearDeliveries(tx: Tx, integration: RowKey): Promise<void> {
  await pipeline(
    tx`SELECT 1 FROM deliveries WHERE ${ofLog(tx, integration)} ORDER BY id FOR UPDATE`,
    tx`DELETE FROM deliveries WHERE ${ofLog(tx, integration)}`,
  );
}

/** Deletes up to `limit` records over 30 days old. @returns how many */
export async function deleteOldDeliveries(tx: Tx, limit: number): Promise<number> {
  const { count } = await tx`
    DELETE FROM deliveries WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM deliveries WHERE created_at < statement_timestamp() - interval '30 days'
      ORDER BY created_at LIMIT ${limit} FOR UPDATE SKIP LOCKED))`;
  return count;
}

/**
 * Deletes up to `limit` records behind the newest 1,000 of each integration that was busy in the last five
 * minutes (C7.5).
 * @returns how many
 */
export async function deleteSurplusDeliveries(tx: Tx, limit: number): Promise<number> {
  const surplus = tx`
    SELECT surplus.account_id, surplus.id
    FROM (
      SELECT DISTINCT account_id, integration_id FROM deliveries WHERE created_at > statement_timestamp() - interval '5 minutes') busy
    CROSS JOIN LATERAL (
      SELECT account_id, id FROM deliveries
      WHERE account_id = busy.account_id AND integration_id = busy.integration_id AND created_at > '-infinity'
      ORDER BY created_at DESC, id DESC OFFSET 1000) surplus
    LIMIT ${limit}`;
  const { count } = await tx`
    DELETE FROM deliveries WHERE ${isByKey(tx, 'deliveries', keysFrom(tx, surplus), tx`FOR UPDATE SKIP LOCKED`)}`;
  return count;
}
