import type { Removal } from '../../../list/parts.ts';
import { lockSignups } from '../../../list/signups/queries.ts';
import { isByKey, keysOf, type RowKey, rowsByKey } from '../../../platform/postgres/by-key.ts';
import { pipeline, type Tx } from '../../../platform/postgres/connection.ts';
import { releaseEmails } from './release-emails.ts';

/**
 * Deletes the claims of signups that are being removed, and takes them from the counts of the codes that they
 * passed. The caller holds the counter of the waitlist and the signups.
 */
export async function deleteClaimsOf(tx: Tx, { accountId, waitlistId, signups }: Removal): Promise<void> {
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

/**
 * Deletes up to `limit` claims on the code of a deleted referrer. Nobody else changes them: they credit
 * nobody. Mails that waited for a decision are sent, as nobody can decide any more. @returns the number of
 * deleted claims
 */
export async function clearSomeClaims(
  tx: Tx,
  { accountId, id: referrerId }: RowKey,
  limit: number,
): Promise<number> {
  const found = await tx<RowKey[]>`
    SELECT account_id AS "accountId", signup_id AS id FROM referral_claims
    WHERE account_id = ${accountId} AND referrer_id = ${referrerId} ORDER BY signup_id LIMIT ${limit}`;
  if (found.length === 0) return 0;
  await lockSignups(tx, found);
  const held = await tx<{ signup_id: string; is_asked: boolean; is_confirmed: boolean }[]>`
    SELECT s.id AS signup_id, s.confirmable_until IS NOT NULL AS is_asked, s.confirmed_at IS NOT NULL AS is_confirmed
    FROM ${rowsByKey(tx, 'referral_claims', keysOf(tx, found))} c
    CROSS JOIN LATERAL (SELECT * FROM signups WHERE account_id = c.account_id AND id = c.signup_id LIMIT 1) s
    WHERE c.email_held`;
  const { count } = await tx`
    DELETE FROM referral_claims WHERE ${isByKey(tx, 'referral_claims', keysOf(tx, found), tx`FOR UPDATE`)}`;
  await releaseEmails(tx, accountId, held);
  return count;
}

/** Forgets what counted the claims on the code of a removed referrer. */
export async function deleteClaimCount(tx: Tx, { accountId, id: referrerId }: RowKey): Promise<void> {
  await tx`DELETE FROM referral_claim_counts WHERE account_id = ${accountId} AND referrer_id = ${referrerId}`;
}
