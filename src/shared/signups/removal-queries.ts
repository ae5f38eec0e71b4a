import { isByKey, keysFrom, keysOf, type RowKey, rowsByKey } from '../postgres/by-key.ts';
import { pipeline, type Tx } from '../postgres/connection.ts';
import { lockSignups, signupOf } from './queries.ts';

export interface RemovedSignup {
  id: string;
  email: string;
  position: number;
  metadata: Record<string, string>;
  created_at: string;
  removed_at: string;
  /** In lower case, as stored. */
  waitlist_id: string;
  waitlist_name: string;
  referred_by: string | null;
  referral_count: number;
  referrer_domain: string | null;
  day: string;
  source: string;
  /** Its contribution to the email statistics, each 0 or 1. */
  sent: number;
  delivered: number;
  opened: number;
  clicked: number;
}

/**
 * A removal clears at most this many referred signups. If there are more, the job clear-referrals does it.
 */
const maxClearedAtOnce = 100;

/**
 * Locks all signups that a removal changes, in the order of their ids:
 * the signup, its referrer and, if there are few, those that it referred.
 * @returns their keys; undefined if the signup is not on the waitlist
 */
export async function lockForRemoval(
  tx: Tx,
  accountId: string,
  waitlistId: string,
  signupId: string,
): Promise<RowKey[] | undefined> {
  // Collects the keys first and locks by key; a single condition might scan the whole waitlist.
  const keys = keysFrom(
    tx,
    tx`
    SELECT account_id, id FROM wanted UNION ALL SELECT account_id, referred_by FROM wanted
    UNION ALL SELECT wanted.account_id, referred.id FROM wanted CROSS JOIN LATERAL (
      SELECT id FROM signups WHERE account_id = wanted.account_id AND referred_by = wanted.id OFFSET 0) referred
    WHERE wanted.referral_count <= ${maxClearedAtOnce}`,
  );
  const rows = await tx<RowKey[]>`
    WITH wanted AS MATERIALIZED (
      SELECT account_id, id, referred_by, referral_count FROM ${signupOf(tx, accountId, waitlistId, signupId)} s)
    SELECT s.account_id AS "accountId", s.id FROM ${rowsByKey(tx, 'signups', keys, tx`FOR UPDATE`)} s`;
  return rows.length === 0 ? undefined : rows;
}

/**
 * Deletes a signup that `lockForRemoval` has locked with `lockedKeys`.
 * Decrements the count of its referrer (§3.4) and clears `referred_by` of those that it referred (C3.5).
 * If there are many, it only records the deleted referrer; readers treat it as null.
 */
export async function deleteSignup(
  tx: Tx,
  { accountId, id: signupId }: RowKey,
  lockedKeys: readonly RowKey[],
): Promise<RemovedSignup> {
  const [removed] = await tx<[RemovedSignup]>`
    DELETE FROM signups s WHERE account_id = ${accountId} AND id = ${signupId}
    RETURNING id, email, position, metadata, created_at, clock_timestamp() AS removed_at,
              waitlist_id, (SELECT name FROM waitlists w WHERE w.account_id = s.account_id AND w.id = s.waitlist_id) AS waitlist_name,
              CASE WHEN NOT EXISTS (
                     SELECT FROM removed_referrers r
                     WHERE r.account_id = s.account_id AND r.waitlist_id = s.waitlist_id AND r.signup_id = s.referred_by)
                   THEN referred_by END AS referred_by, referral_count,
              referrer_domain, (created_at AT TIME ZONE 'UTC')::date AS day, coalesce(utm_source, 'direct') AS source,
              (engagement_of(email_status, email_delivered_at, email_opened_at, email_clicked_at)).*`;
  if (removed.referred_by)
    await tx`
      UPDATE signups SET referral_count = referral_count - 1 WHERE account_id = ${accountId} AND id = ${removed.referred_by}`;
  if (removed.referral_count > maxClearedAtOnce)
    await tx`
      INSERT INTO removed_referrers (account_id, waitlist_id, signup_id) VALUES (${accountId}, ${removed.waitlist_id}, ${removed.id})`;
  else if (removed.referral_count > 0)
    await tx`
      UPDATE signups SET referred_by = NULL WHERE ${isByKey(tx, 'signups', keysOf(tx, lockedKeys))} AND referred_by = ${removed.id}`;
  return removed;
}

/** Whether the job clear-referrals has to clear the referred signups. */
export const leavesReferrals = ({ referral_count }: RemovedSignup) => referral_count > maxClearedAtOnce;

/**
 * Clears `referred_by` of up to `limit` signups of a deleted referrer.
 * @returns the number of cleared signups
 */
export async function clearReferrals(
  tx: Tx,
  { accountId, id: referrerId }: RowKey,
  limit: number,
): Promise<number> {
  // MATERIALIZED hides the limit from the planner, so it uses the index on referrers.
  const keys = await tx<RowKey[]>`
    WITH referred AS MATERIALIZED (
      SELECT account_id AS "accountId", id FROM signups WHERE account_id = ${accountId} AND referred_by = ${referrerId})
    SELECT * FROM referred LIMIT ${limit}`;
  await pipeline(
    lockSignups(tx, keys),
    tx`UPDATE signups SET referred_by = NULL WHERE ${isByKey(tx, 'signups', keysOf(tx, keys))} AND referred_by = ${referrerId}`,
  );
  return keys.length;
}

/** Forgets a removed referrer, once no signup names it any more. */
export async function forgetRemovedReferrer(
  tx: Tx,
  waitlistId: string,
  { accountId, id: referrerId }: RowKey,
): Promise<void> {
  await tx`
    DELETE FROM removed_referrers
    WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId} AND signup_id = ${referrerId}`;
}
