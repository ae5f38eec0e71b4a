import { type OutboundEvent, toOutboundEvent } from '../../events.ts';
import { plansWithIntegrations } from '../../plans.ts';
import { isByKey, keysFrom, keysOf, lockByKey, type RowKey } from '../../postgres/by-key.ts';
import { type Fragment, pipeline, type Sql, type Statement, type Tx } from '../../postgres/connection.ts';
import { queueFor } from '../../postgres/row-queue.ts';
import { type JobNotification, jobs } from '../../queue/jobs.ts';
import { isFreeJob, jobsByKey } from '../../queue/outbox.ts';
import { type IntegrationRow, integrationColumns } from '../queries.ts';

/** The most pending deliveries of an integration. A delivery beyond that is recorded as failed at once. */
const mostPending = 100_000;
/** How long after its event a delivery may start; later it is recorded as failed. */
const longestDelay = '24 hours';

const tooMany = 'Not attempted: 100,000 deliveries of this integration were waiting already.';
const tooLate = 'Not attempted: it was still waiting 24 hours after the event was fired.';

/** The condition that an integration is enabled and asks for events of a type. */
const wantsEvent = (tx: Tx, type: Fragment) =>
  tx`enabled AND (cardinality(events) = 0 OR ${type} = ANY (events))`;

/** Enqueues the fan-out of events that an integration of their account wants. @returns those jobs, to be notified of after the commit */
export async function insertFiredEvents(
  tx: Tx,
  events: readonly ({ id: string; account_id: string } & OutboundEvent)[],
): Promise<JobNotification[]> {
  return tx<JobNotification[]>`
    INSERT INTO outbox (account_id, job, id, payload)
    SELECT e.account_id, 'fan-out-event', e.id, json_build_object('fired_at', clock_timestamp(), 'type', e.type, 'data', e.data)
    FROM json_to_recordset(${JSON.stringify(events)}::text::json) AS e(id uuid, account_id uuid, type text, data json)
    WHERE (SELECT true FROM integrations WHERE account_id = e.account_id AND ${wantsEvent(tx, tx`e.type`)} LIMIT 1)
    RETURNING id, account_id AS "accountId"`;
}

/** How many deliveries wait for an integration. */
export interface PendingCount {
  readonly id: string;
  readonly pending: number;
}

/** A delivery to be made. */
export interface FannedOut extends JobNotification {
  readonly integrationId: string;
  /** How many were pending for its integration before, up to the limit. */
  readonly pending: number;
  /** It exceeds the limit and is recorded as failed, without an attempt. */
  readonly isSurplus: boolean;
}

/**
 * Turns fired events into a delivery for each integration that wants them, and completes their jobs, in one
 * statement: two workers cannot do it twice. Counts the pending deliveries of each integration since it is
 * active, up to the limit, unless the count is `known`.
 * @returns the jobs to notify workers of, and those that exceed the limit
 */
export function fanOutEvents(
  tx: Tx,
  keys: readonly RowKey[],
  known: readonly PendingCount[] = [],
): Promise<FannedOut[]> {
  return tx<FannedOut[]>`
    WITH gone AS (
      DELETE FROM outbox WHERE ${isFreeJob(tx, 'fan-out-event', keys)} RETURNING account_id, payload
    ), wanted AS MATERIALIZED (
      SELECT i.*, g.payload, row_number() OVER (PARTITION BY i.id ORDER BY g.payload ->> 'fired_at') AS place
      FROM gone g CROSS JOIN LATERAL (
        SELECT id, account_id, active_since FROM integrations
        WHERE account_id = g.account_id AND ${wantsEvent(tx, tx`g.payload ->> 'type'`)} OFFSET 0) i
    ), waiting AS MATERIALIZED (
      SELECT i.id, coalesce(
        (SELECT k.pending FROM json_to_recordset(${JSON.stringify(known)}::text::json) AS k(id uuid, pending integer) WHERE k.id = i.id),
        (SELECT count(*) FROM (
          SELECT FROM outbox WHERE account_id = i.account_id AND integration_id = i.id AND due_at >= i.active_since LIMIT ${mostPending}) counted)) AS pending
      FROM (SELECT DISTINCT account_id, id, active_since FROM wanted) i
    ), made AS (
      INSERT INTO outbox (account_id, job, id, integration_id, payload)
      SELECT w.account_id, 'deliver-event', gen_random_uuid(), w.id,
             json_build_object('fired_at', w.payload -> 'fired_at', 'type', w.payload -> 'type', 'data', w.payload -> 'data',
                               'is_surplus', w.place + (SELECT pending FROM waiting WHERE id = w.id) > ${mostPending})
      FROM wanted w
      RETURNING id, account_id, integration_id, payload
    )
    SELECT id, account_id AS "accountId", integration_id AS "integrationId", (payload ->> 'is_surplus')::boolean AS "isSurplus",
           (SELECT pending FROM waiting WHERE id = integration_id) AS pending
    FROM made`;
}

/** Holds the integrations of deliveries until commit, behind those who wait to change them: none is paused, changed or deleted meanwhile. */
function lockIntegrationsOf(tx: Tx, deliveries: readonly RowKey[]): [Statement, Statement] {
  const jobs = jobsByKey(tx, 'deliver-event', deliveries);
  const integrations = keysFrom(tx, tx`SELECT job.account_id, job.integration_id FROM ${jobs} job`);
  return [
    queueFor(tx, 'share', tx`SELECT job.integration_id FROM ${jobs} job`),
    lockByKey(tx, 'integrations', integrations, tx`FOR SHARE`),
  ];
}

/** A delivery whose record is written. */
export interface StartedDelivery {
  readonly integration: IntegrationRow;
  readonly event: OutboundEvent;
  /** Why there is no attempt, as the record has it; null if there is one. */
  readonly error: string | null;
}

/**
 * Completes the jobs of deliveries, writes the records of those to attempt, and locks their integrations
 * until commit. A delivery whose job is gone is never attempted again (C7.4). One that is too late, or
 * exceeds the limit, is recorded as failed.
 * @returns by the delivery's id; none if another worker was faster, or if the integration was paused, deleted
 * or downgraded since the event was fired (§3.2)
 */
export async function startDeliveries(
  tx: Tx,
  keys: readonly RowKey[],
): Promise<Map<string, StartedDelivery>> {
  const [, , rows] = await pipeline(
    ...lockIntegrationsOf(tx, keys),
    tx<(IntegrationRow & { delivery_id: string; payload: unknown; error: string | null })[]>`
    WITH gone AS (
      DELETE FROM outbox WHERE ${isFreeJob(tx, 'deliver-event', keys)} RETURNING account_id, id, integration_id, payload
    ), started AS MATERIALIZED (
      SELECT g.id AS delivery_id, g.payload, i.*,
             CASE WHEN (g.payload ->> 'is_surplus')::boolean THEN ${tooMany}
                  WHEN (g.payload ->> 'fired_at')::timestamptz < clock_timestamp() - ${longestDelay}::interval THEN ${tooLate} END AS error
      FROM gone g CROSS JOIN LATERAL (
        SELECT ${integrationColumns(tx)}, active_since, ${wantsEvent(tx, tx`g.payload ->> 'type'`)} AS wanted
        FROM integrations WHERE account_id = g.account_id AND id = g.integration_id LIMIT 1) i
      WHERE i.wanted AND i.active_since <= (g.payload ->> 'fired_at')::timestamptz
        AND (SELECT plan FROM accounts WHERE id = i.account_id) = ANY(${plansWithIntegrations})
    ), recorded AS (
      INSERT INTO deliveries (account_id, id, integration_id, event_type, status, error)
      SELECT account_id, delivery_id, id, payload ->> 'type', CASE WHEN error IS NULL THEN 'attempting' ELSE 'failed' END, error FROM started
    )
    SELECT delivery_id, payload, error, ${integrationColumns(tx)} FROM started`,
  );
  return new Map(
    rows.map(({ delivery_id, payload, error, ...integration }) => [
      delivery_id,
      { integration, event: toOutboundEvent(jobs['deliver-event'].payload.parse(payload)), error },
    ]),
  );
}

/** The record of a test send (§4.7 rule 6). */
export async function insertTestDelivery(
  tx: Tx,
  delivery: { account_id: string; id: string; integration_id: string; event_type: string },
): Promise<void> {
  await tx`INSERT INTO deliveries ${tx({ ...delivery, is_test: true })}`;
}

/** How an attempt ended. */
export interface DeliveryOutcome {
  readonly account_id: string;
  readonly id: string;
  readonly status: 'success' | 'failed';
  readonly response_status: number | null;
  readonly error: string | null;
}

/** Completes records, locked in the order of their ids; those of a cleared log are gone. */
export async function finishDeliveries(tx: Tx, outcomes: readonly DeliveryOutcome[]): Promise<void> {
  const keys = keysOf(
    tx,
    outcomes.map(({ account_id: accountId, id }) => ({ accountId, id })),
  );
  await pipeline(
    lockByKey(tx, 'deliveries', keys, tx`FOR NO KEY UPDATE`),
    tx`
    WITH outcome AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${JSON.stringify(outcomes)}::text::json) AS o(id uuid, status text, response_status integer, error text)
    )
    UPDATE deliveries d
    SET (status, response_status, error, delivered_at) = (
      SELECT o.status, o.response_status, o.error, CASE WHEN o.status = 'success' THEN clock_timestamp() END FROM outcome o WHERE o.id = d.id)
    WHERE ${isByKey(tx, 'deliveries', keys)} AND d.status = 'attempting'`,
  );
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

/** Newest first, without those in progress; one that was interrupted reads as failed. */
export function listDeliveries(sql: Sql, integration: RowKey, limit: number): Promise<DeliveryRow[]> {
  return sql<DeliveryRow[]>`
    SELECT id, event_type, CASE status WHEN 'attempting' THEN 'failed' ELSE status END AS status, response_status,
           CASE status WHEN 'attempting' THEN ${interrupted} ELSE error END AS error, created_at, delivered_at, is_test
    FROM deliveries
    WHERE ${ofLog(sql, integration)}
      AND (status <> 'attempting' OR created_at < clock_timestamp() - ${longestAttempt}::interval)
    ORDER BY created_at DESC, id DESC LIMIT ${limit}`;
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
