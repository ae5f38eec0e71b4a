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
 * @returns the ids of all of them; undefined where the signup is not on that list
 */
export async function lockForRemoval(
  tx: Tx,
  waitlistId: string,
  signupId: string,
): Promise<string[] | undefined> {
  // Their ids first, and then by key: one condition for all of them may read the whole list.
  const rows = await tx<{ id: string }[]>`
    WITH wanted AS MATERIALIZED (SELECT id, referred_by, referral_count FROM ${signupOf(tx, waitlistId, signupId)} s)
    SELECT id FROM signups
    WHERE id = ANY(ARRAY(
      SELECT id FROM wanted UNION ALL SELECT referred_by FROM wanted
      UNION ALL SELECT referred.id FROM wanted CROSS JOIN LATERAL (
        SELECT id FROM signups WHERE referred_by = wanted.id OFFSET 0) referred WHERE wanted.referral_count <= ${mostClearedAtOnce}))
    ORDER BY id FOR UPDATE`;
  return rows.length === 0 ? undefined : rows.map(({ id }) => id);
}

/**
 * Deletes a signup that the caller holds (`heldIds` of `lockForRemoval`), gives the credit back that it earned its referrer (§3.4), and forgets who referred those that it
 * referred (C3.5). Of a large referrer it only notes that it is gone: every reader takes a removed referrer for none.
 */
export async function deleteSignup(
  tx: Tx,
  signupId: string,
  heldIds: readonly string[],
): Promise<RemovedSignup> {
  const [removed] = await tx<[RemovedSignup]>`
    DELETE FROM signups s WHERE id = ${signupId}
    RETURNING id, email, position, metadata, created_at, clock_timestamp() AS removed_at,
              waitlist_id, (SELECT name FROM waitlists WHERE id = s.waitlist_id) AS waitlist_name,
              CASE WHEN NOT EXISTS (SELECT FROM removed_referrers r WHERE r.waitlist_id = s.waitlist_id AND r.signup_id = s.referred_by)
                   THEN referred_by END AS referred_by, referral_count,
              referrer_domain, (created_at AT TIME ZONE 'UTC')::date AS day, coalesce(utm_source, 'direct') AS source,
              (engagement_of(email_status, email_delivered_at, email_opened_at, email_clicked_at)).*`;
  if (removed.referred_by)
    await tx`UPDATE signups SET referral_count = referral_count - 1 WHERE id = ${removed.referred_by}`;
  if (removed.referral_count > mostClearedAtOnce)
    await tx`INSERT INTO removed_referrers (waitlist_id, signup_id) VALUES (${removed.waitlist_id}, ${removed.id})`;
  else if (removed.referral_count > 0)
    await tx`UPDATE signups SET referred_by = NULL WHERE id = ANY(${heldIds as string[]}::uuid[]) AND referred_by = ${removed.id}`;
  return removed;
}

/** Whether a removal leaves referred signups to be cleared. */
export const leavesReferrals = ({ referral_count }: RemovedSignup) => referral_count > mostClearedAtOnce;

/** Clears who referred them of some signups of a removed referrer. @returns how many of these there were */
export async function clearReferrals(tx: Tx, referrerId: string, limit: number): Promise<number> {
  // Read as far as the limit, and planned without it: by the index on referrers and no other.
  const rows = await tx<{ id: string }[]>`
    WITH referred AS MATERIALIZED (SELECT id FROM signups WHERE referred_by = ${referrerId}) SELECT id FROM referred LIMIT ${limit}`;
  const ids = rows.map(({ id }) => id);
  await together(
    lockSignups(tx, ids),
    tx`UPDATE signups SET referred_by = NULL WHERE id = ANY(${ids}::uuid[]) AND referred_by = ${referrerId}`,
  );
  return ids.length;
}

/** Forgets a removed referrer, once no signup names it any more. */
export async function forgetRemovedReferrer(tx: Tx, waitlistId: string, referrerId: string): Promise<void> {
  await tx`DELETE FROM removed_referrers WHERE waitlist_id = ${waitlistId} AND signup_id = ${referrerId}`;
}
