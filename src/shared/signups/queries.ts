import { keysOf, lockByKey, type RowKey, rowsByKey } from '../postgres/by-key.ts';
import type { Sql, Statement, Tx } from '../postgres/connection.ts';
import type { PageQuery } from '../schema/paging.ts';
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
  readonly metadata: Record<string, string>;
  readonly fields: FieldValues;
}

/**
 * The outcome of a request: a new or existing signup, or the reason of the rejection.
 * `fired`: a job for signup.created is pending under the id of the signup.
 */
export type SignupOutcome =
  | {
      outcome: 'created' | 'existing';
      id: string;
      position: number;
      total: number;
      referral_code: string;
      fired: boolean;
    }
  | { outcome: 'no_waitlist' | 'over_quota' }
  | { outcome: 'field_missing' | 'field_type'; field: string };

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
    SELECT outcome, id, "position", total, referral_code, field, fired FROM add_signups(${batch}::text::json) ORDER BY ord`;
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
 * A page of signups, newest or oldest first. Reads the positions of the page
 * from the index, from the nearer end of the list, and only then the rows, so
 * deep pages stay cheap. `total` is the number of signups on the waitlist.
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

/** Most referrals first, then by position. Reads two indexes, each only up to the end of the page. */
export function listByReferrals(
  sql: Sql,
  accountId: string,
  waitlistId: string,
  { limit, offset }: PageQuery,
): Promise<SignupRow[]> {
  return sql<SignupRow[]>`
    SELECT ${signupColumns(sql, accountId, waitlistId)} FROM signups s JOIN (
      SELECT position FROM (
        (SELECT position, referral_count FROM signups
         WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId} AND referral_count > 0
         ORDER BY referral_count DESC, position LIMIT ${offset + limit})
        UNION ALL
        (SELECT position, 0 FROM signups WHERE ${byPosition(sql, accountId, waitlistId)} AND referral_count = 0
         ORDER BY position LIMIT ${offset + limit})) ranked
      ORDER BY referral_count DESC, position LIMIT ${limit} OFFSET ${offset}) page USING (position)
    WHERE ${byPosition(sql, accountId, waitlistId)} ORDER BY s.referral_count DESC, s.position`;
}

/** Signups whose normalized email begins with `start`, in the order of the index on emails. */
export function listByEmail(
  sql: Sql,
  accountId: string,
  waitlistId: string,
  start: string,
  { limit, offset }: PageQuery,
): Promise<SignupRow[]> {
  return sql<SignupRow[]>`
    SELECT ${signupColumns(sql, accountId, waitlistId)} FROM signups s JOIN (
      SELECT email_key FROM signups WHERE ${byEmail(sql, accountId, waitlistId)} AND ${beginsWith(sql, start)}
      ORDER BY email_key LIMIT ${limit} OFFSET ${offset}) page USING (email_key)
    WHERE ${byEmail(sql, accountId, waitlistId)} ORDER BY s.email_key`;
}

/** The number of signups that `listByEmail` finds. */
export async function countByEmail(
  sql: Sql,
  accountId: string,
  waitlistId: string,
  start: string,
): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    SELECT count(*) FROM signups WHERE ${byEmail(sql, accountId, waitlistId)} AND ${beginsWith(sql, start)}`;
  return row.count;
}

/** A range condition, so generic plans can use the index. DEL sorts after every character of a key. */
const beginsWith = (sql: Sql, start: string) =>
  sql`email_key >= ${start} AND email_key < ${`${start}\u007f`}`;

/**
 * The signups of a waitlist, read by the index on positions.
 * `position > 0` holds for all rows and makes the planner choose that index instead of the one on ids.
 */
export const byPosition = (sql: Sql | Tx, accountId: string, waitlistId: string) =>
  sql`account_id = ${accountId} AND waitlist_id = ${waitlistId} AND position > 0`;

/** The signups of a waitlist, read by the index on emails; `email_key >= ''` holds for all rows. */
const byEmail = (sql: Sql, accountId: string, waitlistId: string) =>
  sql`account_id = ${accountId} AND waitlist_id = ${waitlistId} AND email_key >= ''`;

/** The signup if it is on the waitlist. LIMIT 1 forces the index on ids: an old plan might scan the waitlist. */
export const signupOf = (sql: Sql | Tx, accountId: string, waitlistId: string, signupId: string) => sql`
  (SELECT * FROM (SELECT * FROM signups WHERE account_id = ${accountId} AND id = ${signupId} LIMIT 1) one
   WHERE waitlist_id = ${waitlistId})`;

export async function findSignup(
  sql: Sql,
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
  const keys = keysOf(
    sql,
    ids.map((id) => ({ accountId, id })),
  );
  return sql<SignupName[]>`SELECT s.id, s.email, s.position FROM ${rowsByKey(sql, 'signups', keys)} s`;
}

/** The signups that a signup referred, oldest first. */
export function listReferred(
  sql: Sql,
  accountId: string,
  signupId: string,
  limit: number,
): Promise<SignupName[]> {
  return sql<SignupName[]>`
    SELECT id, email, position FROM signups
    WHERE account_id = ${accountId} AND referred_by = ${signupId} ORDER BY position LIMIT ${limit}`;
}

/**
 * The next signups in the order of positions, for reading a whole waitlist page by page.
 * Returns at most `rows` signups and about `bytes` bytes, but at least one signup if there are more.
 */
export function listSignupsAfter(
  sql: Sql,
  accountId: string,
  waitlistId: string,
  range: { after: number; upTo: number },
  { rows, bytes }: { rows: number; bytes: number },
): Promise<SignupRow[]> {
  return sql<SignupRow[]>`
    SELECT ${signupColumns(sql, accountId, waitlistId)} FROM (
      SELECT s.*, row_number() OVER page AS number,
             sum(octet_length(concat(s.metadata, s.fields, s.referrer, s.utm_source))) OVER page AS bytes
      FROM signups s
      WHERE ${byPosition(sql, accountId, waitlistId)} AND s.position > ${range.after} AND s.position <= ${range.upTo}
      WINDOW page AS (ORDER BY s.position ROWS UNBOUNDED PRECEDING)
      ORDER BY s.position LIMIT ${rows}) s
    WHERE s.number = 1 OR s.bytes <= ${bytes}
    ORDER BY s.position`;
}

/** The signup with this normalized email (C3.1). */
export async function findSignupByEmail(
  sql: Sql,
  accountId: string,
  waitlistId: string,
  emailKey: string,
): Promise<SignupRow | undefined> {
  const [row] = await sql<SignupRow[]>`
    SELECT ${signupColumns(sql, accountId, waitlistId)} FROM signups s
    WHERE ${byEmail(sql, accountId, waitlistId)} AND s.email_key = ${emailKey}`;
  return row;
}

/** The referrer of a signup `s`; null for a deleted referrer that has not been cleared from its referrals yet. */
export const presentReferrer = (sql: Sql, accountId: string, waitlistId: string) => sql`
  CASE WHEN s.referred_by = ANY (ARRAY(
         SELECT signup_id FROM removed_referrers WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId}))
       THEN NULL ELSE s.referred_by END`;

const signupColumns = (sql: Sql, accountId: string, waitlistId: string) => sql`
  s.id, s.email, s.position, s.referral_code, s.referral_count, ${presentReferrer(sql, accountId, waitlistId)} AS referred_by, s.utm_source, s.referrer, s.metadata, s.fields,
  s.email_status, s.email_delivered_at, s.email_opened_at, s.email_clicked_at, s.created_at`;

/** Locks signups until commit, in the order of their ids, so that the next statements see their final state. */
export function lockSignups(tx: Tx, keys: readonly RowKey[]): Statement {
  return lockByKey(tx, 'signups', keysOf(tx, keys), tx`FOR NO KEY UPDATE`);
}
