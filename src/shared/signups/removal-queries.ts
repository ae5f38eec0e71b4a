import { isByKey, keysFrom, keysOf, type RowKey, rowsByKey } from '../postgres/by-key.ts';
import { type Tx, together } from '../postgres/connection.ts';
import { lockSignups, signupOf } from './queries.ts';

export interface RemovedSignup {
  id: string;
  email: string;
  position: number;
  metadata: Record<string, string>;
  created_at: string;
  removed_at: string;
  /** As it is stored, however the caller wrote it. */
  waitlist_id: string;
  waitlist_name: string;
  /** Who gets the credit back. */
  referred_by: string | null;
  /** How many it referred. */
  referral_count: number;
  referrer_domain: string | null;
  day: string;
  source: string;
  /** How it counted in the email statistics, each 0 or 1. */
  sent: number;
  delivered: number;
  opened: number;
  clicked: number;
}

/** How many referred signups a removal changes itself; those of a larger referrer are cleared by a job. */
const mostClearedAtOnce = 100;

/**
 * Holds the signup, its referrer and those that it referred, as far as a removal changes them, by id as everywhere.
 * @returns the keys of all of them; undefined where the signup is not on that list
 */
export async function lockForRemoval(
  tx: Tx,
  accountId: string,
  waitlistId: string,
  signupId: string,
): Promise<RowKey[] | undefined> {
  // Their ids first, and then by key: one condition for all of them may read the whole list.
  const keys = keysFrom(
    tx,
    tx`
    SELECT account_id, id FROM wanted UNION ALL SELECT account_id, referred_by FROM wanted
    UNION ALL SELECT wanted.account_id, referred.id FROM wanted CROSS JOIN LATERAL (
      SELECT id FROM signups WHERE account_id = wanted.account_id AND referred_by = wanted.id OFFSET 0) referred
    WHERE wanted.referral_count <= ${mostClearedAtOnce}`,
  );
  const rows = await tx<RowKey[]>`
    WITH wanted AS MATERIALIZED (
      SELECT account_id, id, referred_by, referral_count FROM ${signupOf(tx, accountId, waitlistId, signupId)} s)
    SELECT s.account_id AS "accountId", s.id FROM ${rowsByKey(tx, 'signups', keys, tx`FOR UPDATE`)} s`;
  return rows.length === 0 ? undefined : rows;
}

/**
 * Deletes a signup that the caller holds (`held` of `lockForRemoval`), gives the credit back that it earned its referrer (§3.4), and forgets who referred those that it
 * referred (C3.5). Of a large referrer it only notes that it is gone: every reader takes a removed referrer for none.
 */
export async function deleteSignup(
  tx: Tx,
  { accountId, id: signupId }: RowKey,
  held: readonly RowKey[],
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
  if (removed.referral_count > mostClearedAtOnce)
    await tx`
      INSERT INTO removed_referrers (account_id, waitlist_id, signup_id) VALUES (${accountId}, ${removed.waitlist_id}, ${removed.id})`;
  else if (removed.referral_count > 0)
    await tx`
      UPDATE signups SET referred_by = NULL WHERE ${isByKey(tx, 'signups', keysOf(tx, held))} AND referred_by = ${removed.id}`;
  return removed;
}

/** Whether a removal leaves referred signups to be cleared. */
export const leavesReferrals = ({ referral_count }: RemovedSignup) => referral_count > mostClearedAtOnce;

/** Clears who referred them of some signups of a removed referrer. @returns how many of these there were */
export async function clearReferrals(
  tx: Tx,
  { accountId, id: referrerId }: RowKey,
  limit: number,
): Promise<number> {
  // Read as far as the limit, and planned without it: by the index on referrers and no other.
  const keys = await tx<RowKey[]>`
    WITH referred AS MATERIALIZED (
      SELECT account_id AS "accountId", id FROM signups WHERE account_id = ${accountId} AND referred_by = ${referrerId})
    SELECT * FROM referred LIMIT ${limit}`;
  await together(
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
