import { isByKey, keysFrom, keysOf, type RowKey, rowsByKey } from '../../../platform/postgres/by-key.ts';
import { pipeline, type Tx } from '../../../platform/postgres/connection.ts';
import { tallyBy } from '../../../platform/process/tally.ts';
import type { FactsOfRow } from '../../publishing/signup-facts.ts';
import { lockSignups } from '../queries.ts';

export interface RemovedSignup {
  id: string;
  email: string;
  position: number;
  metadata: Record<string, string>;
  fields: FactsOfRow['fields'];
  referral_code: string;
  created_at: string;
  removed_at: string;
  /** In lower case, as stored. */
  waitlist_id: string;
  waitlist_name: string;
  referred_by: string | null;
  referral_count: number;
  /** Whether its referrer has the credit for it. */
  credited: boolean;
  /** Whether it has confirmed its address, as 0 or 1. */
  confirmed: number;
  /** Whether it referred signups for which it has no credit. They are not in its count. */
  has_uncredited: boolean;
  /** Whether signups passed its code on a list that judges referrals. */
  has_claims: boolean;
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
 * How many referred signups a removal clears for each referrer. If there are more, the job clear-referrals
 * does it.
 */
export interface ClearingLimit {
  readonly maxClearedForEach: number;
}

/**
 * Locks all signups that a removal changes, in the order of their ids: those to remove, their referrers and,
 * of referrers with few referrals, those that they referred. The caller holds the counter of their waitlist.
 * @returns the keys of all of them
 */
export function lockForRemoval(
  tx: Tx,
  removed: readonly RowKey[],
  { maxClearedForEach }: ClearingLimit,
): Promise<RowKey[]> {
  // Collects the keys first and locks by key; a single condition might scan the whole waitlist.
  const keys = keysFrom(
    tx,
    tx`
    SELECT account_id, id FROM wanted UNION ALL SELECT account_id, referred_by FROM wanted
    UNION ALL SELECT wanted.account_id, referred.id FROM wanted CROSS JOIN LATERAL (
      SELECT id FROM signups WHERE account_id = wanted.account_id AND referred_by = wanted.id OFFSET 0) referred
    WHERE wanted.referral_count BETWEEN 1 AND ${maxClearedForEach}`,
  );
  return tx<RowKey[]>`
    WITH wanted AS MATERIALIZED (
      SELECT s.account_id, s.id, s.referred_by, s.referral_count FROM ${rowsByKey(tx, 'signups', keysOf(tx, removed))} s)
    SELECT s.account_id AS "accountId", s.id FROM ${rowsByKey(tx, 'signups', keys, tx`FOR UPDATE`)} s`;
}

/**
 * Deletes signups of an account that `lockForRemoval` has locked with `lockedKeys`. Decrements the counts of
 * their referrers (§3.4) and clears `referred_by` of those that they referred (C3.5). Of a referrer of many
 * it only records that it is gone; readers treat it as null.
 */
export async function deleteSignups(
  tx: Tx,
  accountId: string,
  signups: readonly RowKey[],
  lockedKeys: readonly RowKey[],
  limit: ClearingLimit,
): Promise<RemovedSignup[]> {
  const engagement = tx`engagement_of(email_status, email_delivered_at, email_opened_at, email_clicked_at)`;
  const removed = await tx<RemovedSignup[]>`
    DELETE FROM signups s WHERE ${isByKey(tx, 'signups', keysOf(tx, signups))}
    RETURNING id, email, position, metadata, fields, referral_code, created_at, clock_timestamp() AS removed_at,
              waitlist_id, (SELECT name FROM waitlists w WHERE w.account_id = s.account_id AND w.id = s.waitlist_id) AS waitlist_name,
              CASE WHEN NOT EXISTS (
                     SELECT FROM removed_referrers r
                     WHERE r.account_id = s.account_id AND r.waitlist_id = s.waitlist_id AND r.signup_id = s.referred_by)
                   THEN referred_by END AS referred_by, uncredited IS NULL AS credited, referral_count,
              (confirmed_at IS NOT NULL)::integer AS confirmed,
              CASE WHEN referral_count <= ${limit.maxClearedForEach} -- so at most that many are read before one without a credit
                   THEN EXISTS (SELECT FROM signups p WHERE p.account_id = s.account_id AND p.referred_by = s.id AND p.uncredited IS NOT NULL)
                   ELSE false END AS has_uncredited,
              EXISTS (SELECT FROM referral_claim_counts p WHERE p.account_id = s.account_id AND p.referrer_id = s.id) AS has_claims,
              referrer_domain, (created_at AT TIME ZONE 'UTC')::date AS day, coalesce(utm_source, 'direct') AS source,
              (${engagement}).sent, (${engagement}).delivered, (${engagement}).opened, (${engagement}).clicked`;
  const lost = tallyBy(referralsLost(removed), (id) => id);
  if (lost.size > 0) {
    const counts = JSON.stringify([...lost].map(([id, count]) => ({ id, count })));
    const keys = [...lost.keys()].map((id) => ({ accountId, id }));
    await tx`
      UPDATE signups s SET referral_count = s.referral_count - (
        SELECT l.count FROM json_to_recordset(${counts}::text::json) AS l(id uuid, count integer) WHERE l.id = s.id)
      WHERE ${isByKey(tx, 'signups', keysOf(tx, keys))}`;
  }
  const [many, few] = [removed.filter(leavesReferrals(limit)), removed.filter(hasFewReferrals(limit))];
  if (many.length > 0)
    await tx`
      INSERT INTO removed_referrers (account_id, waitlist_id, signup_id)
      SELECT ${accountId}, waitlist_id, id
      FROM unnest(${many.map((each) => each.waitlist_id)}::uuid[], ${many.map(({ id }) => id)}::uuid[]) AS many(waitlist_id, id)`;
  if (few.length > 0)
    await tx`
      UPDATE signups SET referred_by = NULL
      WHERE ${isByKey(tx, 'signups', keysOf(tx, lockedKeys))} AND referred_by = ANY (${few.map(({ id }) => id)}::uuid[])`;
  return removed;
}

/** The referrers of removed signups that stay, one for each referral that they lose. */
function referralsLost(removed: readonly RemovedSignup[]): string[] {
  const gone = new Set(removed.map(({ id }) => id));
  return removed.flatMap(({ referred_by: id, credited }) =>
    id === null || gone.has(id) || !credited ? [] : [id],
  );
}

/** How many signups with a referrer there are less: removed ones, and those whose referrer was removed. */
export function countReferredLess(removed: readonly RemovedSignup[]): number {
  return removed.reduce((sum, { referral_count }) => sum + referral_count, referralsLost(removed).length);
}

/** Whether the job clear-referrals has to clear the signups that a removed one referred. */
export const leavesReferrals =
  ({ maxClearedForEach }: ClearingLimit) =>
  ({ referral_count, has_uncredited, has_claims }: RemovedSignup) =>
    has_uncredited || has_claims || referral_count > maxClearedForEach;

const hasFewReferrals =
  ({ maxClearedForEach }: ClearingLimit) =>
  ({ referral_count, has_uncredited, has_claims }: RemovedSignup) =>
    !has_uncredited && !has_claims && referral_count > 0 && referral_count <= maxClearedForEach;

/**
 * Clears `referred_by` of up to `limit` signups of a deleted referrer.
 * @returns the number of cleared signups
 */
export async function clearSomeReferrals(
  tx: Tx,
  { accountId, id: referrerId }: RowKey,
  limit: number,
): Promise<number> {
  // MATERIALIZED hides the limit from the planner, so it uses the index on referrers.
  const keys = await tx<RowKey[]>`
    WITH referred AS MATERIALIZED (
      SELECT account_id AS "accountId", id FROM signups WHERE account_id = ${accountId} AND referred_by = ${referrerId})
    SELECT "accountId", id FROM referred LIMIT ${limit}`;
  await pipeline(
    lockSignups(tx, keys),
    tx`UPDATE signups SET referred_by = NULL, uncredited = NULL WHERE ${isByKey(tx, 'signups', keysOf(tx, keys))} AND referred_by = ${referrerId}`,
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
