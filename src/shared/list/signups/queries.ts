import { keysIn, keysOf, lockByKey, type RowKey, rowsByKey } from '../../platform/postgres/by-key.ts';
import type { Sql, Statement, Tx } from '../../platform/postgres/connection.ts';
import type { PageQuery } from '../../platform/schema/paging.ts';
import type { Signals } from '../signals/signals.ts';
import type { Campaign } from './campaign.ts';
import type { FieldValues } from './field-values.ts';

/** An input row of the function add_signups; see migrations/functions/add_signups.sql. */
export interface SignupRequest {
  readonly account_id: string;
  readonly waitlist_id: string;
  readonly signup_cap: number | null;
  readonly mailed: boolean;
  readonly notified: boolean;
  readonly id: string;
  readonly email: string;
  readonly email_key: string;
  readonly utm_source: string | null;
  readonly referrer: string | null;
  readonly referrer_domain: string | null;
  readonly referrer_code: string | null;
  /** The code as it was passed, for lists with codes of another product (N6). Left out without one. */
  readonly referrer_alias?: string;
  /** A language tag. Left out without one. */
  readonly locale?: string;
  /** Left out without one. */
  readonly campaign?: Campaign;
  readonly metadata: Record<string, string>;
  readonly fields: FieldValues;
  /**
   * Only for a list that judges referrals (N4): all of it with a code, else what later signups are compared
   * with.
   */
  readonly signals?: Signals | Pick<Signals, 'fold'>;
}

/**
 * The outcome of a request: a new or existing signup, or the reason of the rejection. `fired`: a job for
 * signup.created is pending under the id of the signup.
 */
export type SignupOutcome =
  | {
      outcome: 'created' | 'existing';
      id: string;
      position: number;
      total: number;
      referral_code: string;
      fired: boolean;
      /** The mail that asks a new signup to confirm; null where none does. */
      confirm_mail: string | null;
      /** Whether an existing signup was asked to confirm and has not. */
      unconfirmed: boolean;
    }
  | { outcome: 'no_waitlist' | 'over_quota' | 'list_full' | 'unjudged' }
  | { outcome: 'field_missing' | 'field_type'; field: string }
  /** `field`: what the archived list answers. */
  | { outcome: 'archived'; field: string };

/**
 * Stores a batch in one transaction (see the signup path in docs/architecture.md). No two requests may have
 * the same waitlist and email_key. Returns the outcomes in the order of the requests.
 */
export async function addSignups(
  sql: Sql | Tx,
  requests: readonly (SignupRequest & { code: string })[],
): Promise<SignupOutcome[]> {
  const batch = JSON.stringify(requests.map((request, index) => ({ ord: index + 1, ...request })));
  return sql<SignupOutcome[]>`
    SELECT outcome, id, "position", total, referral_code, field, fired, confirm_mail, unconfirmed FROM add_signups(${batch}::text::json) ORDER BY ord`;
}

export interface SignupRow {
  id: string;
  email: string;
  position: number;
  referral_code: string;
  referral_count: number;
  referred_by: string | null;
  utm_source: string | null;
  referrer: string | null;
  metadata: Record<string, string>;
  fields: Record<string, string | number | boolean>;
  email_status: number;
  email_delivered_at: string | null;
  email_opened_at: string | null;
  email_clicked_at: string | null;
  created_at: string;
}

/**
 * A page of signups, newest or oldest first. Reads the positions of the page from the index, from the nearer
 * end of the list, and only then the rows, so deep pages stay cheap. `total` is the number of signups on the
 * waitlist.
 */
export async function listSignups(
  sql: Sql,
  accountId: string,
  waitlistId: string,
  { limit, offset }: PageQuery,
  total: number,
  first: 'newest' | 'oldest' = 'newest',
): Promise<SignupRow[]> {
  if (offset >= total) return [];
  const size = Math.min(limit, total - offset);
  const skip = Math.min(offset, total - offset - size);
  const [forward, backward] = first === 'newest' ? [sql`DESC`, sql`ASC`] : [sql`ASC`, sql`DESC`];
  return sql<SignupRow[]>`
    SELECT ${signupColumns(sql, accountId, waitlistId)} FROM signups s JOIN (
      SELECT position FROM signups WHERE ${byPosition(sql, accountId, waitlistId)}
      ORDER BY position ${skip === offset ? forward : backward} LIMIT ${size} OFFSET ${skip}) page USING (position)
    WHERE ${byPosition(sql, accountId, waitlistId)} ORDER BY s.position ${forward}`;
}

/**
 * The signups of a waitlist, read by the index on positions. `position > 0` holds for all rows and makes the
 * planner choose that index instead of the one on ids.
 */
export const byPosition = (sql: Sql | Tx, accountId: string, waitlistId: string) =>
  sql`account_id = ${accountId} AND waitlist_id = ${waitlistId} AND position > 0`;

/** The signups of a waitlist, read by the index on emails; `email_key >= ''` holds for all rows. */
export const byEmail = (sql: Sql | Tx, accountId: string, waitlistId: string) =>
  sql`account_id = ${accountId} AND waitlist_id = ${waitlistId} AND email_key >= ''`;

/**
 * The signup if it is on the waitlist. LIMIT 1 forces the index on ids: an old plan might scan the waitlist.
 */
export const signupOf = (sql: Sql | Tx, accountId: string, waitlistId: string, signupId: string) => sql`
  (SELECT * FROM (SELECT * FROM signups WHERE account_id = ${accountId} AND id = ${signupId} LIMIT 1) one
   WHERE waitlist_id = ${waitlistId})`;

export async function findSignup(
  sql: Sql | Tx,
  accountId: string,
  waitlistId: string,
  signupId: string,
): Promise<SignupRow | undefined> {
  const [row] = await sql<SignupRow[]>`
    SELECT ${signupColumns(sql, accountId, waitlistId)} FROM ${signupOf(sql, accountId, waitlistId, signupId)} s`;
  return row;
}

/** A reference to a signup. */
export interface SignupName {
  id: string;
  email: string;
  position: number;
}

/** References to signups of an account, in no order. */
export function listNames(sql: Sql, accountId: string, ids: readonly string[]): Promise<SignupName[]> {
  const keys = keysOf(sql, keysIn(accountId, ids));
  return sql<SignupName[]>`SELECT s.id, s.email, s.position FROM ${rowsByKey(sql, 'signups', keys)} s`;
}

/** The same signups with their addresses, empty of those that are gone meanwhile. */
export async function withAddresses(
  sql: Sql,
  accountId: string,
  signups: readonly Pick<SignupName, 'id' | 'position'>[],
): Promise<SignupName[]> {
  const ids = signups.map(({ id }) => id);
  const emails = new Map((await listNames(sql, accountId, ids)).map(({ id, email }) => [id, email]));
  return signups.map(({ id, position }) => ({ id, position, email: emails.get(id) ?? '' }));
}

/** The signups that a signup has the credit for, oldest first. */
export function listReferred(
  sql: Sql,
  accountId: string,
  signupId: string,
  limit: number,
): Promise<SignupName[]> {
  return sql<SignupName[]>`
    SELECT id, email, position FROM signups
    WHERE account_id = ${accountId} AND referred_by = ${signupId} AND uncredited IS NULL ORDER BY position LIMIT ${limit}`;
}

/** How many referrals of each of these signups are credited. */
export async function countCredited(
  sql: Sql,
  accountId: string,
  signupIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const keys = keysOf(sql, keysIn(accountId, signupIds));
  const rows = await sql<{ id: string; referral_count: number }[]>`
    SELECT s.id, s.referral_count FROM ${rowsByKey(sql, 'signups', keys)} s`;
  return new Map(rows.map(({ id, referral_count }) => [id, referral_count]));
}

/**
 * The referrer of a signup `s` who has the credit for it (§3.4): null while the credit waits for the signup's
 * confirmation, and for a deleted referrer that has not been cleared from its referrals yet.
 */
export const presentReferrer = (sql: Sql | Tx, accountId: string, waitlistId: string) => sql`
  CASE WHEN s.uncredited IS NOT NULL OR s.referred_by = ANY (ARRAY(
         SELECT signup_id FROM removed_referrers WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId}))
       THEN NULL ELSE s.referred_by END`;

/** The displayed position of a signup `s` with a bonus (§2.3). */
export const shownPosition = (sql: Sql | Tx, bonus: number) =>
  sql`greatest(1, s.position - s.referral_count * ${bonus}::bigint)`;

/** The columns of `SignupRow`, of a signup `s`. */
export const signupColumns = (sql: Sql | Tx, accountId: string, waitlistId: string) => sql`
  s.id, s.email, s.position, s.referral_code, s.referral_count, ${presentReferrer(sql, accountId, waitlistId)} AS referred_by, s.utm_source, s.referrer, s.metadata, s.fields,
  s.email_status, s.email_delivered_at, s.email_opened_at, s.email_clicked_at, s.created_at`;

/**
 * Locks signups until commit, in the order of their ids, so that the next statements see their final state.
 */
export function lockSignups(tx: Tx, keys: readonly RowKey[]): Statement {
  return lockByKey(tx, 'signups', keysOf(tx, keys), tx`FOR NO KEY UPDATE`);
}
