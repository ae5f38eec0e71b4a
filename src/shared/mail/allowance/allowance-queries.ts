import type { PlanName } from '../../account/plans.ts';
import { rowsByKey } from '../../platform/postgres/by-key.ts';
import { type Fragment, pipeline, type Sql, type Tx } from '../../platform/postgres/connection.ts';
import { yieldingKinds } from '../kinds.ts';

/** What an account has used of its month so far, and how many of its mails are held. */
export async function findUsage(
  sql: Sql,
  accountId: string,
): Promise<{ month: string; reserved: number; held: number }> {
  const [row] = await sql<[{ month: string; reserved: number; held: number }]>`
    SELECT current_month() AS month,
           coalesce((SELECT u.reserved FROM email_usage u WHERE u.account_id = ${accountId} AND u.month = current_month()), 0) AS reserved,
           (SELECT count(*)::integer FROM mails m WHERE m.account_id = ${accountId} AND m.state = 'held') AS held`;
  return row;
}

/** What decides how many more mails of an account find a route now. */
export interface RoomRow {
  readonly plan: PlanName;
  readonly managed_emails_per_month: number | null;
  /** Whether the account has a provider of its own. */
  readonly has_own: boolean;
  readonly reserved: number;
  /** Whether mails that go before those that yield wait for an allowance. */
  readonly has_held: boolean;
}

/** @returns undefined if the account is gone */
export async function findRoom(tx: Tx, accountId: string): Promise<RoomRow | undefined> {
  const [row] = await tx<RoomRow[]>`
    SELECT a.plan, a.managed_emails_per_month, EXISTS (SELECT FROM email_providers WHERE account_id = a.id) AS has_own,
           coalesce((SELECT u.reserved FROM email_usage u WHERE u.account_id = a.id AND u.month = current_month()), 0) AS reserved,
           EXISTS (SELECT FROM mails m WHERE m.account_id = a.id AND m.state = 'held' AND m.kind <> ALL (${yieldingKinds()}::text[])) AS has_held
    FROM accounts a WHERE a.id = ${accountId}`;
  return row;
}

/** Reservations that an account's mails ask for. */
export interface ReservationRequest {
  readonly account_id: string;
  readonly wanted: number;
  /** The whole month's number, burst included. */
  readonly allowance: number;
}

/** An account's month. */
export interface UsageKey {
  readonly account_id: string;
  readonly month: string;
}

/**
 * Reserves as much as the allowance has left, never more, however many ask at once (C6.4). Holds the usage
 * rows until commit, those of `givingBack` too, in one order. @returns how many each account got
 */
export async function reserveAllowance(
  tx: Tx,
  month: string,
  requests: readonly ReservationRequest[],
  givingBack: readonly UsageKey[] = [],
): Promise<Map<string, number>> {
  const accounts = requests.map(({ account_id }) => account_id);
  const [, , rows] = await pipeline(
    tx`
    INSERT INTO email_usage (account_id, month, reserved) SELECT id, ${month}::date, 0 FROM unnest(${accounts}::uuid[]) id ORDER BY id
    ON CONFLICT DO NOTHING`,
    lockUsage(tx, [...accounts.map((account_id) => ({ account_id, month })), ...givingBack]),
    tx<{ account_id: string; granted: number }[]>`
    WITH free AS MATERIALIZED (
      SELECT r.account_id, greatest(0, least(r.wanted, r.allowance - u.reserved))::integer AS granted
      FROM json_to_recordset(${JSON.stringify(requests)}::text::json) AS r(account_id uuid, wanted integer, allowance bigint)
      CROSS JOIN LATERAL (SELECT reserved FROM email_usage WHERE account_id = r.account_id AND month = ${month}::date LIMIT 1) u
    ), taken AS (
      UPDATE email_usage u SET reserved = u.reserved + (SELECT granted FROM free WHERE free.account_id = u.account_id)
      WHERE u.account_id = ANY (ARRAY(SELECT account_id FROM free WHERE granted > 0)) AND u.month = ${month}::date
    )
    SELECT account_id, granted FROM free`,
  );
  return new Map(rows.map((row) => [row.account_id, row.granted]));
}

const lockUsage = (tx: Tx, keys: readonly UsageKey[]) => tx`
  SELECT 1 FROM (
    SELECT DISTINCT account_id, month FROM json_to_recordset(${JSON.stringify(keys)}::text::json) AS k(account_id uuid, month date) ORDER BY 1, 2) k
  CROSS JOIN LATERAL (
    SELECT 1 FROM email_usage WHERE account_id = k.account_id AND month = k.month LIMIT 1 FOR NO KEY UPDATE) held`;

/**
 * Holds the usage rows that count the reservations of the mails with these keys, by account and month. The
 * caller holds the mails.
 */
export const lockReservations = (tx: Tx, emails: Fragment) => tx`
  SELECT 1 FROM (
    SELECT DISTINCT m.account_id, m.reserved_month AS month FROM ${rowsByKey(tx, 'mails', emails)} m
    WHERE m.reserved_month IS NOT NULL ORDER BY 1, 2) k
  CROSS JOIN LATERAL (
    SELECT 1 FROM email_usage WHERE account_id = k.account_id AND month = k.month LIMIT 1 FOR NO KEY UPDATE) held`;

/** Releases the reservation of a mail that did not leave. */
export async function releaseReservation(tx: Tx, accountId: string, month: string): Promise<void> {
  await tx`UPDATE email_usage SET reserved = reserved - 1 WHERE account_id = ${accountId} AND month = ${month}::date`;
}

/**
 * The part of a statement that releases the reservations in `back (account_id, month, reservations)`. The
 * caller holds the usage rows: a statement takes its locks in no promised order, and two of them might wait
 * for each other.
 */
export const releasing = (tx: Tx) => tx`
  given_back AS (
    UPDATE email_usage u
    SET reserved = u.reserved - (SELECT reservations FROM back WHERE (back.account_id, back.month) = (u.account_id, u.month))
    WHERE u.account_id = ANY (ARRAY(SELECT account_id FROM back)) AND u.month = ANY (ARRAY(SELECT month FROM back))
      AND (SELECT true FROM back WHERE (back.account_id, back.month) = (u.account_id, u.month))
  )`;
