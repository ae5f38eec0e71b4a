import { type Sql, type Statement, type Tx, together } from '../db.ts';
import { emailStatuses } from '../email/status.ts';
import type { PageQuery } from '../pages.ts';
import type { FieldValues } from './field-values.ts';

/** One signup that a caller wants stored; see migrations/0019_add_signups.sql. */
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

/** What became of a request. A stored signup, new or known, comes with its four facts; a refused field with its key. `fired`: signup.created is owed under its id. */
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
 * Stores a batch in one transaction (design of the signup path: docs/architecture.md). No two requests may
 * share waitlist and email_key. Outcomes come in the requests' order.
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
 * Newest first, or oldest. The page's positions come from the index alone and then their rows, walked from whichever end
 * of the list is nearer: a deep page stays cheap. `total` is the list's live count.
 */
export async function listSignups(
  sql: Sql,
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
    SELECT ${signupColumns(sql, waitlistId)} FROM signups s JOIN (
      SELECT position FROM signups WHERE waitlist_id = ${waitlistId}
      ORDER BY position ${skip === offset ? forward : backward} LIMIT ${size} OFFSET ${skip}) page USING (position)
    WHERE s.waitlist_id = ${waitlistId} ORDER BY s.position ${forward}`;
}

/** Who brought most first, then by position. Two indexes are read, each no further than the page's end. */
export function listByReferrals(
  sql: Sql,
  waitlistId: string,
  { limit, offset }: PageQuery,
): Promise<SignupRow[]> {
  return sql<SignupRow[]>`
    SELECT ${signupColumns(sql, waitlistId)} FROM signups s JOIN (
      SELECT position FROM (
        (SELECT position, referral_count FROM signups WHERE waitlist_id = ${waitlistId} AND referral_count > 0
         ORDER BY referral_count DESC, position LIMIT ${offset + limit})
        UNION ALL
        (SELECT position, 0 FROM signups WHERE waitlist_id = ${waitlistId} AND referral_count = 0
         ORDER BY position LIMIT ${offset + limit})) ranked
      ORDER BY referral_count DESC, position LIMIT ${limit} OFFSET ${offset}) page USING (position)
    WHERE s.waitlist_id = ${waitlistId} ORDER BY s.referral_count DESC, s.position`;
}

/** Those whose address as it is compared begins with `start`, in the order of addresses: the index's own. */
export function listByEmail(
  sql: Sql,
  waitlistId: string,
  start: string,
  { limit, offset }: PageQuery,
): Promise<SignupRow[]> {
  return sql<SignupRow[]>`
    SELECT ${signupColumns(sql, waitlistId)} FROM signups s JOIN (
      SELECT email_key FROM signups WHERE waitlist_id = ${waitlistId} AND ${beginsWith(sql, start)}
      ORDER BY email_key LIMIT ${limit} OFFSET ${offset}) page USING (email_key)
    WHERE s.waitlist_id = ${waitlistId} ORDER BY s.email_key`;
}

/** How many those are. */
export async function countByEmail(sql: Sql, waitlistId: string, start: string): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    SELECT count(*) FROM signups WHERE waitlist_id = ${waitlistId} AND ${beginsWith(sql, start)}`;
  return row.count;
}

/** As a range, which an index serves also in a plan that does not know the text. DEL comes after all that a key holds. */
const beginsWith = (sql: Sql, start: string) =>
  sql`email_key >= ${start} AND email_key < ${`${start}\u007f`}`;

/** A signup, if it is on that list. LIMIT 1: by its id and no other, for a plan from before the list filled up may read all of that. */
const signupOf = (sql: Sql | Tx, waitlistId: string, signupId: string) => sql`
  (SELECT * FROM (SELECT * FROM signups WHERE id = ${signupId} LIMIT 1) one WHERE waitlist_id = ${waitlistId})`;

export async function findSignup(
  sql: Sql,
  waitlistId: string,
  signupId: string,
): Promise<SignupRow | undefined> {
  const [row] = await sql<SignupRow[]>`
    SELECT ${signupColumns(sql, waitlistId)} FROM ${signupOf(sql, waitlistId, signupId)} s`;
  return row;
}

/** What a signup is called elsewhere. */
export interface SignupName {
  id: string;
  email: string;
  position: number;
}

/** The names of signups, in no order. */
export function listNames(sql: Sql, ids: readonly string[]): Promise<SignupName[]> {
  return sql<SignupName[]>`SELECT id, email, position FROM signups WHERE id = ANY(${[...ids]}::uuid[])`;
}

/** Those that a signup brought, oldest first. */
export function listReferred(sql: Sql, signupId: string, limit: number): Promise<SignupName[]> {
  return sql<SignupName[]>`
    SELECT id, email, position FROM signups WHERE referred_by = ${signupId} ORDER BY position LIMIT ${limit}`;
}

/**
 * The next rows in the order of positions, for reading a whole list page by page: as many as come to `bytes`, and one in any case.
 * `rows` bounds what Postgres looks at for that. None where there are no more.
 */
export function listSignupsAfter(
  sql: Sql,
  waitlistId: string,
  range: { after: number; upTo: number },
  { rows, bytes }: { rows: number; bytes: number },
): Promise<SignupRow[]> {
  return sql<SignupRow[]>`
    SELECT ${signupColumns(sql, waitlistId)} FROM (
      SELECT s.*, row_number() OVER page AS number,
             sum(octet_length(concat(s.metadata, s.fields, s.referrer, s.utm_source))) OVER page AS bytes
      FROM signups s
      WHERE s.waitlist_id = ${waitlistId} AND s.position > ${range.after} AND s.position <= ${range.upTo}
      WINDOW page AS (ORDER BY s.position ROWS UNBOUNDED PRECEDING)
      ORDER BY s.position LIMIT ${rows}) s
    WHERE s.number = 1 OR s.bytes <= ${bytes}
    ORDER BY s.position`;
}

/** The signup with this address, if there is one (C3.1). */
export async function findSignupByEmail(
  sql: Sql,
  waitlistId: string,
  emailKey: string,
): Promise<SignupRow | undefined> {
  const [row] = await sql<SignupRow[]>`
    SELECT ${signupColumns(sql, waitlistId)} FROM signups s WHERE s.waitlist_id = ${waitlistId} AND s.email_key = ${emailKey}`;
  return row;
}

/** Who referred a signup `s` of the list, if that one is still there: null for a removed referrer whose referrals are not cleared yet. */
const presentReferrer = (sql: Sql, waitlistId: string) => sql`
  CASE WHEN s.referred_by = ANY (ARRAY(SELECT signup_id FROM removed_referrers WHERE waitlist_id = ${waitlistId})) THEN NULL ELSE s.referred_by END`;

const signupColumns = (sql: Sql, waitlistId: string) => sql`
  s.id, s.email, s.position, s.referral_code, s.referral_count, ${presentReferrer(sql, waitlistId)} AS referred_by, s.utm_source, s.referrer, s.metadata, s.fields,
  s.email_status, s.email_delivered_at, s.email_opened_at, s.email_clicked_at, s.created_at`;

/** Holds signups until commit, by id as everywhere; what the next statements see of them is the last word. */
export function lockSignups(tx: Tx, signupIds: readonly string[]): Statement {
  return tx`SELECT 1 FROM signups WHERE id = ANY(${signupIds as string[]}::uuid[]) ORDER BY id FOR NO KEY UPDATE`;
}

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

/** Some of a list's signups as CSV. */
export interface ExportedPage {
  /** In UTF-8, without a header; empty where all of them were deleted. */
  readonly csv: Buffer;
  /** The position behind which it begins, and the last that it covers. */
  readonly after: number;
  readonly upTo: number;
}

/**
 * The signups behind a position as CSV, in the order of positions (§4.3, C3.12): those up to another one, or as many as come to `maxBytes`;
 * none at all where not even the first `partPositions` do. One alone is never too many.
 *
 * Postgres makes the text, two and a half times as fast as Node would, and it goes to the reader as it comes. It is made part by part, for
 * nobody knows before what the next ones come to, and a part is the most that Postgres makes in vain.
 * Only columns that can hold a comma, a quote or a line break are looked at for quoting, both texts at once: looking takes half of
 * the time. JSON that is not empty holds quotes.
 */
export async function exportPage(
  sql: Sql,
  waitlistId: string,
  page: { after: number; upTo: number; partPositions: number; maxBytes: number },
): Promise<ExportedPage> {
  const { after, upTo, partPositions, maxBytes } = page;
  const parts = await sql`
    WITH RECURSIVE part (up_to, csv, bytes) AS (
      SELECT ${after}::integer, '', 0
      UNION ALL
      SELECT next.up_to, next.csv, part.bytes + octet_length(next.csv)
      FROM part CROSS JOIN LATERAL (
        SELECT least(part.up_to + ${partPositions}::integer, ${upTo}::integer) AS up_to,
               coalesce(string_agg(${csvLine(sql, waitlistId)}, '' ORDER BY s.position), '') AS csv
        FROM signups s
        WHERE s.waitlist_id = ${waitlistId} AND s.position > part.up_to
          AND s.position <= least(part.up_to + ${partPositions}::integer, ${upTo}::integer)) next
      WHERE part.up_to < ${upTo}::integer
        AND (part.bytes + octet_length(next.csv) <= ${maxBytes}::integer OR (part.bytes = 0 AND ${partPositions}::integer = 1))
    )
    SELECT up_to, csv FROM part`.raw();
  const inOrder = parts
    .map(([end, csv]) => ({ end: Number(end), csv: csv ?? Buffer.alloc(0) }))
    .sort((one, other) => one.end - other.end);
  return { csv: Buffer.concat(inOrder.map(({ csv }) => csv)), after, upTo: inOrder.at(-1)?.end ?? after };
}

const csvLine = (sql: Sql, waitlistId: string) => sql`
  concat_ws(',',
    s.position, s.email, ${iso(sql, 'created_at')},
    CASE WHEN concat(s.utm_source, s.referrer) ~ '[",\\r\\n]'
         THEN concat_ws(',', ${quoted(sql, 'utm_source')}, ${quoted(sql, 'referrer')}) ELSE concat(s.utm_source, ',', s.referrer) END,
    coalesce((${[...emailStatuses]}::text[])[s.email_status], ''),
    ${iso(sql, 'email_delivered_at')}, ${iso(sql, 'email_opened_at')}, ${iso(sql, 'email_clicked_at')},
    CASE s.metadata::text WHEN '{}' THEN '{}' ELSE '"' || replace(s.metadata::text, '"', '""') || '"' END,
    s.id, s.referral_code, s.referral_count, coalesce((${presentReferrer(sql, waitlistId)})::text, '')) || E'\\n'`;

/** The columns of `exportPage`. New ones are appended, never inserted (§9 rule 2). */
export const exportColumns = [
  'position',
  'email',
  'created_at',
  'utm_source',
  'referrer',
  'email_status',
  'email_delivered_at',
  'email_opened_at',
  'email_clicked_at',
  'metadata',
  'id',
  'referral_code',
  'referral_count',
  'referred_by',
] as const satisfies (keyof SignupRow)[];

const iso = (sql: Sql, column: string) =>
  sql`coalesce(to_char(s.${sql(column)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), '')`;

const quoted = (sql: Sql, column: string) => sql`
  CASE WHEN s.${sql(column)}::text ~ '[",\\r\\n]' THEN '"' || replace(s.${sql(column)}::text, '"', '""') || '"' ELSE coalesce(s.${sql(column)}::text, '') END`;
