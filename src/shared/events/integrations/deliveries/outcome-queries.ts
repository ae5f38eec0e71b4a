import { isByKey, keysOf, lockByKey } from '../../../platform/postgres/by-key.ts';
import { type Fragment, pipeline, type Tx } from '../../../platform/postgres/connection.ts';
import { areOurs, completeJobs, type Lease, lockClaims } from '../../../platform/queue/outbox.ts';
import { recordHealth } from '../health/queries.ts';
import type { ReceivedResponse, SentRequest } from './queries.ts';
import type { RetriedJobName } from './start-queries.ts';

/** How an attempt ended. */
export interface DeliveryOutcome {
  readonly account_id: string;
  readonly id: string;
  readonly integration_id: string;
  /** The number of the event in the feed; null for a test event. */
  readonly seq: number | null;
  readonly status: 'success' | 'failed';
  readonly response_status: number | null;
  readonly error: string | null;
  /** Null if nothing was sent. */
  readonly request: SentRequest | null;
  readonly response: ReceivedResponse | null;
}

/**
 * Completes records, locked in the order of their ids; those of a cleared log are gone. Keeps what was sent
 * and answered, which events have arrived, and whether the integrations fail (N2).
 */
export async function finishDeliveries(tx: Tx, outcomes: readonly DeliveryOutcome[]): Promise<void> {
  const keys = keysOf(
    tx,
    outcomes.map(({ account_id: accountId, id }) => ({ accountId, id })),
  );
  const [, , finished] = await pipeline(
    lockByKey(tx, 'deliveries', keys, tx`FOR NO KEY UPDATE`),
    tx`SELECT 1 FROM ${arrivals(tx, outcomes)} held`,
    tx<{ id: string }[]>`
    WITH outcome AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${JSON.stringify(outcomes)}::text::json) AS o(
        account_id uuid, id uuid, integration_id uuid, seq bigint, status text, response_status integer, error text, request json, response json)
    ), finished AS (
      UPDATE deliveries d
      SET (status, response_status, error, delivered_at) = (
        SELECT o.status, o.response_status, o.error, CASE WHEN o.status = 'success' THEN clock_timestamp() END FROM outcome o WHERE o.id = d.id)
      WHERE ${isByKey(tx, 'deliveries', keys)} AND d.status = 'attempting' RETURNING d.id
    ), known AS MATERIALIZED (
      SELECT o.* FROM outcome o JOIN finished USING (id)
    ), detailed AS (
      INSERT INTO delivery_details (account_id, id, request, response)
      SELECT account_id, id, request, response FROM known WHERE json_typeof(request) = 'object'
    )
    SELECT id FROM finished`,
  );
  const ids = new Set(finished.map(({ id }) => id));
  const recorded = outcomes.filter(({ id }) => ids.has(id));
  await recordArrivals(tx, recorded);
  if (recorded.length > 0) await recordHealth(tx, recorded);
}

/** Records where events have arrived, and where they have not, though an earlier attempt got there. */
async function recordArrivals(tx: Tx, outcomes: readonly DeliveryOutcome[]): Promise<void> {
  const arrived = outcomes.filter(({ status, seq }) => status === 'success' && seq !== null);
  const missing = outcomes.filter(({ status, seq }) => status === 'failed' && seq !== null);
  if (missing.length > 0)
    await tx`
      DELETE FROM delivered_events WHERE ctid = ANY (ARRAY(SELECT held.place FROM ${arrivals(tx, missing)} held))`;
  if (arrived.length > 0)
    await tx`
      INSERT INTO delivered_events (account_id, seq, integration_id)
      SELECT account_id, seq, integration_id FROM ${eventsOf(tx, arrived)} ON CONFLICT DO NOTHING`;
}

/** Which event went where, in the order of the key of `delivered_events`. */
const eventsOf = (tx: Tx, outcomes: readonly DeliveryOutcome[]): Fragment => tx`
  (SELECT DISTINCT account_id, seq, integration_id FROM unnest(
     ${outcomes.map(({ account_id }) => account_id)}::uuid[], ${outcomes.map(({ seq }) => seq)}::text[]::bigint[],
     ${outcomes.map(({ integration_id }) => integration_id)}::uuid[]) AS given(account_id, seq, integration_id)
   ORDER BY 1, 2, 3) AS event`;

/**
 * A FROM item with the rows of `delivered_events` of these attempts, locked until commit, and their `place`.
 */
const arrivals = (tx: Tx, outcomes: readonly DeliveryOutcome[]): Fragment => tx`
  (SELECT found.place FROM ${eventsOf(tx, outcomes)} CROSS JOIN LATERAL (
     SELECT ctid AS place FROM delivered_events
     WHERE account_id = event.account_id AND seq = event.seq AND integration_id = event.integration_id LIMIT 1 FOR UPDATE) found)`;

/** How an attempt at a claimed delivery ended, and what follows. */
export interface RetriedOutcome {
  readonly outcome: DeliveryOutcome;
  readonly lease: Lease;
  /** When to try again; null if it has succeeded or its attempts are used up. */
  readonly next: { readonly seconds: number; readonly attempts: number; readonly body: string } | null;
}

/** Completes records, and completes or postpones the jobs that are still ours. */
export async function finishRetriedDeliveries(
  tx: Tx,
  name: RetriedJobName,
  results: readonly RetriedOutcome[],
): Promise<void> {
  const ended = results.filter(({ next }) => next === null).map(({ lease }) => lease);
  const again = results.flatMap(({ lease, next }) => (next ? [{ lease, next }] : []));
  await lockClaims(
    tx,
    name,
    results.map(({ lease }) => lease),
  );
  await finishDeliveries(
    tx,
    results.map(({ outcome }) => outcome),
  );
  if (ended.length > 0) await completeJobs(tx, name, ended);
  if (again.length === 0) return;
  const changes = again.map(({ lease, next }) => ({ id: lease.id, ...next }));
  await tx`
    UPDATE outbox o
    SET (due_at, payload, crash_count) = (
      SELECT clock_timestamp() + make_interval(secs => c.seconds),
             (o.payload::jsonb || jsonb_build_object('attempts', c.attempts, 'body', c.body))::json, 0
      FROM json_to_recordset(${JSON.stringify(changes)}::text::json) AS c(id uuid, seconds float8, attempts integer, body text)
      WHERE c.id = o.id)
    WHERE ${areOurs(
      tx,
      name,
      again.map(({ lease }) => lease),
    )}`;
}
