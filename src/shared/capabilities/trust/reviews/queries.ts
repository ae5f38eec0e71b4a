import type { ReasonCode } from '../../../list/signals/reasons.ts';
import { keysIn, keysOf, rowsByKey } from '../../../platform/postgres/by-key.ts';
import type { Fragment, Sql } from '../../../platform/postgres/connection.ts';
import type { PageQuery } from '../../../platform/schema/paging.ts';
import type { Review, ReviewBulkInput, ReviewedReferrer, ReviewsQuery } from './schema.ts';

/** A waitlist of an account. */
export interface ListKey {
  readonly accountId: string;
  readonly waitlistId: string;
}

type Filter = ReviewBulkInput['filter'] & Pick<ReviewsQuery, 'state'> & { readonly credited?: boolean };

/** Of referrers that are gone nothing is shown, although a job still has to delete it. */
const isPresent = (sql: Sql, { accountId, waitlistId }: ListKey) => sql`
  c.referrer_id <> ALL (ARRAY(SELECT signup_id FROM removed_referrers WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId}))`;

/**
 * Claims `c` that are to be looked at, or that somebody has decided. The index on reviews has exactly these.
 */
const matching = (
  sql: Sql,
  list: ListKey,
  { state, reason, referrer_id, domain, credited }: Filter,
): Fragment => sql`
  c.account_id = ${list.accountId} AND c.waitlist_id = ${list.waitlistId} AND (c.verdict <> 'ok' OR c.state <> 'open')
  ${state === undefined ? sql`` : sql`AND c.state = ${state}`}
  ${reason === undefined ? sql`` : sql`AND ${reason}::text = ANY (c.reasons)`}
  ${referrer_id === undefined ? sql`` : sql`AND c.referrer_id = ${referrer_id}`}
  ${domain === undefined ? sql`` : sql`AND c.email_domain = ${domain}`}
  ${credited === undefined ? sql`` : credited ? sql`AND c.credited` : sql`AND NOT c.credited`}
  AND ${isPresent(sql, list)}`;

/** A review without the texts of its reasons. */
export type ReviewRow = Omit<Review, 'reasons'> & { readonly reasons: readonly ReasonCode[] };

/** Claims `c` with what a review shows. */
const selectReviews = (sql: Sql, claims: Fragment, { accountId }: ListKey): Fragment => sql`
  SELECT c.signup_id, s.email, s.position, json_build_object('id', r.id, 'email', r.email, 'referral_code', r.referral_code) AS referrer,
         c.verdict, c.reasons, c.state, c.credited, c.settles_at, c.created_at
  FROM ${claims} c
  CROSS JOIN LATERAL (SELECT email, position FROM signups WHERE account_id = ${accountId} AND id = c.signup_id LIMIT 1) s
  CROSS JOIN LATERAL (SELECT id, email, referral_code FROM signups WHERE account_id = ${accountId} AND id = c.referrer_id LIMIT 1) r`;

/** Newest first. */
export function listReviews(
  sql: Sql,
  list: ListKey,
  filter: Filter,
  { limit, offset }: PageQuery,
): Promise<ReviewRow[]> {
  const claims = sql`(
    SELECT * FROM referral_claims c WHERE ${matching(sql, list, filter)}
    ORDER BY c.signup_id DESC LIMIT ${limit} OFFSET ${offset})`;
  return sql<ReviewRow[]>`${selectReviews(sql, claims, list)} ORDER BY c.signup_id DESC`;
}

export async function countReviews(sql: Sql, list: ListKey, filter: Filter): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    SELECT count(*) FROM referral_claims c WHERE ${matching(sql, list, filter)}`;
  return row.count;
}

/** Whether a waitlist has any referral that is to be looked at, or that somebody has decided. */
export async function hasReviews(sql: Sql, list: ListKey): Promise<boolean> {
  const [row] = await sql<[{ has: boolean }]>`
    SELECT EXISTS (SELECT FROM referral_claims c WHERE ${matching(sql, list, {})}) AS has`;
  return row.has;
}

/** The review of a signup, also of one that is not to be looked at; undefined without a claim. */
export async function findReview(sql: Sql, list: ListKey, signupId: string): Promise<ReviewRow | undefined> {
  const claims = sql`(
    SELECT * FROM referral_claims WHERE account_id = ${list.accountId} AND signup_id = ${signupId} AND waitlist_id = ${list.waitlistId})`;
  const [row] = await sql<ReviewRow[]>`${selectReviews(sql, claims, list)}`;
  return row;
}

/** Whose code a signup passed without crediting anybody, and why not. */
export interface Uncredited {
  readonly referrer_id: string;
  readonly why: 'withheld' | 'refused' | 'unconfirmed';
}

/** Why a claim that is not credited is not. */
const whyNot = (sql: Sql): Fragment => sql`
  CASE WHEN state = 'rejected' THEN 'refused' WHEN verdict <> 'ok' THEN 'withheld' ELSE 'unconfirmed' END`;

/**
 * The signup whose code another one passed, if the waitlist judged that referral or credits it once the other
 * one has confirmed.
 */
export async function findClaimedReferrer(
  sql: Sql,
  accountId: string,
  signupId: string,
): Promise<Uncredited | undefined> {
  const [row] = await sql<Uncredited[]>`
    SELECT referrer_id, ${whyNot(sql)} AS why FROM referral_claims WHERE account_id = ${accountId} AND signup_id = ${signupId}
    UNION ALL
    SELECT referred_by, 'unconfirmed' FROM signups WHERE account_id = ${accountId} AND id = ${signupId} AND uncredited IS NOT NULL
    LIMIT 1`;
  return row;
}

/** The referrals of a code that the waitlist judged, by what they are. */
export interface JudgedReferrals {
  /** Not credited: they wait for a decision, or settle by themselves. */
  readonly withheld: number;
  /** Not credited: somebody has decided so. */
  readonly refused: number;
  /** Credited, but they look farmed, and nobody has decided. */
  readonly suspicious: number;
}

/** How many claims of a code are looked at for this. */
const claimsLookedAt = 10_000;

/** The judged referrals of these signups. Those whose referrals are all as they should be are left out. */
export async function countJudged(
  sql: Sql,
  accountId: string,
  referrerIds: readonly string[],
): Promise<ReadonlyMap<string, JudgedReferrals>> {
  const keys = keysOf(sql, keysIn(accountId, referrerIds));
  const rows = await sql<({ referrer_id: string } & JudgedReferrals)[]>`
    SELECT given.referrer_id, judged.withheld, judged.refused, judged.suspicious
    FROM (SELECT referrer_id FROM ${rowsByKey(sql, 'referral_claim_counts', keys)} c WHERE claims > 0) given CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE state = 'open' AND NOT credited) AS withheld, count(*) FILTER (WHERE state = 'rejected') AS refused,
             count(*) FILTER (WHERE state = 'open' AND credited) AS suspicious
      FROM (
        SELECT credited, state, verdict FROM referral_claims
        WHERE account_id = ${accountId} AND referrer_id = given.referrer_id LIMIT ${claimsLookedAt}) c
      WHERE c.verdict <> 'ok' OR c.state <> 'open') judged
    WHERE judged.withheld + judged.refused + judged.suspicious > 0`;
  return new Map(rows.map(({ referrer_id, ...judged }) => [referrer_id, judged]));
}

/** The signups of reviews, oldest first. */
export async function listReviewed(
  sql: Sql,
  list: ListKey,
  filter: Filter,
  limit: number,
): Promise<string[]> {
  const rows = await sql<{ signup_id: string }[]>`
    SELECT c.signup_id FROM referral_claims c WHERE ${matching(sql, list, filter)}
    ORDER BY c.signup_id LIMIT ${limit}`;
  return rows.map(({ signup_id }) => signup_id);
}

/** How many of a code's newest claims its reasons are counted in. */
const claimsPerReferrer = 1_000;

/** Those with the most open reviews first. */
export function listReferrers(
  sql: Sql,
  list: ListKey,
  { limit, offset }: PageQuery,
): Promise<ReviewedReferrer[]> {
  const { accountId, waitlistId } = list;
  return sql<ReviewedReferrer[]>`
    SELECT c.referrer_id AS signup_id, s.email, s.referral_code, c.claims, c.credited, c.withheld, c.bounced,
           ARRAY(
             SELECT reason FROM (
               SELECT reasons FROM referral_claims r
               WHERE r.account_id = ${accountId} AND r.referrer_id = c.referrer_id LIMIT ${claimsPerReferrer}) r, unnest(r.reasons) AS reason
             GROUP BY reason ORDER BY count(*) DESC, reason LIMIT 3) AS top_reasons
    FROM (
      SELECT * FROM referral_claim_counts c
      WHERE c.account_id = ${accountId} AND c.waitlist_id = ${waitlistId} AND c.claims > 0 AND ${isPresent(sql, list)}
      ORDER BY c.open DESC, c.referrer_id LIMIT ${limit} OFFSET ${offset}) c
    CROSS JOIN LATERAL (SELECT email, referral_code FROM signups WHERE account_id = ${accountId} AND id = c.referrer_id LIMIT 1) s
    ORDER BY c.open DESC, c.referrer_id`;
}

export async function countReferrers(sql: Sql, list: ListKey): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    SELECT count(*) FROM referral_claim_counts c
    WHERE c.account_id = ${list.accountId} AND c.waitlist_id = ${list.waitlistId} AND c.claims > 0 AND ${isPresent(sql, list)}`;
  return row.count;
}
