import type { IntegrationType } from '../../events/names.ts';
import type { Sql, Tx } from '../../platform/postgres/connection.ts';

/** A day with signups. */
export interface DayCount {
  readonly waitlist_id: string;
  readonly day: string;
  readonly signups: number;
}

/** Signups per day of these lists, from a day on; days without any are left out. */
export function countRecentDays(
  sql: Sql,
  accountId: string,
  waitlistIds: readonly string[],
  from: string,
): Promise<DayCount[]> {
  return sql<DayCount[]>`
    SELECT list.id AS waitlist_id, d.day, d.signups
    FROM unnest(${waitlistIds as string[]}::uuid[]) AS list(id) CROSS JOIN LATERAL (
      SELECT day, sum(signups)::integer AS signups FROM signup_daily
      WHERE account_id = ${accountId} AND waitlist_id = list.id AND day >= ${from}::date GROUP BY day) d`;
}

/** A new signup of an account. */
export interface NewSignup {
  readonly id: string;
  readonly email: string;
  readonly created_at: string;
  readonly waitlist_id: string;
  readonly waitlist_name: string;
}

/** Signups of a list that was deleted just now are skipped, up to so many. */
const mostSkipped = 200;

/** The newest signups of all lists: ids are in the order of time. */
export function listNewest(sql: Sql, accountId: string, limit: number): Promise<NewSignup[]> {
  return sql<NewSignup[]>`
    SELECT s.id, s.email, s.created_at, w.id AS waitlist_id, w.name AS waitlist_name
    FROM (SELECT id, email, created_at, waitlist_id FROM signups WHERE account_id = ${accountId}
          ORDER BY id DESC LIMIT ${mostSkipped}) s
    CROSS JOIN LATERAL (
      SELECT id, name, deleted_at FROM waitlists WHERE account_id = ${accountId} AND id = s.waitlist_id LIMIT 1) w
    WHERE w.deleted_at IS NULL ORDER BY s.created_at DESC, s.id DESC LIMIT ${limit}`;
}

/** An integration whose newest delivery failed, or which the service has disabled. */
export interface FailingIntegration {
  readonly type: IntegrationType;
  readonly is_disabled: boolean;
  /** Why. */
  readonly error: string | null;
  /** When. */
  readonly created_at: string;
}

/** Longer than an attempt takes (C7.4). */
const longestAttempt = '15 seconds';

/**
 * The enabled integrations whose newest finished delivery failed, and those that the service has disabled.
 */
export function listFailing(sql: Sql, accountId: string): Promise<FailingIntegration[]> {
  return sql<FailingIntegration[]>`
    SELECT i.type, NOT i.enabled AS is_disabled, CASE WHEN i.enabled THEN d.error ELSE i.disabled_reason END AS error,
           CASE WHEN i.enabled THEN d.created_at ELSE i.disabled_at END AS created_at
    FROM integrations i LEFT JOIN LATERAL (
      SELECT status, error, created_at FROM deliveries
      WHERE account_id = i.account_id AND integration_id = i.id AND created_at > '-infinity'
        AND (status <> 'attempting' OR created_at < clock_timestamp() - ${longestAttempt}::interval)
      ORDER BY created_at DESC, id DESC LIMIT 1) d ON i.enabled
    WHERE i.account_id = ${accountId} AND CASE WHEN i.enabled THEN d.status <> 'success' ELSE i.disabled_at IS NOT NULL END
    ORDER BY i.type`;
}

/** A waitlist that withholds referrals, with those that wait for a decision. */
export interface ListToReview {
  readonly id: string;
  readonly name: string;
  readonly open: number;
}

/** More of a waitlist are not counted. */
const mostOpen = 10_000;

/**
 * The waitlists of an account that withhold referrals, with those that wait for a decision: they are not
 * credited. Those with the most first.
 */
export function listToReview(sql: Sql, accountId: string, limit: number): Promise<ListToReview[]> {
  return sql<ListToReview[]>`
    SELECT w.id, w.name, review.open FROM waitlists w
    JOIN waitlist_counters c ON c.account_id = ${accountId} AND c.waitlist_id = w.id AND c.abuse_mode = 'enforce'
    CROSS JOIN LATERAL (
      SELECT count(*)::integer AS open FROM (
        SELECT 1 FROM referral_claims r
        WHERE r.account_id = ${accountId} AND r.waitlist_id = w.id AND r.state = 'open' AND r.verdict <> 'ok' AND NOT r.credited
          AND r.referrer_id <> ALL (ARRAY(SELECT signup_id FROM removed_referrers WHERE account_id = ${accountId} AND waitlist_id = w.id))
        LIMIT ${mostOpen}) waiting) review
    WHERE w.account_id = ${accountId} AND w.deleted_at IS NULL AND review.open > 0 ORDER BY review.open DESC, w.id LIMIT ${limit}`;
}

/** A waitlist whose form refuses every post. */
export interface ListWithClosedForm {
  readonly id: string;
  readonly name: string;
  /** The labels of the required fields that the form does not take. */
  readonly unasked: readonly string[];
}

/** The waitlists of an account whose enabled form does not take a field that is required. */
export function listClosedForms(sql: Sql, accountId: string, limit: number): Promise<ListWithClosedForm[]> {
  return sql<ListWithClosedForm[]>`
    SELECT w.id, w.name, array_agg(d.label ORDER BY d.position, d.key) AS unasked
    FROM waitlist_settings s
    JOIN waitlists w ON w.account_id = ${accountId} AND w.id = s.waitlist_id AND w.deleted_at IS NULL
    JOIN field_definitions d ON d.account_id = ${accountId} AND d.waitlist_id = s.waitlist_id AND d.required
    WHERE s.account_id = ${accountId} AND s.settings #>> '{form,enabled}' = 'true'
      AND NOT coalesce(s.settings #> '{form,fields}', '[]') ? d.key
    GROUP BY w.id, w.name ORDER BY w.id LIMIT ${limit}`;
}

/** What a new account has done so far. */
export interface FirstStepsRow {
  readonly has_key: boolean;
  readonly has_signup: boolean;
  readonly has_mail: boolean;
  readonly has_site: boolean;
  readonly has_integration: boolean;
  readonly is_dismissed: boolean;
}

export async function findFirstSteps(sql: Sql, accountId: string): Promise<FirstStepsRow> {
  const [row] = await sql<[FirstStepsRow]>`
    SELECT EXISTS (SELECT FROM api_keys WHERE account_id = a.id AND revoked_at IS NULL) AS has_key,
           EXISTS (SELECT FROM waitlist_counters WHERE account_id = a.id AND live_count > 0) AS has_signup,
           EXISTS (SELECT FROM signup_email_counts WHERE account_id = a.id AND (sent > 0 OR delivered > 0)) AS has_mail,
           EXISTS (SELECT FROM waitlist_settings WHERE account_id = a.id AND (settings #>> '{links,site_url}' IS NOT NULL OR settings #>> '{page,enabled}' = 'true')) AS has_site,
           EXISTS (SELECT FROM integrations WHERE account_id = a.id) AS has_integration,
           a.checklist_dismissed_at IS NOT NULL AS is_dismissed
    FROM accounts a WHERE a.id = ${accountId}`;
  return row;
}

export async function markDismissed(tx: Tx, accountId: string): Promise<void> {
  await tx`
    UPDATE accounts SET checklist_dismissed_at = clock_timestamp()
    WHERE id = ${accountId} AND checklist_dismissed_at IS NULL`;
}
