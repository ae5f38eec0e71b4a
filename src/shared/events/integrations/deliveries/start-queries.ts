import { plansWithIntegrations } from '../../../account/plans.ts';
import { type OutboundEvent, toOutboundEvent } from '../../../list/publishing/events.ts';
import { wantsEvent } from '../../../list/publishing/fan-out-queries.ts';
import { SignupFacts } from '../../../list/publishing/signup-facts.ts';
import { keysFrom, lockByKey, type RowKey } from '../../../platform/postgres/by-key.ts';
import { pipeline, type Statement, type Tx } from '../../../platform/postgres/connection.ts';
import { queueFor } from '../../../platform/postgres/row-queue.ts';
import { type JobName, readPayload } from '../../../platform/queue/jobs.ts';
import {
  type ClaimedJob,
  completeJobs,
  isFreeJob,
  jobsByKey,
  type Lease,
  lockClaims,
  postponeJobs,
} from '../../../platform/queue/outbox.ts';
import { type IntegrationRow, integrationColumns, integrationNames } from '../queries.ts';

/** How long after its event a delivery without retries may start; later it is recorded as failed. */
const longestDelay = '24 hours';

const tooMany = 'Not attempted: 100,000 deliveries of this integration were waiting already.';
const tooLate = 'Not attempted: it was still waiting 24 hours after the event was fired.';

/**
 * Holds the integrations of deliveries until commit, behind those who wait to change them: none is paused,
 * changed or deleted meanwhile.
 */
function lockIntegrationsOf(tx: Tx, name: JobName, deliveries: readonly RowKey[]): [Statement, Statement] {
  const jobs = jobsByKey(tx, name, deliveries);
  const integrations = keysFrom(tx, tx`SELECT job.account_id, job.integration_id FROM ${jobs} job`);
  return [
    queueFor(tx, 'share', tx`SELECT job.integration_id FROM ${jobs} job`),
    lockByKey(tx, 'integrations', integrations, tx`FOR SHARE`),
  ];
}

/** A delivery whose record is written. */
export interface StartedDelivery {
  /** Of the record. */
  readonly id: string;
  readonly integration: IntegrationRow;
  readonly event: OutboundEvent;
  /** Of the feed. */
  readonly eventId: string;
  readonly seq: number;
  /** Null where the integration includes nothing. */
  readonly facts: SignupFacts | null;
  /** Why there is no attempt, as the record has it; null if there is one. */
  readonly error: string | null;
}

interface StartedRow extends IntegrationRow {
  job_id: string;
  delivery_id: string;
  payload: unknown;
  data: unknown;
  facts: unknown;
  error: string | null;
}

/**
 * Completes the jobs of deliveries, writes the records of those to attempt, and locks their integrations
 * until commit. A delivery whose job is gone is never attempted again (C7.4). One that is too late, or
 * exceeds the limit, is recorded as failed.
 * @returns by the id of the job; none if another worker was faster, or if the integration was paused, deleted
 * or downgraded since the event was fired (§3.2)
 */
export async function startDeliveries(
  tx: Tx,
  keys: readonly RowKey[],
): Promise<Map<string, StartedDelivery>> {
  const [, , rows] = await pipeline(
    ...lockIntegrationsOf(tx, 'deliver-event', keys),
    tx<StartedRow[]>`
    WITH gone AS (
      DELETE FROM outbox WHERE ${isFreeJob(tx, 'deliver-event', keys)} RETURNING account_id, id, integration_id, payload
    ), started AS MATERIALIZED (
      SELECT g.id AS job_id, gen_random_uuid() AS delivery_id, g.payload, e.data, e.facts, i.*,
             CASE WHEN (g.payload ->> 'is_surplus')::boolean THEN ${tooMany}
                  WHEN (g.payload ->> 'fired_at')::timestamptz < clock_timestamp() - ${longestDelay}::interval THEN ${tooLate} END AS error
      FROM gone g CROSS JOIN LATERAL (
        SELECT ${integrationColumns(tx)}, active_since, ${wantsEvent(tx, tx`g.payload ->> 'type'`)} AS wanted
        FROM integrations WHERE account_id = g.account_id AND id = g.integration_id LIMIT 1) i
      CROSS JOIN LATERAL ( -- one that left the feed, or is erased, is dropped
        SELECT data, facts FROM events WHERE account_id = g.account_id AND seq = (g.payload ->> 'seq')::bigint AND NOT erased LIMIT 1) e
      WHERE i.wanted AND i.active_since <= (g.payload ->> 'fired_at')::timestamptz
        AND (SELECT plan FROM accounts WHERE id = i.account_id) = ANY(${plansWithIntegrations})
    ), recorded AS (
      INSERT INTO deliveries (account_id, id, integration_id, event_type, event_id, status, error)
      SELECT account_id, delivery_id, id, payload ->> 'type', (payload ->> 'event_id')::uuid,
             CASE WHEN error IS NULL THEN 'attempting' ELSE 'failed' END, error FROM started
    )
    SELECT job_id, delivery_id, payload, data, facts, error, ${integrationNames(tx)} FROM started`,
  );
  return new Map(
    rows.map(({ job_id, delivery_id: id, payload: stored, data, facts, error, ...integration }) => {
      const payload = readPayload('deliver-event', stored);
      const event = toOutboundEvent({ type: payload.type, data });
      const kept = SignupFacts.nullable().parse(facts);
      const { event_id: eventId, seq } = payload;
      return [job_id, { id, integration, event, eventId, seq, facts: kept, error }];
    }),
  );
}

/** The jobs whose deliveries are claimed. */
export type RetriedJobName = 'deliver-with-retries' | 'deliver-again';

/** A claimed delivery whose record is written. */
export interface RetriedStart extends Omit<StartedDelivery, 'error'> {
  /** From 1. */
  readonly attempt: number;
  /** The event as the first attempt sent it; null at the first one. */
  readonly body: string | null;
}

/** How long deliveries wait for a paused integration to be resumed. */
const longestPause = '24 hours';
/** How often they look. */
const pausedSeconds = 900;

/**
 * Starts claimed deliveries: writes the record of an attempt at each, and locks their integrations until
 * commit. Those of a paused integration wait for up to 24 hours of the pause, and are dropped then (N2). So
 * are those whose integration is gone, wants no such event any more, or is on a plan without integrations.
 * @returns by the id of the job
 */
export async function startRetriedDeliveries(
  tx: Tx,
  name: RetriedJobName,
  claimed: readonly ClaimedJob<RetriedJobName>[],
): Promise<Map<string, RetriedStart>> {
  const [, , ours] = await pipeline(...lockIntegrationsOf(tx, name, claimed), lockClaims(tx, name, claimed));
  const held = claimed.filter(({ id }) => ours.some((job) => job.id === id));
  const rows = await tx<
    (IntegrationRow & {
      job_id: string;
      delivery_id: string;
      data: unknown;
      facts: unknown;
      is_paused: boolean;
    })[]
  >`
    SELECT o.id AS job_id, gen_random_uuid() AS delivery_id, e.data, e.facts, NOT i.enabled AS is_paused, i.id, i.account_id, i.type, i.enabled,
           i.sealed_config, i.created_at, i.retries, i.sealed_previous
    FROM ${jobsByKey(tx, name, held)} o
    CROSS JOIN LATERAL (
      SELECT ${integrationColumns(tx)}, events, paused_at FROM integrations WHERE account_id = o.account_id AND id = o.integration_id LIMIT 1) i
    CROSS JOIN LATERAL (
      SELECT data, facts FROM events WHERE account_id = o.account_id AND seq = (o.payload ->> 'seq')::bigint AND NOT erased LIMIT 1) e
    WHERE (cardinality(i.events) = 0 OR o.payload ->> 'type' = ANY (i.events))
      AND (i.enabled OR i.paused_at > clock_timestamp() - ${longestPause}::interval)
      AND (SELECT plan FROM accounts WHERE id = i.account_id) = ANY(${plansWithIntegrations})`;
  const found = new Map(rows.map((row) => [row.job_id, row]));
  const dropped: Lease[] = [];
  const paused: Lease[] = [];
  const started = new Map<string, RetriedStart>();
  for (const job of held) {
    const row = found.get(job.id);
    if (!row) dropped.push(job);
    else if (row.is_paused) paused.push(job);
    else {
      const { job_id: _, delivery_id: id, data, facts, is_paused: __, ...integration } = row;
      const { type, event_id: eventId, seq, attempts, body = null } = job.payload;
      const event = toOutboundEvent({ type, data });
      const kept = SignupFacts.nullable().parse(facts);
      started.set(job.id, { id, integration, event, eventId, seq, facts: kept, attempt: attempts + 1, body });
    }
  }
  if (dropped.length > 0) await completeJobs(tx, name, dropped);
  if (paused.length > 0) await postponeJobs(tx, name, paused, pausedSeconds);
  if (started.size > 0) await insertAttempts(tx, [...started.values()]);
  return started;
}

async function insertAttempts(tx: Tx, started: readonly RetriedStart[]): Promise<void> {
  const records = started.map(({ id, integration, event, eventId, attempt }) => ({
    account_id: integration.account_id,
    id,
    integration_id: integration.id,
    event_type: event.type,
    event_id: eventId,
    attempt,
  }));
  await tx`
    INSERT INTO deliveries (account_id, id, integration_id, event_type, event_id, attempt)
    SELECT * FROM json_to_recordset(${JSON.stringify(records)}::text::json) AS r(
      account_id uuid, id uuid, integration_id uuid, event_type text, event_id uuid, attempt smallint)`;
}
