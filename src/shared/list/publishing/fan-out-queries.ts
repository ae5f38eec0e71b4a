import type { RowKey } from '../../platform/postgres/by-key.ts';
import { type Fragment, pipeline, type Tx } from '../../platform/postgres/connection.ts';
import type { JobName, JobNotification } from '../../platform/queue/jobs.ts';
import { isFreeJob } from '../../platform/queue/outbox.ts';
import { signupPageGroups } from '../links/signup-page.ts';
import type { OutboundEvent } from './events.ts';
import type { FactsOfRow } from './signup-facts.ts';

/** The most pending deliveries of an integration. A delivery beyond that is recorded as failed at once. */
const mostPending = 100_000;

/** The condition that an integration is enabled and asks for events of a type. */
export const wantsEvent = (tx: Tx, type: Fragment) =>
  tx`enabled AND (cardinality(events) = 0 OR ${type} = ANY (events))`;

/**
 * Enqueues the fan-out of events of accounts with a feed. @returns those jobs, to be notified of after the
 * commit
 */
export async function insertFiredEvents(
  tx: Tx,
  events: readonly ({ id: string; account_id: string; signup: FactsOfRow | undefined } & OutboundEvent)[],
): Promise<JobNotification[]> {
  return tx<JobNotification[]>`
    INSERT INTO outbox (account_id, job, id, payload)
    SELECT e.account_id, 'fan-out-event', e.id,
           json_build_object('fired_at', clock_timestamp(), 'type', e.type, 'data', e.data, 'signup', CASE
             WHEN e.signup IS NOT NULL AND (
               SELECT true FROM integrations WHERE account_id = e.account_id AND cardinality(include) > 0 LIMIT 1)
             THEN e.signup END)
    FROM json_to_recordset(${JSON.stringify(events)}::text::json) AS e(id uuid, account_id uuid, type text, data json, signup json)
    WHERE (SELECT true FROM event_counters WHERE account_id = e.account_id)
    RETURNING id, account_id AS "accountId"`;
}

/** Whether any of the accounts of these events has a feed. */
export async function hasFeeds(tx: Tx, events: readonly { readonly accountId: string }[]): Promise<boolean> {
  const accounts = [...new Set(events.map(({ accountId }) => accountId))];
  const { count } =
    await tx`SELECT 1 FROM event_counters WHERE account_id = ANY (${accounts}::uuid[]) LIMIT 1`;
  return count > 0;
}

/** Begins the feed of an account (N2), unless it has one. */
export async function beginFeed(tx: Tx, accountId: string): Promise<void> {
  await tx`INSERT INTO event_counters (account_id) VALUES (${accountId}) ON CONFLICT (account_id) DO NOTHING`;
}

/** How many deliveries wait for an integration. */
export interface PendingCount {
  readonly id: string;
  readonly pending: number;
}

/** A delivery to be made. */
export interface FannedOut extends JobNotification {
  readonly job: JobName & ('deliver-event' | 'deliver-with-retries');
  readonly integrationId: string;
  /** How many were pending for its integration before, up to the limit. */
  readonly pending: number;
  /** It exceeds the limit and is recorded as failed, without an attempt. */
  readonly isSurplus: boolean;
}

/** The facts of the signup of an event `g`, which carries what a deleted row knew. */
const factsOf = (tx: Tx) => tx`
  json_build_object(
    'signup', coalesce((g.payload ->> 'signup')::json, (
      SELECT json_build_object('fields', fields, 'referral_code', referral_code, 'referral_count', referral_count)
      FROM signups WHERE account_id = g.account_id AND id = (g.payload #>> '{data,id}')::uuid LIMIT 1)),
    'referral_bonus', (
      SELECT referral_bonus FROM waitlists WHERE account_id = g.account_id AND id = (g.payload #>> '{data,waitlist_id}')::uuid LIMIT 1),
    'settings', (
      SELECT (SELECT json_object_agg(name, settings -> name) FROM unnest(${signupPageGroups()}::text[]) name WHERE settings ? name)
      FROM waitlist_settings
      WHERE account_id = g.account_id AND waitlist_id = (g.payload #>> '{data,waitlist_id}')::uuid LIMIT 1))`;

/**
 * The id of the job that delivers an event to an integration: an event is not pending twice for one of them.
 * A UUID of version 8, which is made of both.
 */
export const deliveryJobId = (tx: Tx, eventId: Fragment, integrationId: Fragment) =>
  tx`overlay(overlay(md5(${eventId}::text || ${integrationId}::text) PLACING '8' FROM 13) PLACING '8' FROM 17)::uuid`;

/**
 * Moves fired events into the feeds of their accounts, turns them into a delivery for each integration that
 * wants them, and completes their jobs: two workers cannot do it twice. An event gets the next number of its
 * account, whose counter is held until the commit (N2). Counts the pending deliveries of each integration
 * since it is active, up to the limit, unless the count is `known`. For accounts with an integration that
 * includes more than events have, it reads the signup, if the event does not carry it: the others cost
 * nothing.
 * @returns the jobs to notify workers of, and those that exceed the limit
 */
export async function fanOutEvents(
  tx: Tx,
  keys: readonly RowKey[],
  known: readonly PendingCount[] = [],
): Promise<FannedOut[]> {
  const accounts = [...new Set(keys.map(({ accountId }) => accountId))].toSorted();
  const [, rows] = await pipeline(
    lockCounters(tx, accounts),
    tx<FannedOut[]>`
    WITH gone AS (
      DELETE FROM outbox WHERE ${isFreeJob(tx, 'fan-out-event', keys)} RETURNING account_id, id, payload
    ), numbered AS MATERIALIZED (
      SELECT g.*, counter.last_seq + row_number() OVER (PARTITION BY g.account_id ORDER BY (g.payload ->> 'fired_at')::timestamptz, g.id) AS seq,
             greatest(counter.last_at, date_trunc('milliseconds', statement_timestamp())) AS created_at
      FROM gone g CROSS JOIN LATERAL (SELECT last_seq, last_at FROM event_counters WHERE account_id = g.account_id LIMIT 1) counter
    ), counted AS (
      UPDATE event_counters c
      SET (last_seq, last_at) = (SELECT max(n.seq), max(n.created_at) FROM numbered n WHERE n.account_id = c.account_id)
      WHERE c.account_id = ANY (ARRAY(SELECT DISTINCT account_id FROM numbered))
    ), recorded AS (
      INSERT INTO events (account_id, seq, id, type, fired_at, created_at, data, facts)
      SELECT g.account_id, g.seq, g.id, g.payload ->> 'type', (g.payload ->> 'fired_at')::timestamptz, g.created_at, g.payload -> 'data',
             CASE WHEN g.payload #> '{data,waitlist_id}' IS NOT NULL
                    AND (SELECT true FROM integrations WHERE account_id = g.account_id AND cardinality(include) > 0 LIMIT 1)
                  THEN ${factsOf(tx)} END
      FROM numbered g
    ), wanted AS MATERIALIZED (
      SELECT i.*, g.id AS event_id, g.seq, g.payload, row_number() OVER (PARTITION BY i.id ORDER BY g.seq) AS place
      FROM numbered g CROSS JOIN LATERAL (
        SELECT id, account_id, active_since, retries FROM integrations
        WHERE account_id = g.account_id AND ${wantsEvent(tx, tx`g.payload ->> 'type'`)}
          AND active_since <= (g.payload ->> 'fired_at')::timestamptz OFFSET 0) i
    ), waiting AS MATERIALIZED (
      SELECT i.id, coalesce(
        (SELECT k.pending FROM json_to_recordset(${JSON.stringify(known)}::text::json) AS k(id uuid, pending integer) WHERE k.id = i.id),
        (SELECT count(*) FROM (
          SELECT FROM outbox WHERE account_id = i.account_id AND integration_id = i.id AND due_at >= i.active_since LIMIT ${mostPending}) counted)) AS pending
      FROM (SELECT DISTINCT account_id, id, active_since FROM wanted) i
    ), made AS (
      INSERT INTO outbox (account_id, job, id, integration_id, payload)
      SELECT w.account_id, CASE WHEN w.retries = 'none' OR surplus THEN 'deliver-event' ELSE 'deliver-with-retries' END,
             ${deliveryJobId(tx, tx`w.event_id`, tx`w.id`)}, w.id,
             json_build_object('fired_at', w.payload -> 'fired_at', 'type', w.payload -> 'type', 'event_id', w.event_id, 'seq', w.seq,
                               'is_surplus', surplus)
      FROM wanted w CROSS JOIN LATERAL (SELECT w.place + (SELECT pending FROM waiting WHERE id = w.id) > ${mostPending} AS surplus) s
      RETURNING id, account_id, job, integration_id, payload
    )
    SELECT id, account_id AS "accountId", job, integration_id AS "integrationId", (payload ->> 'is_surplus')::boolean AS "isSurplus",
           (SELECT pending FROM waiting WHERE id = integration_id) AS pending
    FROM made`,
  );
  return rows;
}

/** Holds the counters of accounts until commit, in the order of their ids. */
const lockCounters = (tx: Tx, accounts: readonly string[]) => tx`
  SELECT 1 FROM (SELECT id FROM unnest(${accounts as string[]}::uuid[]) id ORDER BY id) a
  CROSS JOIN LATERAL (SELECT 1 FROM event_counters WHERE account_id = a.id LIMIT 1 FOR NO KEY UPDATE) held`;
