import { accountsWith } from '../../platform/postgres/accounts-with.ts';
import { keysOf, type RowKey, rowsByKey } from '../../platform/postgres/by-key.ts';
import type { Fragment, Statement, Tx } from '../../platform/postgres/connection.ts';
import type { JobNotification } from '../../platform/queue/jobs.ts';

/** What a signup has not proven yet of the referrals that reach a reward. */
export interface Unproven {
  readonly account_id: string;
  readonly signup_id: string;
  /** Credited referrals that do not count yet. */
  readonly unproven: number;
  /** When the next of them counts by its age; null: none does. */
  readonly looks_at: string | null;
  /** Whether a reward waits for them. */
  readonly is_waiting: boolean;
}

/**
 * The referrals of signups, which the caller holds, that are credited and do not count for rewards yet (N5).
 * A judged referral counts once its address is confirmed or a person approved it, or once its mail was
 * delivered or `settle_hours` passed, if no mail came back. Only lists that enforce ask, for those with a
 * reward to grant.
 */
export function listUnproven(tx: Tx, signups: readonly RowKey[]): Promise<Unproven[]> {
  return tx<Unproven[]>`
    SELECT s.account_id, s.id AS signup_id, claims.unproven, claims.looks_at,
           s.referral_count - claims.unproven < ungranted.highest AS is_waiting
    FROM ${rowsByKey(tx, 'signups', keysOf(tx, signups))} s
    CROSS JOIN LATERAL (
      SELECT settings, make_interval(hours => (abuse_policy ->> 'settle_hours')::integer) AS settling FROM waitlist_settings
      WHERE account_id = s.account_id AND waitlist_id = s.waitlist_id AND abuse_policy ->> 'mode' = 'enforce' LIMIT 1) c
    CROSS JOIN LATERAL (
      SELECT max(reward.at) AS highest FROM jsonb_to_recordset(c.settings -> 'rewards') AS reward(at integer)
      WHERE reward.at <= s.referral_count
        AND NOT EXISTS (SELECT FROM reward_grants g WHERE g.account_id = s.account_id AND g.signup_id = s.id AND g.at = reward.at)
      HAVING count(*) > 0) ungranted
    CROSS JOIN LATERAL (
      SELECT count(*)::integer AS unproven, min(r.created_at + c.settling) FILTER (WHERE NOT r.is_bad) AS looks_at
      FROM (SELECT *, reasons && '{bounced,complained,failed}' AS is_bad FROM referral_claims
            WHERE account_id = s.account_id AND referrer_id = s.id AND credited AND coalesce(reviewer, 'service') = 'service') r
      CROSS JOIN LATERAL (SELECT * FROM signups WHERE account_id = r.account_id AND id = r.signup_id LIMIT 1) f
      WHERE f.confirmed_at IS NULL
        AND (r.is_bad OR (r.created_at > clock_timestamp() - c.settling
                          AND coalesce(f.email_delivered_at, f.email_opened_at, f.email_clicked_at) IS NULL))) claims`;
}

/**
 * Notes which of these signups, which the caller holds, wait for their referrals. @returns new ones: they are
 * to be looked at again, because what proves a referral enqueues the job only where such a note is committed
 */
export async function saveWaits(
  tx: Tx,
  signups: readonly RowKey[],
  unproven: readonly Unproven[],
): Promise<RowKey[]> {
  const waiting = unproven.filter(({ is_waiting }) => is_waiting);
  const ids = new Set(waiting.map(({ signup_id }) => signup_id));
  await deleteWaitsOf(
    tx,
    signups.filter(({ id }) => !ids.has(id)),
  );
  if (waiting.length === 0) return [];
  const rows = await tx<(RowKey & { is_new: boolean })[]>`
    INSERT INTO reward_waits (account_id, signup_id, looks_at)
    SELECT * FROM json_to_recordset(${JSON.stringify(waiting)}::text::json) AS r(account_id uuid, signup_id uuid, looks_at timestamptz)
    ORDER BY signup_id
    ON CONFLICT (account_id, signup_id) DO UPDATE SET looks_at = excluded.looks_at
    RETURNING account_id AS "accountId", signup_id AS id, xmax = 0 AS is_new`;
  return rows.filter(({ is_new }) => is_new);
}

/** Deletes the notes on signups that are held. */
export const deleteWaitsOf = (tx: Tx, signups: readonly RowKey[]): Statement => tx`
  DELETE FROM reward_waits WHERE ctid = ANY (ARRAY(
    SELECT w.place FROM ${keysOf(tx, signups)} CROSS JOIN LATERAL (
      SELECT ctid AS place FROM reward_waits WHERE account_id = key.account_id AND signup_id = key.id LIMIT 1) w))`;

/** Enqueues grant-rewards for those of these referrers whose rewards wait. The caller holds them. */
export const enqueueWaiting = (tx: Tx, referrers: readonly RowKey[]): Statement => tx`
  INSERT INTO outbox (account_id, job, id)
  SELECT key.account_id, 'grant-rewards', key.id FROM ${keysOf(tx, referrers)}
  WHERE EXISTS (SELECT FROM reward_waits WHERE account_id = key.account_id AND signup_id = key.id)
  ON CONFLICT (account_id, job, id) DO NOTHING`;

/** The condition that a reward waits for a referral claim `c`. */
export const isWaitedFor = (tx: Tx): Fragment =>
  tx`EXISTS (SELECT FROM reward_waits w WHERE w.account_id = c.account_id AND w.signup_id = c.referrer_id)`;

/**
 * Enqueues signups for whom another referral counts by now, oldest first: as many of each account. @returns
 * the new jobs
 */
export function enqueueDueRewards(tx: Tx, perAccount: number): Promise<JobNotification[]> {
  const isDue = tx`looks_at IS NOT NULL AND looks_at <= statement_timestamp()`;
  return tx<JobNotification[]>`
    WITH RECURSIVE ${accountsWith(tx, 'reward_waits', isDue)}
    INSERT INTO outbox (account_id, job, id)
    SELECT due.account_id, 'grant-rewards', due.signup_id FROM accounts CROSS JOIN LATERAL (
      SELECT account_id, signup_id FROM reward_waits WHERE account_id = accounts.id AND ${isDue}
      ORDER BY looks_at LIMIT ${perAccount}) due
    ORDER BY 1, 3
    ON CONFLICT (account_id, job, id) DO NOTHING RETURNING id, account_id AS "accountId"`;
}
