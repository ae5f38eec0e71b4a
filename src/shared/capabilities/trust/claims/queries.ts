import type { PlanName } from '../../../account/plans.ts';
import { tellCredits } from '../../../list/credits.ts';
import { cameBackForNow } from '../../../list/mail-state/bounce-queries.ts';
import { rankOf } from '../../../list/mail-state/status.ts';
import type { ReasonCode, Verdict } from '../../../list/signals/reasons.ts';
import { lockSignups } from '../../../list/signups/queries.ts';
import { isByKey, keysIn, keysOf, type RowKey, rowsByKey } from '../../../platform/postgres/by-key.ts';
import { pipeline, type Sql, type Tx } from '../../../platform/postgres/connection.ts';
import type { AbusePolicy } from '../abuse-settings.ts';

/** What a decision changes of a referral claim. */
export interface ClaimState {
  readonly verdict: Verdict;
  readonly state: 'open' | 'approved' | 'rejected';
  readonly reasons: readonly ReasonCode[];
  /** Whether it has a reason of its own that only a person settles. */
  readonly is_hard: boolean;
  readonly credited: boolean;
  readonly bounced: boolean;
  readonly email_held: boolean;
  readonly settles_at: string | null;
  readonly reviewed_at: string | null;
  /** Null: nobody has decided. */
  readonly reviewer: string | null;
}

/** The reviewer of a claim that settled by itself. */
export const service = 'service';

/** A referral claim that is held, with what a decision depends on. */
export interface HeldClaim extends ClaimState {
  readonly signup_id: string;
  readonly referrer_id: string;
  readonly email_domain: string;
  readonly created_at: string;
  readonly email: string;
  readonly position: number;
  readonly waitlist_id: string;
  readonly waitlist_name: string;
  readonly plan: PlanName;
  /** False if the referrer was deleted: nobody is credited any more. */
  readonly has_referrer: boolean;
  /** Whether the credit waits for the confirmation of the address. */
  readonly is_waiting: boolean;
  readonly is_confirmed: boolean;
  /** Whether it was asked to confirm. */
  readonly is_asked: boolean;
  readonly is_delivered: boolean;
  /** Whether its signup email came back, and only for now. */
  readonly is_back_for_now: boolean;
  /** Whether the signup has another address than when it was first judged. */
  readonly is_corrected: boolean;
  readonly is_due: boolean;
  /** Null where the settings switched it off. */
  readonly policy: AbusePolicy | null;
  /** What mails and the DNS showed until now. */
  readonly found: readonly ReasonCode[];
}

/** The waitlists of claims, by the ids of the signups that have one. */
export async function findWaitlistsOfClaims(
  sql: Sql | Tx,
  keys: readonly RowKey[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await sql<{ signup_id: string; waitlist_id: string }[]>`
    SELECT c.signup_id, c.waitlist_id FROM ${rowsByKey(sql, 'referral_claims', keysOf(sql, keys))} c`;
  return new Map(rows.map(({ signup_id, waitlist_id }) => [signup_id, waitlist_id]));
}

/**
 * Holds claims with their signups and referrers until commit, and reads them. The caller holds the counter of
 * the waitlist. Those without a claim, or of another waitlist, are left out.
 */
export async function holdReferralClaims(
  tx: Tx,
  accountId: string,
  waitlistId: string,
  signupIds: readonly string[],
): Promise<HeldClaim[]> {
  const keys = keysIn(accountId, signupIds);
  const found = await tx<{ signup_id: string; referrer_id: string }[]>`
    SELECT c.signup_id, c.referrer_id FROM ${rowsByKey(tx, 'referral_claims', keysOf(tx, keys))} c
    WHERE c.waitlist_id = ${waitlistId}`;
  if (found.length === 0) return [];
  const claims = found.map(({ signup_id: id }) => ({ accountId, id }));
  const people = found.flatMap(({ signup_id, referrer_id }) => [signup_id, referrer_id]);
  const [, , rows] = await pipeline(
    lockSignups(tx, keysIn(accountId, people)),
    tx`SELECT 1 FROM ${rowsByKey(tx, 'referral_claims', keysOf(tx, claims), tx`FOR UPDATE`)} held`,
    tx<HeldClaim[]>`
    SELECT c.signup_id, c.referrer_id, c.created_at, c.verdict, c.state, c.reasons, c.is_hard, c.credited, c.bounced, c.email_held,
           c.settles_at, c.reviewed_at, c.reviewer, c.email_domain, s.email, s.position, s.waitlist_id, w.name AS waitlist_name, a.plan,
           referrer.id IS NOT NULL AS has_referrer, s.uncredited IS NOT NULL AS is_waiting, s.confirmed_at IS NOT NULL AS is_confirmed,
           s.confirmable_until IS NOT NULL AS is_asked, s.email_delivered_at IS NOT NULL OR s.email_opened_at IS NOT NULL
             OR s.email_clicked_at IS NOT NULL AS is_delivered, ${cameBackForNow(tx)} AS is_back_for_now, s.address_generation > 0 AS is_corrected,
           coalesce(c.settles_at <= clock_timestamp(), false) AS is_due, settings.abuse_policy AS policy,
           array_remove(ARRAY[
             CASE WHEN ${rankOf('bounced')} = ANY (mail.ranks) THEN 'bounced' END,
             CASE WHEN ${rankOf('complained')} = ANY (mail.ranks) THEN 'complained' END,
             CASE WHEN ${rankOf('failed')} = ANY (mail.ranks) THEN 'failed' END, CASE WHEN c.takes_no_mail THEN 'no_mx' END], NULL) AS found
    FROM (SELECT r.*, EXISTS (SELECT FROM mail_domains d WHERE d.domain = r.email_domain AND NOT d.takes_mail) AS takes_no_mail
          FROM ${rowsByKey(tx, 'referral_claims', keysOf(tx, claims))} r) c
    CROSS JOIN LATERAL (SELECT * FROM signups WHERE account_id = ${accountId} AND id = c.signup_id LIMIT 1) s
    CROSS JOIN LATERAL (
      SELECT array_append(
               array_agg(m.status) FILTER (WHERE m.status <> ${rankOf('bounced')} OR m.bounce_class IS DISTINCT FROM 'transient'),
               CASE WHEN NOT ${cameBackForNow(tx)} THEN s.email_status END) AS ranks
      FROM mails m WHERE m.account_id = ${accountId} AND m.signup_id = c.signup_id AND m.signup_id IS NOT NULL AND m.address_generation = s.address_generation) mail
    LEFT JOIN LATERAL (SELECT id FROM signups WHERE account_id = ${accountId} AND id = c.referrer_id LIMIT 1) referrer ON true
    JOIN waitlists w ON w.account_id = ${accountId} AND w.id = ${waitlistId} AND w.deleted_at IS NULL
    JOIN accounts a ON a.id = ${accountId}
    LEFT JOIN waitlist_settings settings ON settings.account_id = ${accountId} AND settings.waitlist_id = ${waitlistId}
    ORDER BY c.signup_id`,
  );
  return [...rows];
}

/** What a decision made of a claim. */
export interface ClaimChange {
  readonly before: HeldClaim;
  readonly after: ClaimState;
}

/** What a change does to the referrer's credit. A referrer that is gone has none. */
export function creditChange({ before, after }: ClaimChange): 'given' | 'taken' | 'withheld' | 'none' {
  if (before.credited !== after.credited) return after.credited ? 'given' : 'taken';
  const isWithheld = (claim: ClaimState) =>
    !claim.credited &&
    (claim.state === 'rejected' || (claim.state === 'open' && /withheld|held/.test(claim.verdict)));
  return before.is_waiting && isWithheld(after) ? 'withheld' : 'none';
}

/** A claim in the counts of its code. */
const countsOf = ({ credited, verdict, state, bounced, is_hard }: ClaimState) => ({
  credited: Number(credited),
  withheld: Number((verdict === 'withheld' || verdict === 'held') && state !== 'approved'),
  bounced: Number(bounced),
  hard: Number(is_hard && state === 'open'),
  open: Number(verdict !== 'ok' && state === 'open'),
});
type Counts = ReturnType<typeof countsOf>;

/**
 * Stores what decisions made of claims that the caller holds with their signups, their referrers and the
 * counter of the waitlist: the claims, the credits (§3.4) and all counts.
 */
export async function saveClaims(
  tx: Tx,
  accountId: string,
  waitlistId: string,
  changes: readonly ClaimChange[],
): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map((change) => {
    const { before, after } = change;
    const credit = creditChange(change);
    return {
      ...after,
      id: before.signup_id,
      // Null changes nothing; a nil id takes the referrer away.
      referred_by: credit === 'given' ? before.referrer_id : null,
      is_taken: credit === 'taken' || credit === 'withheld',
    };
  });
  const byReferrer = new Map<string, Counts>();
  for (const { before, after } of changes) {
    const [was, now] = [countsOf(before), countsOf(after)];
    const sum = byReferrer.get(before.referrer_id) ?? countsOf(nothing);
    byReferrer.set(
      before.referrer_id,
      Object.fromEntries(
        Object.entries(sum).map(([key, count]) => [
          key,
          count + now[key as keyof Counts] - was[key as keyof Counts],
        ]),
      ) as Counts,
    );
  }
  const present = new Set(changes.flatMap(({ before }) => (before.has_referrer ? [before.referrer_id] : [])));
  const counts = [...byReferrer].map(([id, sum]) => ({ id, ...sum }));
  const credits = counts.filter(({ id, credited }) => present.has(id) && credited !== 0);
  const more = credits.reduce((sum, { credited }) => sum + credited, 0);
  const moved = rows.filter(({ referred_by, is_taken }) => referred_by !== null || is_taken);
  const keys = (items: readonly { id: string }[]) => items.map(({ id }) => ({ accountId, id }));
  const json = (value: unknown) => tx`${JSON.stringify(value)}::text::json`;
  await pipeline(
    ...tellCredits(tx, accountId, credits),
    tx`
      UPDATE signups s SET uncredited = NULL, referred_by = (
        SELECT r.referred_by FROM json_to_recordset(${json(moved)}) AS r(id uuid, referred_by uuid) WHERE r.id = s.id)
      WHERE ${isByKey(tx, 'signups', keysOf(tx, keys(moved)))}`,
    tx`
      UPDATE signups s SET referral_count = s.referral_count + (
        SELECT r.credited FROM json_to_recordset(${json(credits)}) AS r(id uuid, credited integer) WHERE r.id = s.id)
      WHERE ${isByKey(tx, 'signups', keysOf(tx, keys(credits)))}`,
    tx`
      UPDATE waitlist_counters SET referred_count = referred_count + ${more}
      WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId} AND ${more} <> 0`,
    tx`
      UPDATE referral_claims c
      SET (verdict, state, reasons, is_hard, credited, bounced, email_held, settles_at, reviewed_at, reviewer) = (
        SELECT r.verdict, r.state, ARRAY(SELECT json_array_elements_text(r.reasons)), r.is_hard, r.credited, r.bounced, r.email_held,
               r.settles_at, r.reviewed_at, r.reviewer
        FROM json_to_recordset(${json(rows)}) AS r(
          id uuid, verdict text, state text, reasons json, is_hard boolean, credited boolean, bounced boolean, email_held boolean,
          settles_at timestamptz, reviewed_at timestamptz, reviewer text)
        WHERE r.id = c.signup_id)
      WHERE ${isByKey(tx, 'referral_claims', keysOf(tx, keys(rows)))}`,
    tx`
      UPDATE referral_claim_counts c
      SET (credited, withheld, bounced, hard, open) = (
        SELECT c.credited + r.credited, c.withheld + r.withheld, c.bounced + r.bounced, c.hard + r.hard, c.open + r.open
        FROM json_to_recordset(${json(counts)}) AS r(id uuid, credited integer, withheld integer, bounced integer, hard integer, open integer)
        WHERE r.id = c.referrer_id)
      WHERE ${isByKey(tx, 'referral_claim_counts', keysOf(tx, keys(counts)))}`,
  );
}

const nothing: ClaimState = {
  verdict: 'ok',
  state: 'open',
  reasons: [],
  is_hard: false,
  credited: false,
  bounced: false,
  email_held: false,
  settles_at: null,
  reviewed_at: null,
  reviewer: null,
};
