import { deliveryJobId } from '../../../list/publishing/fan-out-queries.ts';
import type { RowKey } from '../../../platform/postgres/by-key.ts';
import type { Fragment, Sql, Tx } from '../../../platform/postgres/connection.ts';
import { setStatementTimeout } from '../../../platform/postgres/transaction.ts';
import type { JobName, JobNotification } from '../../../platform/queue/jobs.ts';
import type { Replay } from '../../jobs.ts';

/** The events that a replay delivers, of those behind one number and up to another one. */
export type ReplayedEvents = Pick<Replay, 'until' | 'types' | 'only'> & {
  readonly after: number;
  readonly upTo: number;
};

/** Jobs that are an attempt to come. While one of them is pending, no other is made. */
const again: readonly JobName[] = ['deliver-again'];
const any: readonly JobName[] = ['deliver-event', 'deliver-with-retries', 'deliver-again'];

/**
 * Events `e` that a replay to an integration `i` delivers: those that it wants, and of `failed` ones only
 * those that have not arrived and wait for no attempt. An attempt that may be under way counts as one. OFFSET
 * 0 has each event looked up by its key. Joined, they would be compared with all jobs of the account, and
 * with those that were done lately.
 */
function replayed(
  sql: Sql | Tx,
  { accountId, id }: RowKey,
  { after, upTo, until, types, only }: ReplayedEvents,
): Fragment {
  const tx = sql as Tx;
  return tx`
    events e CROSS JOIN (SELECT id, events FROM integrations WHERE account_id = ${accountId} AND id = ${id}) i
    WHERE e.account_id = ${accountId} AND e.seq > ${after} AND e.seq <= ${upTo} AND NOT e.erased
      AND (cardinality(i.events) = 0 OR e.type = ANY (i.events))
      ${until === null ? tx`` : tx`AND e.created_at < ${until}`}
      ${types === null ? tx`` : tx`AND e.type = ANY (${types})`}
      ${
        only === 'all'
          ? tx``
          : tx`
      AND NOT EXISTS (
        SELECT FROM delivered_events d
        WHERE d.account_id = e.account_id AND d.seq = e.seq AND d.integration_id = i.id OFFSET 0)`
      }
      AND NOT EXISTS (
        SELECT FROM outbox
        WHERE account_id = e.account_id AND job = ANY (${only === 'all' ? again : any}) AND id = ${deliveryJobId(tx, tx`e.id`, tx`i.id`)} OFFSET 0)`;
}

/** How many events a replay delivers, up to `most`. @throws PostgresError 57014 after 3 s */
export async function countReplayed(
  tx: Tx,
  integration: RowKey,
  replay: ReplayedEvents,
  most: number,
): Promise<number> {
  await setStatementTimeout(tx, 3_000);
  const [row] = await tx<[{ count: number }]>`
    SELECT count(*) AS count FROM (SELECT FROM ${replayed(tx, integration, replay)} LIMIT ${most}) counted`;
  return row.count;
}

/** Enqueues a replay. @returns whether none of this integration was under way */
export async function insertReplay(tx: Tx, { accountId, id }: RowKey, replay: Replay): Promise<boolean> {
  const { count } = await tx`
    INSERT INTO outbox (account_id, job, id, payload)
    VALUES (${accountId}, 'replay-events', ${id}, ${JSON.stringify(replay)}::text::json)
    ON CONFLICT (account_id, job, id) DO NOTHING`;
  return count > 0;
}

/** Holds a replay that is under way, if the claim is still ours. */
export async function lockReplay(
  tx: Tx,
  { accountId, id }: RowKey,
  leaseToken: string,
): Promise<{ replay: unknown; is_wanted: boolean } | undefined> {
  const [row] = await tx<{ replay: unknown; is_wanted: boolean }[]>`
    SELECT payload AS replay, (SELECT enabled FROM integrations WHERE account_id = ${accountId} AND id = ${id}) IS TRUE AS is_wanted
    FROM outbox WHERE account_id = ${accountId} AND job = 'replay-events' AND id = ${id} AND lease_token = ${leaseToken} FOR UPDATE`;
  return row;
}

/**
 * How many deliveries of a replay wait, up to `most`. Read among those of the account's replays: each has few
 * at once, while the integration may have any number of new events waiting.
 */
export async function countAgain(tx: Tx, { accountId, id }: RowKey, most: number): Promise<number> {
  const [row] = await tx<[{ count: number }]>`
    SELECT count(*) AS count FROM (
      SELECT FROM (SELECT integration_id FROM outbox WHERE account_id = ${accountId} AND job = 'deliver-again' OFFSET 0) again
      WHERE integration_id = ${id} LIMIT ${most}) counted`;
  return row.count;
}

/**
 * Enqueues the deliveries of the next events of a replay. They are read in the order of their numbers until
 * there are enough: sorting what is left of the replay for each batch would cost live deliveries their pace.
 * @returns them, in the order of their numbers, and the last number, unless there were fewer than `limit`
 */
export async function enqueueReplayed(
  tx: Tx,
  { accountId, id }: RowKey,
  events: ReplayedEvents,
  limit: number,
): Promise<{ notifications: JobNotification[]; lastSeq: number | null }> {
  await tx`SELECT set_config('enable_bitmapscan', 'off', true), set_config('enable_sort', 'off', true)`;
  const rows = await tx<{ id: string | null; seq: number }[]>`
    WITH next AS MATERIALIZED (
      SELECT e.id AS event_id, e.seq, e.type, e.fired_at, i.id AS integration_id
      FROM ${replayed(tx, { accountId, id }, events)} ORDER BY e.seq LIMIT ${limit}
    ), made AS (
      INSERT INTO outbox (account_id, job, id, integration_id, payload)
      SELECT ${accountId}, 'deliver-again', ${deliveryJobId(tx, tx`event_id`, tx`integration_id`)}, integration_id,
             json_build_object('fired_at', fired_at, 'type', type, 'event_id', event_id, 'seq', seq)
      FROM next ORDER BY seq ON CONFLICT (account_id, job, id) DO NOTHING RETURNING id, (payload ->> 'seq')::bigint AS seq
    )
    SELECT made.id, next.seq FROM next LEFT JOIN made USING (seq) ORDER BY next.seq`;
  return {
    notifications: rows.flatMap(({ id: job }) => (job === null ? [] : [{ id: job, accountId }])),
    lastSeq: rows.length === limit ? (rows.at(-1)?.seq ?? null) : null,
  };
}

/** Notes how far a replay is, which the caller holds. */
export async function moveReplay(tx: Tx, { accountId, id }: RowKey, replay: Replay): Promise<void> {
  await tx`
    UPDATE outbox SET payload = ${JSON.stringify(replay)}::text::json
    WHERE account_id = ${accountId} AND job = 'replay-events' AND id = ${id}`;
}

/** Enqueues one more delivery of an event. */
export async function insertRedelivery(
  tx: Tx,
  { accountId, id: integrationId }: RowKey,
  event: { readonly id: string; readonly seq: number; readonly type: string; readonly fired_at: string },
  jobId: string,
): Promise<void> {
  const { id, seq, type, fired_at } = event;
  await tx`
    INSERT INTO outbox (account_id, job, id, integration_id, payload)
    VALUES (${accountId}, 'deliver-with-retries', ${jobId}, ${integrationId},
            ${JSON.stringify({ fired_at, type, event_id: id, seq })}::text::json)`;
}

/** Whether an integration is enabled, and wants events of a type. */
export async function findWishes(
  sql: Sql | Tx,
  { accountId, id }: RowKey,
  type: string,
): Promise<{ enabled: boolean; wants: boolean } | undefined> {
  const [row] = await sql<{ enabled: boolean; wants: boolean }[]>`
    SELECT enabled, cardinality(events) = 0 OR ${type} = ANY (events) AS wants FROM integrations
    WHERE account_id = ${accountId} AND id = ${id}`;
  return row;
}
