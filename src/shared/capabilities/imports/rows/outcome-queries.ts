import type { RowKey } from '../../../platform/postgres/by-key.ts';
import type { Fragment, Sql, Statement, Tx } from '../../../platform/postgres/connection.ts';
import type { LeftReason } from '../columns/subscription.ts';
import type { ImportOutcome } from '../schema.ts';
import { firstRows, ofImport, type RawRow } from './row-queries.ts';

/**
 * Has the rows of a transaction found by the index that is in the order that a statement asks for. The
 * planner knows nothing yet of a table that has just filled up, and by the key of lines it would read a whole
 * file for each row.
 */
export const readInOrder = (tx: Tx): Statement =>
  tx`SELECT set_config('enable_sort', 'off', true), set_config('enable_bitmapscan', 'off', true)`;

/** The condition that a column has the given value, as a range: so its index has an order to ask for. */
const byColumn = (tx: Tx, column: string, value: string) =>
  tx`r.${tx(column)} >= given.${tx(value)} AND r.${tx(column)} <= given.${tx(value)}`;

/** Which of these values earlier rows of the file have that become signups. */
export async function findEarlier(
  tx: Tx,
  key: RowKey,
  before: number,
  { emailKeys, positions }: { emailKeys: readonly string[]; positions: readonly number[] },
): Promise<{ emailKeys: Set<string>; positions: Set<number> }> {
  const earlier = (column: 'email_key' | 'sort_key') => tx`
    CROSS JOIN LATERAL (
      SELECT 1 FROM import_outcomes r
      WHERE ${ofRow(tx, key)} AND ${byColumn(tx, column, column)}
        AND line < ${before} AND outcome IN ('create', 'existing', 'over_quota')
      ORDER BY r.${tx(column)} LIMIT 1) earlier`;
  const rows = await tx<{ email_key: string | null; sort_key: number | null }[]>`
    SELECT given.email_key, NULL::bigint AS sort_key
    FROM unnest(${emailKeys as string[]}::text[]) AS given(email_key) ${earlier('email_key')}
    UNION ALL
    SELECT NULL, given.sort_key
    FROM unnest(${`{${positions.join(',')}}`}::text::bigint[]) AS given(sort_key) ${earlier('sort_key')}`;
  return {
    emailKeys: new Set(rows.flatMap(({ email_key }) => email_key ?? [])),
    positions: new Set(rows.flatMap(({ sort_key }) => sort_key ?? [])),
  };
}

/** Which of these addresses are on the waitlist, with their signups. */
export async function findOnList(
  tx: Tx,
  accountId: string,
  waitlistId: string,
  emailKeys: readonly string[],
): Promise<Map<string, string>> {
  const rows = await tx<{ email_key: string; id: string }[]>`
    SELECT given.email_key, s.id FROM unnest(${emailKeys as string[]}::text[]) AS given(email_key)
    CROSS JOIN LATERAL (
      SELECT id FROM signups
      WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId} AND email_key = given.email_key AND email_key >= '' LIMIT 1) s`;
  return new Map(rows.map(({ email_key, id }) => [email_key, id]));
}

/** What import_signups stores of a row: what a signup does not have is left out. */
export type SignupToStore = Readonly<Record<string, unknown>> & { readonly id: string };

/** What validation found of a row. */
export interface JudgedRow {
  readonly line: number;
  readonly outcome: ImportOutcome;
  readonly error: string | null;
  readonly email_key: string | null;
  readonly sort_key: number | null;
  readonly code: string | null;
  readonly foreign_id: string | null;
  readonly referred_by: string | null;
  /** Why the address gets no mails; null if it does. */
  readonly left_as: readonly LeftReason[] | null;
  /** The signup that it becomes, or that is there. */
  readonly signup_id: string | null;
  /** What import_signups stores; null for a row that becomes none. */
  readonly signup: SignupToStore | null;
  /** Of its cells. */
  readonly bytes: number;
}

/** Stores what validation found of rows; a repeated validation replaces it. */
export async function saveJudged(
  tx: Tx,
  { accountId, id }: RowKey,
  rows: readonly JudgedRow[],
): Promise<void> {
  await tx`
    INSERT INTO import_outcomes AS o (
      account_id, import_id, line, outcome, error, email_key, sort_key, code, foreign_id, referred_by, left_as, signup_id, signup, bytes)
    SELECT ${accountId}, ${id}, g.line, g.outcome, g.error, g.email_key, g.sort_key, g.code, g.foreign_id, g.referred_by, g.left_as,
           g.signup_id, g.signup, g.bytes
    FROM json_to_recordset(${JSON.stringify(rows)}::text::json) AS g(
      line integer, outcome text, error text, email_key text, sort_key bigint, code text, foreign_id text, referred_by text,
      left_as text[], signup_id uuid, signup json, bytes integer)
    ON CONFLICT (account_id, import_id, line) DO UPDATE
    SET outcome = excluded.outcome, error = excluded.error, email_key = excluded.email_key, sort_key = excluded.sort_key,
        code = excluded.code, foreign_id = excluded.foreign_id, referred_by = excluded.referred_by, left_as = excluded.left_as,
        signup_id = excluded.signup_id, signup = excluded.signup, bytes = excluded.bytes`;
}

const ofRow = (tx: Tx, { accountId, id }: RowKey) => tx`r.account_id = ${accountId} AND r.import_id = ${id}`;

/** Finds the outcomes of the given lines by their key, one by one. */
const placeOf = (tx: Tx, key: RowKey) => tx`
  CROSS JOIN LATERAL (SELECT ctid AS place FROM import_outcomes WHERE ${ofImport(tx, key)} AND line = given.line LIMIT 1) held
  WHERE r.ctid = held.place`;

/** Marks rows behind a place that exceed the plan's limit, up to `limit` of them. @returns how many */
export async function markOverQuota(tx: Tx, key: RowKey, after: RowPlace, limit: number): Promise<number> {
  const { count } = await tx`
    UPDATE import_outcomes SET outcome = 'over_quota', error = ${overQuotaReason}, signup_id = NULL
    WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM import_outcomes
      WHERE ${ofImport(tx, key)} AND sort_key IS NOT NULL AND (sort_key, line) > (${after.sort_key}::bigint, ${after.line}::integer)
        AND outcome = 'create'
      ORDER BY sort_key, line LIMIT ${limit}))`;
  return count;
}

/** Where a row is in the order in which rows become signups. */
export interface RowPlace {
  readonly sort_key: number;
  readonly line: number;
}

/** The place of the n-th row that becomes a signup, from 1; undefined if there are not so many. */
export async function findNthPlace(tx: Tx, key: RowKey, n: number): Promise<RowPlace | undefined> {
  const [row] = await tx<RowPlace[]>`
    SELECT sort_key, line FROM import_outcomes
    WHERE ${ofImport(tx, key)} AND sort_key IS NOT NULL AND outcome = 'create'
    ORDER BY sort_key, line OFFSET ${n - 1} LIMIT 1`;
  return row;
}

/** The rows behind one place, up to another. */
export interface RowRange {
  readonly after: RowPlace;
  readonly last: RowPlace;
}

/**
 * Up to which place the next part goes: `limit` rows that may become signups, and few if they are large.
 * Those whose address was on the list are among them: it may be gone by now, and others may name its signup.
 * `upTo` is the last sort key; null for all. @returns undefined if there are none; else also whether all
 * their signups are known
 */
export async function findPartEnd(
  tx: Tx,
  key: RowKey,
  { after, upTo, limit }: { after: RowPlace; upTo: number | null; limit: number },
): Promise<(RowPlace & { readonly is_read: boolean }) | undefined> {
  const rows = tx`
    SELECT line, sort_key, signup IS NOT NULL AS is_read, bytes FROM import_outcomes
    WHERE ${ofImport(tx, key)} AND sort_key IS NOT NULL AND (sort_key, line) > (${after.sort_key}::bigint, ${after.line}::integer)
      ${upTo === null ? tx`` : tx`AND sort_key <= ${upTo}::bigint`} AND ${mayBecomeSignup(tx)}
    ORDER BY sort_key, line LIMIT ${limit}`;
  const [end] = await tx<(RowPlace & { readonly is_read: boolean })[]>`
    SELECT sort_key, line, bool_and(is_read) OVER () AS is_read FROM ${firstRows(tx, rows, tx`sort_key, line`)}
    ORDER BY sort_key DESC, line DESC LIMIT 1`;
  return end;
}

const mayBecomeSignup = (tx: Tx) => tx`outcome IN ('create', 'existing', 'over_quota')`;

/** A row whose cells have to be read again. */
export interface UnreadRow extends RawRow, Pick<JudgedRow, 'outcome' | 'error' | 'signup_id'> {}

/** The rows of a part; only those whose signup is not known unless `all` are to be read again. */
export function listUnread(
  tx: Tx,
  key: RowKey,
  { after, last }: RowRange,
  { all }: { readonly all: boolean },
): Promise<UnreadRow[]> {
  return tx<UnreadRow[]>`
    SELECT o.line, o.outcome, o.error, o.signup_id, r.raw
    FROM (
      SELECT line, outcome, error, signup_id, sort_key FROM import_outcomes
      WHERE ${ofImport(tx, key)} AND sort_key IS NOT NULL
        AND (sort_key, line) > (${after.sort_key}::bigint, ${after.line}::integer)
        AND (sort_key, line) <= (${last.sort_key}::bigint, ${last.line}::integer)
        AND ${mayBecomeSignup(tx)} ${all ? tx`` : tx`AND signup IS NULL`}
      ORDER BY sort_key, line) o
    CROSS JOIN LATERAL (SELECT raw FROM import_rows WHERE ${ofImport(tx, key)} AND line = o.line LIMIT 1) r`;
}

/** What a row that was read again becomes. */
export type ReadAgain = Pick<JudgedRow, 'line' | 'outcome' | 'error' | 'signup_id' | 'signup'>;

export async function saveReadAgain(tx: Tx, key: RowKey, rows: readonly ReadAgain[]): Promise<void> {
  await tx`
    UPDATE import_outcomes r
    SET outcome = given.outcome, error = given.error, signup_id = given.signup_id, signup = given.signup
    FROM json_to_recordset(${JSON.stringify(rows)}::text::json) AS given(line integer, outcome text, error text, signup_id uuid, signup json)
    ${placeOf(tx, key)}`;
}

/** A row of somebody who has left. */
export interface LeftRow {
  readonly line: number;
  readonly email_key: string;
  readonly left_as: readonly LeftReason[];
}

/** The next rows behind a line whose addresses get no mails. */
export function listLeftRows(tx: Tx, key: RowKey, after: number, limit: number): Promise<LeftRow[]> {
  return tx<LeftRow[]>`
    SELECT line, email_key, left_as FROM import_outcomes
    WHERE ${ofImport(tx, key)} AND line > ${after} AND left_as IS NOT NULL AND email_key IS NOT NULL ORDER BY line LIMIT ${limit}`;
}

/** Has all rows of these addresses know why they get no mails. @param left of an address each */
export async function spreadLeft(tx: Tx, key: RowKey, left: readonly Omit<LeftRow, 'line'>[]): Promise<void> {
  await tx`
    UPDATE import_outcomes r SET left_as = ARRAY(SELECT DISTINCT unnest(r.left_as || given.left_as))
    FROM (
      SELECT held.place, g.left_as
      FROM json_to_recordset(${JSON.stringify(left)}::text::json) AS g(email_key text COLLATE "C", left_as text[])
      CROSS JOIN LATERAL (
        SELECT ctid AS place, left_as FROM import_outcomes r
        WHERE ${ofRow(tx, key)} AND r.email_key >= g.email_key AND r.email_key <= g.email_key ORDER BY r.email_key) held
      WHERE held.left_as IS NULL OR NOT held.left_as @> g.left_as) given
    WHERE r.ctid = given.place`;
}

/** What became of a row. */
export interface StoredRow {
  readonly line: number;
  readonly outcome: ImportOutcome;
  readonly error: string | null;
  readonly signup_id: string | null;
}

export async function saveStored(tx: Tx, key: RowKey, rows: readonly StoredRow[]): Promise<void> {
  await tx`
    UPDATE import_outcomes r SET outcome = given.outcome, error = given.error, signup_id = given.signup_id
    FROM json_to_recordset(${JSON.stringify(rows)}::text::json) AS given(line integer, outcome text, error text, signup_id uuid)
    ${placeOf(tx, key)}`;
}

export const overQuotaReason = 'The plan’s limit of stored signups is reached.';

/** A row of the import, and how it names who referred its signup. */
export interface NamingRow {
  readonly line: number;
  readonly signup_id: string | null;
  readonly referred_by: string;
}

/** The rows of a part that may become signups and name a referrer. */
export function listNaming(tx: Tx, key: RowKey, { after, last }: RowRange): Promise<NamingRow[]> {
  return tx<NamingRow[]>`
    SELECT line, signup_id, referred_by FROM import_outcomes
    WHERE ${ofImport(tx, key)} AND sort_key IS NOT NULL
      AND (sort_key, line) > (${after.sort_key}::bigint, ${after.line}::integer)
      AND (sort_key, line) <= (${last.sort_key}::bigint, ${last.line}::integer)
      AND referred_by IS NOT NULL AND ${mayBecomeSignup(tx)}
    ORDER BY sort_key, line`;
}

/** Rows that became signups, name a referrer and have none. */
export interface UnlinkedRows {
  readonly rows: readonly (NamingRow & { readonly signup_id: string })[];
  /** The line that was looked at last; null behind the end of the file. */
  readonly last: number | null;
}

/** Up to `limit` of them behind a line. Looks at ten times as many rows at most. */
export async function listUnlinked(tx: Tx, key: RowKey, after: number, limit: number): Promise<UnlinkedRows> {
  const found = await tx<
    { page_end: number | null; line: number | null; signup_id: string; referred_by: string }[]
  >`
    WITH page AS MATERIALIZED (
      SELECT line, signup_id, referred_by FROM import_outcomes
      WHERE ${ofImport(tx, key)} AND line > ${after} AND referred_by IS NOT NULL AND outcome = 'create' AND signup_id IS NOT NULL
      ORDER BY line LIMIT ${10 * limit}
    ), unlinked AS MATERIALIZED (
      SELECT page.line, page.signup_id, page.referred_by FROM page
      CROSS JOIN LATERAL (SELECT referred_by FROM signups WHERE account_id = ${key.accountId} AND id = page.signup_id LIMIT 1) signup
      WHERE signup.referred_by IS NULL ORDER BY page.line LIMIT ${limit}
    )
    SELECT p.page_end, u.line, u.signup_id, u.referred_by FROM (SELECT max(line) AS page_end FROM page) p LEFT JOIN unlinked u ON true ORDER BY u.line`;
  const rows = found.flatMap(({ page_end: _, line, ...row }) => (line === null ? [] : [{ line, ...row }]));
  return { rows, last: (rows.length === limit ? rows.at(-1)?.line : found[0]?.page_end) ?? null };
}

/** The signups that rows of the file became, by an address, a code or an id in it. */
export async function findNamed(
  tx: Tx,
  key: RowKey,
  names: readonly { readonly emailKey: string | null; readonly texts: readonly string[] }[],
): Promise<(string | undefined)[]> {
  const given = JSON.stringify(
    names.map(({ emailKey, texts }, ord) => ({
      ord,
      email_key: emailKey,
      text: texts[0] ?? null,
      code: texts[1] ?? null,
    })),
  );
  const of = (column: 'email_key' | 'foreign_id' | 'code', value: 'email_key' | 'text' | 'code') => tx`
    (SELECT signup_id FROM import_outcomes r
     WHERE ${ofRow(tx, key)} AND ${byColumn(tx, column, value)} AND r.signup_id IS NOT NULL
     ORDER BY r.${tx(column)} LIMIT 1)`;
  const rows = await tx<{ ord: number; signup_id: string | null }[]>`
    SELECT ord, coalesce(${of('email_key', 'email_key')}, ${of('foreign_id', 'text')}, ${of('code', 'text')}, ${of('code', 'code')}) AS signup_id
    FROM json_to_recordset(${given}::text::json) AS given(ord integer, email_key text COLLATE "C", text text COLLATE "C", code text COLLATE "C")`;
  const found = new Map(rows.map(({ ord, signup_id }) => [ord, signup_id ?? undefined]));
  return names.map((_, ord) => found.get(ord));
}

/** How far an import has come. */
export interface Progress {
  readonly phase: 'rows' | 'quota' | 'leaving' | 'referrals';
  /** Where the phase goes on: behind this row, in the order of the phase. */
  readonly after_key: number;
  readonly after_line: number;
}

/** Whether a row that becomes a signup is one by now: the run has come to its place. */
export function isStored(sql: Sql | Tx, { phase, after_key, after_line }: Progress): Fragment {
  if (phase === 'referrals') return sql`true`;
  return phase === 'rows'
    ? sql`(sort_key, line) <= (${after_key}::bigint, ${after_line}::integer)`
    : sql`false`;
}
