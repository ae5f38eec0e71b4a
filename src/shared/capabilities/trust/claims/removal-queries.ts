import type { Removal } from '../../../list/parts.ts';
import { lockSignups } from '../../../list/signups/queries.ts';
import { isByKey, keysOf, type RowKey, rowsByKey } from '../../../platform/postgres/by-key.ts';
import { pipeline, type Tx } from '../../../platform/postgres/connection.ts';
import { tallyBy } from '../../../platform/process/tally.ts';
import { releaseEmails } from './release-emails.ts';

/**
 * Deletes the claims of signups that are being removed, and takes them from the counts of the codes that they
 * passed. The caller holds the counter of the waitlist and the signups.
 */
export async function deleteClaimsOf(tx: Tx, { accountId, waitlistId, signups }: Removal): Promise<void> {
  const keys = () => keysOf(tx, signups);
  const { count } = await tx`
    SELECT 1 FROM ${rowsByKey(tx, 'referral_claims', keys(), tx`FOR UPDATE`)} held WHERE held.waitlist_id = ${waitlistId}`;
  if (count === 0) return;
  await pipeline(
    tx`
    UPDATE referral_claim_counts c
    SET claims = c.claims - less.claims, credited = c.credited - less.credited, withheld = c.withheld - less.withheld,
        bounced = c.bounced - less.bounced, hard = c.hard - less.hard, open = c.open - less.open
    FROM (
      SELECT held.place, gone.claims, gone.credited, gone.withheld, gone.bounced, gone.hard, gone.open
      FROM (
        SELECT r.referrer_id, count(*) AS claims, count(*) FILTER (WHERE r.credited) AS credited,
               count(*) FILTER (WHERE r.verdict IN ('withheld', 'held') AND r.state <> 'approved') AS withheld,
               count(*) FILTER (WHERE r.bounced) AS bounced, count(*) FILTER (WHERE r.is_hard AND r.state = 'open') AS hard,
               count(*) FILTER (WHERE r.verdict <> 'ok' AND r.state = 'open') AS open
        FROM ${rowsByKey(tx, 'referral_claims', keys())} r GROUP BY r.referrer_id) gone
      CROSS JOIN LATERAL (
        SELECT ctid AS place FROM referral_claim_counts WHERE account_id = ${accountId} AND referrer_id = gone.referrer_id LIMIT 1) held) less
    WHERE c.ctid = less.place`,
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
 * Deletes up to `limit` claims on the code of each of these deleted referrers. Nobody else changes them: they
 * credit nobody. Mails that waited for a decision are sent, as nobody can decide any more. @returns the
 * number of deleted claims, by the ids of their referrers
 */
export async function clearSomeClaims(
  tx: Tx,
  referrers: readonly RowKey[],
  limit: number,
): Promise<ReadonlyMap<string, number>> {
  const found = await tx<(RowKey & { referrerId: string })[]>`
    SELECT found.account_id AS "accountId", found.signup_id AS id, key.id AS "referrerId" FROM ${keysOf(tx, referrers)} CROSS JOIN LATERAL (
      WITH claimed AS MATERIALIZED (
        SELECT account_id, signup_id FROM referral_claims WHERE account_id = key.account_id AND referrer_id = key.id)
      SELECT account_id, signup_id FROM claimed LIMIT ${limit}) found`;
  if (found.length > 0) {
    await lockSignups(tx, found);
    const held = await tx<HeldEmail[]>`
      SELECT s.account_id, s.id AS signup_id, s.confirmable_until IS NOT NULL AS is_asked, s.confirmed_at IS NOT NULL AS is_confirmed
      FROM ${rowsByKey(tx, 'referral_claims', keysOf(tx, found))} c
      CROSS JOIN LATERAL (SELECT * FROM signups WHERE account_id = c.account_id AND id = c.signup_id LIMIT 1) s
      WHERE c.email_held`;
    await tx`
      DELETE FROM referral_claims WHERE ${isByKey(tx, 'referral_claims', keysOf(tx, found), tx`FOR UPDATE`)}`;
    for (const { account_id: accountId, ...claim } of held) await releaseEmails(tx, accountId, [claim]);
  }
  return tallyBy(found, ({ referrerId }) => referrerId);
}

/** A mail of a referred signup that waits for a decision. */
interface HeldEmail {
  readonly account_id: string;
  readonly signup_id: string;
  readonly is_asked: boolean;
  readonly is_confirmed: boolean;
}

/** Forgets what counted the claims on the codes of removed referrers. */
export async function deleteClaimCounts(tx: Tx, referrers: readonly RowKey[]): Promise<void> {
  await tx`
    DELETE FROM referral_claim_counts WHERE ${isByKey(tx, 'referral_claim_counts', keysOf(tx, referrers), tx`FOR UPDATE`)}`;
}
