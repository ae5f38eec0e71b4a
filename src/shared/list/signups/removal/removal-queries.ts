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
 */
export async function lockForRemoval(
  tx: Tx,
  removed: readonly RowKey[],
  { maxClearedForEach }: ClearingLimit,
): Promise<void> {
  // Collects the keys first and locks by key; a single condition might scan the whole waitlist.
  const keys = keysFrom(
    tx,
    tx`
    SELECT account_id, id FROM wanted UNION ALL SELECT account_id, referred_by FROM wanted
    UNION ALL SELECT wanted.account_id, referred.id FROM wanted CROSS JOIN LATERAL (
      SELECT id FROM signups WHERE account_id = wanted.account_id AND referred_by = wanted.id OFFSET 0) referred
    WHERE wanted.referral_count BETWEEN 1 AND ${maxClearedForEach}`,
  );
  await tx`
    WITH wanted AS MATERIALIZED (
      SELECT s.account_id, s.id, s.referred_by, s.referral_count FROM ${rowsByKey(tx, 'signups', keysOf(tx, removed))} s)
    SELECT count(*) FROM (SELECT 1 FROM ${rowsByKey(tx, 'signups', keys, tx`FOR UPDATE`)} s) held`;
}

/**
 * Deletes signups of an account that `lockForRemoval` has locked. Decrements the counts of their referrers
 * (§3.4) and clears `referred_by` of those that they referred (C3.5). Of a referrer of many it only records
 * that it is gone; readers treat it as null.
 */
export async function deleteSignups(
  tx: Tx,
  accountId: string,
  signups: readonly RowKey[],
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
    await tx`
      UPDATE signups s SET referral_count = s.referral_count - less.count
      FROM (
        SELECT held.place, l.count FROM json_to_recordset(${counts}::text::json) AS l(id uuid, count integer)
        CROSS JOIN LATERAL (SELECT ctid AS place FROM signups WHERE account_id = ${accountId} AND id = l.id LIMIT 1) held) less
      WHERE s.ctid = less.place`;
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
      WHERE ctid = ANY (ARRAY(
        SELECT referred.place FROM unnest(${few.map(({ id }) => id)}::uuid[]) AS gone(id)
        CROSS JOIN LATERAL (SELECT ctid AS place FROM signups WHERE account_id = ${accountId} AND referred_by = gone.id OFFSET 0) referred))`;
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
 * Clears `referred_by` of up to `limit` signups of each of these deleted referrers.
 * @returns the number of cleared signups, by the ids of their referrers
 */
export async function clearSomeReferrals(
  tx: Tx,
  referrers: readonly RowKey[],
  limit: number,
): Promise<Map<string, number>> {
  // MATERIALIZED hides the limit from the planner, so it uses the index on referrers.
  const found = await tx<(RowKey & { referrerId: string })[]>`
    SELECT found.account_id AS "accountId", found.id, key.id AS "referrerId" FROM ${keysOf(tx, referrers)} CROSS JOIN LATERAL (
      WITH referred AS MATERIALIZED (
        SELECT account_id, id FROM signups WHERE account_id = key.account_id AND referred_by = key.id)
      SELECT account_id, id FROM referred LIMIT ${limit}) found`;
  if (found.length > 0) {
    const ids = referrers.map(({ id }) => id);
    await pipeline(
      lockSignups(tx, found),
      tx`
      UPDATE signups SET referred_by = NULL, uncredited = NULL
      WHERE ${isByKey(tx, 'signups', keysOf(tx, found))} AND referred_by = ANY (${ids}::uuid[])`,
    );
  }
  return tallyBy(found, ({ referrerId }) => referrerId);
}

/** Forgets removed referrers of waitlists, once no signup names them any more. */
export async function forgetRemovedReferrers(
  tx: Tx,
  referrers: readonly (RowKey & { readonly waitlistId: string })[],
): Promise<void> {
  const column = (name: 'accountId' | 'waitlistId' | 'id') => referrers.map((each) => each[name]);
  await tx`
    DELETE FROM removed_referrers WHERE ctid = ANY (ARRAY(
      SELECT r.place
      FROM unnest(${column('accountId')}::uuid[], ${column('waitlistId')}::uuid[], ${column('id')}::uuid[]) AS key(account_id, waitlist_id, id)
      CROSS JOIN LATERAL (
        SELECT ctid AS place FROM removed_referrers
        WHERE account_id = key.account_id AND waitlist_id = key.waitlist_id AND signup_id = key.id LIMIT 1) r))`;
}
