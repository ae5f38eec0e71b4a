import type { Sql, Statement, Tx } from '../db.ts';
import { emailStatuses } from '../email/status.ts';
import type { PageQuery } from '../pages.ts';

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
  readonly fields: Record<string, string | number | boolean | null>;
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
    SELECT ${signupColumns(sql)} FROM signups s JOIN (
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
    SELECT ${signupColumns(sql)} FROM signups s JOIN (
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
    SELECT ${signupColumns(sql)} FROM signups s JOIN (
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
    SELECT ${signupColumns(sql)} FROM ${signupOf(sql, waitlistId, signupId)} s`;
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

/** The next rows in the order of positions, for reading a whole list page by page. */
export function listSignupsAfter(
  sql: Sql,
  waitlistId: string,
  range: { after: number; upTo: number },
  rows: number,
): Promise<SignupRow[]> {
  return sql<SignupRow[]>`
    SELECT ${signupColumns(sql)} FROM signups s
    WHERE s.waitlist_id = ${waitlistId} AND s.position > ${range.after} AND s.position <= ${range.upTo}
    ORDER BY s.position LIMIT ${rows}`;
}

/** The signup with this address, if there is one (C3.1). */
export async function findSignupByEmail(
  sql: Sql,
  waitlistId: string,
  emailKey: string,
): Promise<SignupRow | undefined> {
  const [row] = await sql<SignupRow[]>`
    SELECT ${signupColumns(sql)} FROM signups s WHERE s.waitlist_id = ${waitlistId} AND s.email_key = ${emailKey}`;
  return row;
}

const signupColumns = (sql: Sql) => sql`
  s.id, s.email, s.position, s.referral_code, s.referral_count, s.referred_by, s.utm_source, s.referrer, s.metadata, s.fields,
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
  referred_by: string | null;
  referrer_domain: string | null;
  day: string;
  source: string;
  /** How it counted in the email statistics, each 0 or 1. */
  sent: number;
  delivered: number;
  opened: number;
  clicked: number;
}

/** Locks the signup, its referrer and those that it referred, by id as everywhere; deletes the signup with its email and what is owed for it. */
export async function deleteSignup(
  tx: Tx,
  waitlistId: string,
  signupId: string,
): Promise<RemovedSignup | undefined> {
  // Their ids first, and then by key: one condition for all of them may read the whole list.
  await tx`
    WITH wanted AS MATERIALIZED (SELECT id, referred_by FROM ${signupOf(tx, waitlistId, signupId)} s)
    SELECT 1 FROM signups
    WHERE id = ANY(ARRAY(
      SELECT id FROM wanted UNION ALL SELECT referred_by FROM wanted
      UNION ALL SELECT referred.id FROM wanted CROSS JOIN LATERAL (SELECT id FROM signups WHERE referred_by = wanted.id OFFSET 0) referred))
    ORDER BY id FOR UPDATE`;
  const [removed] = await tx<RemovedSignup[]>`
    WITH gone AS (DELETE FROM signups WHERE id = (SELECT id FROM ${signupOf(tx, waitlistId, signupId)} s) RETURNING *),
         email AS (DELETE FROM signup_emails WHERE signup_id = (SELECT id FROM gone) RETURNING *),
         queued AS (SELECT account_id, reserved_month FROM email WHERE state = 'queued'),
         unused AS (UPDATE email_usage SET reserved = reserved - 1
                    WHERE account_id = (SELECT account_id FROM queued) AND month = (SELECT reserved_month FROM queued)),
         owed AS (DELETE FROM outbox WHERE job = 'send-signup-email' AND id = (SELECT id FROM gone))
    SELECT id, email, position, metadata, created_at, clock_timestamp() AS removed_at,
           waitlist_id, (SELECT name FROM waitlists WHERE id = waitlist_id) AS waitlist_name,
           referred_by, referrer_domain, (created_at AT TIME ZONE 'UTC')::date AS day, coalesce(utm_source, 'direct') AS source,
           (engagement_of(email_status, email_delivered_at, email_opened_at, email_clicked_at)).*
    FROM gone`;
  return removed;
}

/** Gives the referrer's credit back (§3.4) and forgets who referred those that the removed signup referred (C3.5). @returns how many those were */
export async function undoReferrals(tx: Tx, removed: RemovedSignup): Promise<number> {
  if (removed.referred_by)
    await tx`UPDATE signups SET referral_count = referral_count - 1 WHERE id = ${removed.referred_by}`;
  const { count } = await tx`UPDATE signups SET referred_by = NULL WHERE referred_by = ${removed.id}`;
  return count;
}

/**
 * The signups of a range of positions as CSV in UTF-8, without a header and in the order of positions (§4.3, C3.12); empty where all
 * of them were deleted. Postgres makes the text, two and a half times as fast as Node would, and it goes to the reader as it comes.
 * Only columns that can hold a comma, a quote or a line break are looked at for quoting, both texts at once: looking takes half of
 * the time. JSON that is not empty holds quotes.
 */
export async function exportPage(
  sql: Sql,
  waitlistId: string,
  { after, upTo }: { after: number; upTo: number },
): Promise<Buffer> {
  const [row] = await sql`
    SELECT coalesce(string_agg(concat_ws(',',
        s.position, s.email, ${iso(sql, 'created_at')},
        CASE WHEN concat(s.utm_source, s.referrer) ~ '[",\\r\\n]'
             THEN concat_ws(',', ${quoted(sql, 'utm_source')}, ${quoted(sql, 'referrer')}) ELSE concat(s.utm_source, ',', s.referrer) END,
        coalesce((${[...emailStatuses]}::text[])[s.email_status], ''),
        ${iso(sql, 'email_delivered_at')}, ${iso(sql, 'email_opened_at')}, ${iso(sql, 'email_clicked_at')},
        CASE s.metadata::text WHEN '{}' THEN '{}' ELSE '"' || replace(s.metadata::text, '"', '""') || '"' END, s.id, s.referral_code, s.referral_count, coalesce(s.referred_by::text, '')) || E'\\n', '' ORDER BY s.position), '')
    FROM signups s
    WHERE s.waitlist_id = ${waitlistId} AND s.position > ${after} AND s.position <= ${upTo}`.raw();
  return row?.[0] ?? Buffer.alloc(0);
}

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
