import { isByKey, keysOf, type RowKey, rowsByKey } from '../../../platform/postgres/by-key.ts';
import { pipeline, type Tx } from '../../../platform/postgres/connection.ts';

/**
 * Deletes the claims of signups that are being removed, and takes them from the counts of the codes that they
 * passed. The caller holds the counter of the waitlist and the signups.
 */
export async function deleteClaimsOf(
  tx: Tx,
  accountId: string,
  waitlistId: string,
  signups: readonly RowKey[],
): Promise<void> {
  const keys = () => keysOf(tx, signups);
  const [{ count }] = await pipeline(
    tx`
    SELECT 1 FROM ${rowsByKey(tx, 'referral_claims', keys(), tx`FOR UPDATE`)} held WHERE held.waitlist_id = ${waitlistId}`,
  );
  if (count === 0) return;
  await pipeline(
    tx`
    UPDATE referral_claim_counts c
    SET (claims, credited, withheld, bounced, hard, open) = (
      SELECT c.claims - count(*), c.credited - count(*) FILTER (WHERE r.credited),
             c.withheld - count(*) FILTER (WHERE r.verdict IN ('withheld', 'held') AND r.state <> 'approved'),
             c.bounced - count(*) FILTER (WHERE r.bounced), c.hard - count(*) FILTER (WHERE r.is_hard AND r.state = 'open'),
             c.open - count(*) FILTER (WHERE r.verdict <> 'ok' AND r.state = 'open')
      FROM ${rowsByKey(tx, 'referral_claims', keys())} r WHERE r.referrer_id = c.referrer_id)
    WHERE c.account_id = ${accountId} AND c.referrer_id = ANY (ARRAY(
      SELECT r.referrer_id FROM ${rowsByKey(tx, 'referral_claims', keys())} r))`,
    tx`DELETE FROM referral_claims WHERE ${isByKey(tx, 'referral_claims', keys())}`,
  );
}

/**
 * Deletes up to `limit` claims of a deleted waitlist, and as many counts. Skips locked ones.
 * @returns how many
 */
export async function purgeClaims(
  tx: Tx,
  { accountId, id: waitlistId }: RowKey,
  limit: number,
): Promise<number> {
  const ofList = () => tx`account_id = ${accountId} AND waitlist_id = ${waitlistId}`;
  const [claims, counts] = await pipeline(
    tx`
    DELETE FROM referral_claims WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM referral_claims WHERE ${ofList()} LIMIT ${limit} FOR UPDATE SKIP LOCKED))`,
    tx`
    DELETE FROM referral_claim_counts WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM referral_claim_counts WHERE ${ofList()} LIMIT ${limit} FOR UPDATE SKIP LOCKED))`,
  );
  return claims.count + counts.count;
}
