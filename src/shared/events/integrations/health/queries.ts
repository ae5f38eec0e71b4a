import type { PlanName } from '../../../account/plans.ts';
import type { RowKey } from '../../../platform/postgres/by-key.ts';
import type { Fragment } from '../../../platform/postgres/connection.ts';
import { pipeline, type Sql, type Tx } from '../../../platform/postgres/connection.ts';
import type { IntegrationType } from '../../names.ts';

/** An attempt that ended, as health sees it. */
interface Ended {
  readonly account_id: string;
  readonly integration_id: string;
  /** The number of the event in the feed, if it has one. */
  readonly seq: number | null;
  readonly status: 'success' | 'failed';
  readonly response_status: number | null;
  readonly error: string | null;
}

/**
 * Records whether integrations fail, by attempts in the order in which they ended. The caller holds the
 * records of these attempts. Locks the rows in the order of their keys. An integration that works again keeps
 * its row if events may not have arrived; one that never failed has none, and no row is written where nothing
 * changes.
 */
export async function recordHealth(tx: Tx, attempts: readonly Ended[]): Promise<void> {
  const byIntegration = new Map<string, Ended[]>();
  for (const attempt of attempts) {
    const others = byIntegration.get(attempt.integration_id);
    if (others) others.push(attempt);
    else byIntegration.set(attempt.integration_id, [attempt]);
  }
  const changes = [...byIntegration.values()].flatMap((all) => {
    const lastSuccess = all.findLastIndex(({ status }) => status === 'success');
    const failed = all.slice(lastSuccess + 1);
    const [first] = all;
    if (!first) return [];
    const { account_id, integration_id } = first;
    return {
      account_id,
      integration_id,
      succeeded: lastSuccess >= 0,
      failures: failed.length,
      error: failed.at(-1)?.error ?? null,
      is_gone: failed.some(({ response_status }) => response_status === 410),
      first_seq: failed.reduce<number | null>(
        (least, { seq }) => (least === null || (seq ?? least) < least ? seq : least),
        null,
      ),
    };
  });
  const rows = tx`
    SELECT * FROM json_to_recordset(${JSON.stringify(changes)}::text::json) AS c(
      account_id uuid, integration_id uuid, succeeded boolean, failures integer, error text, is_gone boolean, first_seq bigint)
    ORDER BY account_id, integration_id`;
  await pipeline(
    tx`
    SELECT 1 FROM (${rows}) c CROSS JOIN LATERAL (
      SELECT 1 FROM integration_health
      WHERE account_id = c.account_id AND integration_id = c.integration_id AND (failing_since IS NOT NULL OR c.failures > 0)
      LIMIT 1 FOR UPDATE) held`,
    tx`
    DELETE FROM integration_health WHERE ctid = ANY (ARRAY(${succeeded(tx, rows)} AND missed_since IS NULL LIMIT 1) held))`,
    tx`
    UPDATE integration_health SET failing_since = NULL, failed_attempts = 0, last_error = NULL, is_gone = false, noticed_at = NULL
    WHERE ctid = ANY (ARRAY(${succeeded(tx, rows)} AND missed_since IS NOT NULL LIMIT 1) held))`,
    tx`
    INSERT INTO integration_health AS h (account_id, integration_id, failed_attempts, last_error, is_gone, missed_since)
    SELECT account_id, integration_id, failures, error, is_gone,
           CASE WHEN NOT EXISTS (SELECT FROM integration_health WHERE account_id = c.account_id AND integration_id = c.integration_id)
                THEN ${missedSince(tx)} END
    FROM (${rows}) c WHERE failures > 0
    ON CONFLICT (account_id, integration_id) DO UPDATE
    SET failing_since = coalesce(h.failing_since, excluded.failing_since),
        failed_attempts = h.failed_attempts + excluded.failed_attempts, last_error = excluded.last_error, is_gone = h.is_gone OR excluded.is_gone`,
  );
}

/** The rows of integrations that failed and have succeeded; the condition of their rows goes on behind it. */
const succeeded = (tx: Tx, rows: Fragment) => tx`
  SELECT held.place FROM (${rows}) c CROSS JOIN LATERAL (
    SELECT ctid AS place FROM integration_health
    WHERE account_id = c.account_id AND integration_id = c.integration_id AND c.succeeded AND failing_since IS NOT NULL`;

/**
 * The last success of an integration `c`; the first event that failed if that is older, or if there was no
 * success.
 */
const missedSince = (tx: Tx) => tx`
  least(
    (SELECT created_at FROM deliveries
     WHERE account_id = c.account_id AND integration_id = c.integration_id AND created_at > '-infinity' AND status = 'success'
     ORDER BY created_at DESC LIMIT 1),
    (SELECT created_at FROM events WHERE account_id = c.account_id AND seq = c.first_seq))`;

/**
 * Counts failures anew: a paused integration, which the caller holds, is resumed. It fails until an attempt
 * succeeds. Since when it may have missed events is kept.
 */
export async function restartHealth(tx: Tx, { accountId, id }: RowKey): Promise<void> {
  await tx`
    UPDATE integrations i SET missed_since = least(
      i.missed_since, i.paused_at, (SELECT missed_since FROM integration_health WHERE account_id = ${accountId} AND integration_id = ${id}))
    WHERE account_id = ${accountId} AND id = ${id}`;
  await tx`
    UPDATE integration_health SET failing_since = clock_timestamp(), failed_attempts = 0, is_gone = false, noticed_at = NULL
    WHERE account_id = ${accountId} AND integration_id = ${id} AND failing_since IS NOT NULL`;
}

/** Forgets what was missed, from this time on: it is replayed. The caller holds the integration. */
export async function forgetMissed(tx: Tx, { accountId, id }: RowKey, since: string): Promise<void> {
  await tx`
    UPDATE integrations SET missed_since = NULL WHERE account_id = ${accountId} AND id = ${id} AND missed_since >= ${since}`;
  await tx`
    DELETE FROM integration_health
    WHERE account_id = ${accountId} AND integration_id = ${id} AND failing_since IS NULL AND missed_since >= ${since}`;
}

/** Forgets what was missed until now. The caller holds the integration. */
export async function dismissMissed(tx: Tx, { accountId, id }: RowKey): Promise<void> {
  await tx`UPDATE integrations SET missed_since = NULL WHERE account_id = ${accountId} AND id = ${id}`;
  await tx`
    UPDATE integration_health SET missed_since = clock_timestamp()
    WHERE account_id = ${accountId} AND integration_id = ${id} AND failing_since IS NOT NULL`;
  await tx`
    DELETE FROM integration_health
    WHERE account_id = ${accountId} AND integration_id = ${id} AND failing_since IS NULL`;
}

/** Forgets failures: the integration was deleted, sent elsewhere, or got retries. */
export async function clearHealth(tx: Tx, { accountId, id }: RowKey): Promise<void> {
  await tx`DELETE FROM integration_health WHERE account_id = ${accountId} AND integration_id = ${id}`;
}

export interface HealthRow {
  id: string;
  enabled: boolean;
  type: IntegrationType;
  disabled_at: string | null;
  disabled_reason: string | null;
  failing_since: string | null;
  missed_since: string | null;
  last_error: string | null;
}

/** The health of the account's integrations. */
export function listHealth(sql: Sql, accountId: string): Promise<HealthRow[]> {
  return sql<HealthRow[]>`
    SELECT i.id, i.enabled, i.type, i.disabled_at, i.disabled_reason, h.failing_since, h.last_error,
           least(i.missed_since, i.paused_at, h.missed_since) AS missed_since
    FROM integrations i LEFT JOIN integration_health h ON h.account_id = i.account_id AND h.integration_id = i.id
    WHERE i.account_id = ${accountId}`;
}

/**
 * What waits for an integration: how many deliveries, and since when the oldest event waits. At most 100,000
 * are looked at.
 */
export async function findPending(
  sql: Sql,
  { accountId, id }: RowKey,
): Promise<{ pending: number; oldest_pending: string | null }> {
  const [row] = await sql<[{ pending: number; oldest_pending: string | null }]>`
    SELECT count(*) AS pending, min((payload ->> 'fired_at')::timestamptz) AS oldest_pending
    FROM (
      SELECT payload FROM outbox o
      WHERE account_id = ${accountId} AND integration_id = ${id} AND job <> 'replay-events' LIMIT 100000) waiting`;
  return row;
}

/** How long an integration may fail, and how often, until it is disabled. */
const longestFailure = '5 days';
const mostFailures = 20;
/** When the account's users are told first. */
const noticeAfter = '6 hours';

/** Without retries one failure may be the only attempt in hours. */
const fewestFailures = 3;

/** `i` is the integration; one without retries is never disabled. */
const isTooLong = (sql: Sql | Tx) =>
  sql`(i.retries = 'standard' AND (h.is_gone OR (h.failing_since < statement_timestamp() - ${longestFailure}::interval AND h.failed_attempts >= ${mostFailures})))`;
const isNoticeDue = (sql: Sql | Tx) =>
  sql`(h.noticed_at IS NULL AND h.failing_since < statement_timestamp() - ${noticeAfter}::interval
       AND (i.retries = 'standard' OR h.failed_attempts >= ${fewestFailures}))`;

/** An integration that has failed for so long that something is to be done. */
export interface FailingIntegration extends RowKey {
  readonly type: IntegrationType;
}

/** Integrations to disable, or whose users are to be told, of all accounts. */
export function listFailing(sql: Sql, limit: number): Promise<FailingIntegration[]> {
  return sql<FailingIntegration[]>`
    SELECT i.account_id AS "accountId", i.id, i.type
    FROM integration_health h CROSS JOIN LATERAL (
      SELECT * FROM integrations WHERE account_id = h.account_id AND id = h.integration_id LIMIT 1) i
    WHERE i.enabled AND (${isTooLong(sql)} OR ${isNoticeDue(sql)}) LIMIT ${limit}`;
}

/** What is to be done with a failing integration. */
export interface Failure {
  plan: PlanName;
  failing_since: string;
  failed_attempts: number;
  last_error: string | null;
  is_gone: boolean;
  retries: 'none' | 'standard';
  is_too_long: boolean;
  is_notice_due: boolean;
}

/** Holds the health of an integration that the caller holds, if it is enabled and fails. */
export async function lockFailure(tx: Tx, { accountId, id }: RowKey): Promise<Failure | undefined> {
  const [row] = await tx<Failure[]>`
    SELECT (SELECT plan FROM accounts WHERE id = h.account_id) AS plan, h.failing_since, h.failed_attempts, h.last_error, h.is_gone,
           i.retries, ${isTooLong(tx)} AS is_too_long, ${isNoticeDue(tx)} AS is_notice_due
    FROM integration_health h CROSS JOIN LATERAL (
      SELECT retries FROM integrations WHERE account_id = ${accountId} AND id = ${id} AND enabled LIMIT 1) i
    WHERE h.account_id = ${accountId} AND h.integration_id = ${id}
    FOR UPDATE OF h`;
  return row;
}

/** Pauses an integration that the caller holds. @returns when */
export async function markDisabled(tx: Tx, { accountId, id }: RowKey, reason: string): Promise<string> {
  const [row] = await tx<[{ disabled_at: string }]>`
    UPDATE integrations SET enabled = false, paused_at = clock_timestamp(), disabled_at = clock_timestamp(), disabled_reason = ${reason}
    WHERE account_id = ${accountId} AND id = ${id} RETURNING disabled_at`;
  return row.disabled_at;
}

/** Notes that the account's users were told. */
export async function markNoticed(tx: Tx, { accountId, id }: RowKey): Promise<void> {
  await tx`
    UPDATE integration_health SET noticed_at = clock_timestamp()
    WHERE account_id = ${accountId} AND integration_id = ${id}`;
}
