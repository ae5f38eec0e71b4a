import type { RowKey } from '../../../platform/postgres/by-key.ts';
import type { Fragment, Sql, Statement, Tx } from '../../../platform/postgres/connection.ts';
import { firstBytes } from '../../../platform/postgres/first-bytes.ts';
import type { LeftReason } from '../columns/subscription.ts';
import type { ImportOutcome } from '../schema.ts';

/** A row of a file that is being read. */
export interface NewRow {
  readonly line: number;
  readonly cells: readonly string[];
  /** Why it cannot be read. */
  readonly flaw: string | null;
}

const ofImport = (sql: Sql | Tx, { accountId, id }: RowKey) =>
  sql`account_id = ${accountId} AND import_id = ${id}`;

/** Adds rows to an import whose file is being read. @returns false if it is no longer */
export async function addRows(tx: Tx, { accountId, id }: RowKey, rows: readonly NewRow[]): Promise<boolean> {
  const given = JSON.stringify(rows.map(({ line, cells, flaw }) => ({ line, raw: cells, flaw })));
  const { count } = await tx`
    WITH open AS (
      UPDATE imports SET row_count = row_count + ${rows.length}, updated_at = clock_timestamp()
      WHERE account_id = ${accountId} AND id = ${id} AND state = 'uploading' RETURNING 1
    )
    INSERT INTO import_rows (account_id, import_id, line, raw, bytes, flaw)
    SELECT ${accountId}, ${id}, r.line, r.raw, octet_length(r.raw::text), r.flaw
    FROM open, json_to_recordset(${given}::text::json) AS r(line integer, raw json, flaw text)`;
  return count > 0;
}

/** Deletes up to `limit` rows of an import. @returns how many */
export async function deleteRows(tx: Tx, key: RowKey, limit: number): Promise<number> {
  const { count } = await tx`
    DELETE FROM import_rows WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM import_rows WHERE ${ofImport(tx, key)} ORDER BY line LIMIT ${limit} FOR UPDATE SKIP LOCKED))`;
  return count;
}

/** The first rows that a query gives, as `firstBytes` has them. */
export const firstRows = (sql: Sql | Tx, rows: Fragment, by: Fragment): Fragment =>
  firstBytes(sql, rows, { by, bytes: sql`bytes` });

/** A row to be read. */
export interface RawRow {
  readonly line: number;
  readonly raw: readonly string[];
  /** Why it cannot be read; known to validation alone. */
  readonly flaw?: string | null;
}

/** The rows behind a line: up to `limit`, and few if they are large. */
export function listRawRows(sql: Sql | Tx, key: RowKey, after: number, limit: number): Promise<RawRow[]> {
  const rows = sql`
    SELECT line, raw, bytes, flaw FROM import_rows WHERE ${ofImport(sql, key)} AND line > ${after} ORDER BY line LIMIT ${limit}`;
  return sql<RawRow[]>`SELECT line, raw, flaw FROM ${firstRows(sql, rows, sql`line`)} ORDER BY line`;
}

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
      SELECT 1 FROM import_rows r
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

/** What validation found of a row. */
export interface JudgedRow {
  readonly line: number;
  readonly outcome: ImportOutcome;
  readonly error: string | null;
  readonly email_key: string | null;
  readonly sort_key: number | null;
  readonly code: string | null;
  readonly foreign_id: string | null;
  /** Why the address gets no mails; null if it does. */
  readonly left_as: readonly LeftReason[] | null;
}

export async function saveJudged(tx: Tx, key: RowKey, rows: readonly JudgedRow[]): Promise<void> {
  await tx`
    UPDATE import_rows r
    SET outcome = given.outcome, error = given.error, email_key = given.email_key, sort_key = given.sort_key, code = given.code,
        foreign_id = given.foreign_id, left_as = given.left_as, signup_id = NULL
    FROM json_to_recordset(${JSON.stringify(rows)}::text::json) AS given(
      line integer, outcome text, error text, email_key text, sort_key bigint, code text, foreign_id text, left_as text[])
    ${placeOf(tx, key)}`;
}

const ofRow = (tx: Tx, { accountId, id }: RowKey) => tx`r.account_id = ${accountId} AND r.import_id = ${id}`;

/** Finds the rows of the given lines by their key, one by one. */
const placeOf = (tx: Tx, key: RowKey) => tx`
  CROSS JOIN LATERAL (SELECT ctid AS place FROM import_rows WHERE ${ofImport(tx, key)} AND line = given.line LIMIT 1) held
  WHERE r.ctid = held.place`;

/** Marks rows behind a place that exceed the plan's limit, up to `limit` of them. @returns how many */
export async function markOverQuota(tx: Tx, key: RowKey, after: RowPlace, limit: number): Promise<number> {
  const { count } = await tx`
    UPDATE import_rows SET outcome = 'over_quota', error = ${overQuotaReason}
    WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM import_rows
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
    SELECT sort_key, line FROM import_rows
    WHERE ${ofImport(tx, key)} AND sort_key IS NOT NULL AND outcome = 'create'
    ORDER BY sort_key, line OFFSET ${n - 1} LIMIT 1`;
  return row;
}

/** A row that may become a signup. */
export interface NextRow extends RawRow, RowPlace {
  readonly outcome: ImportOutcome;
}

/**
 * The next rows that may become signups, in their order: up to `limit`, and few if they are large. Those
 * whose address was on the list are among them: it may be gone by now, and others may name its signup. `upTo`
 * is the last sort key; null for all.
 */
export function listNextRows(
  tx: Tx,
  key: RowKey,
  { after, upTo, limit }: { after: RowPlace; upTo: number | null; limit: number },
): Promise<NextRow[]> {
  const rows = tx`
    SELECT line, raw, sort_key, outcome, bytes FROM import_rows
    WHERE ${ofImport(tx, key)} AND sort_key IS NOT NULL AND (sort_key, line) > (${after.sort_key}::bigint, ${after.line}::integer)
      ${upTo === null ? tx`` : tx`AND sort_key <= ${upTo}::bigint`} AND outcome IN ('create', 'existing', 'over_quota')
    ORDER BY sort_key, line LIMIT ${limit}`;
  return tx<NextRow[]>`
    SELECT line, raw, sort_key, outcome FROM ${firstRows(tx, rows, tx`sort_key, line`)} ORDER BY sort_key, line`;
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
    SELECT line, email_key, left_as FROM import_rows
    WHERE ${ofImport(tx, key)} AND line > ${after} AND left_as IS NOT NULL AND email_key IS NOT NULL ORDER BY line LIMIT ${limit}`;
}

/** Which of these addresses have left, by any row of the file, and as what. */
export async function findLeft(
  tx: Tx,
  key: RowKey,
  emailKeys: readonly string[],
): Promise<Map<string, readonly LeftReason[]>> {
  const rows = await tx<{ email_key: string; left_as: LeftReason[] }[]>`
    SELECT given.email_key, r.left_as FROM unnest(${emailKeys as string[]}::text[]) AS given(email_key)
    CROSS JOIN LATERAL (
      SELECT left_as FROM import_rows r WHERE ${ofRow(tx, key)} AND ${byColumn(tx, 'email_key', 'email_key')} ORDER BY r.email_key) r
    WHERE r.left_as IS NOT NULL`;
  const found = new Map<string, readonly LeftReason[]>();
  for (const { email_key, left_as } of rows)
    found.set(email_key, [...(found.get(email_key) ?? []), ...left_as]);
  return found;
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
    UPDATE import_rows r SET outcome = given.outcome, error = given.error, signup_id = given.signup_id
    FROM json_to_recordset(${JSON.stringify(rows)}::text::json) AS given(line integer, outcome text, error text, signup_id uuid)
    ${placeOf(tx, key)}`;
}

export const overQuotaReason = 'The plan’s limit of stored signups is reached.';

/** A row with its signup. */
export interface LinkedRow extends RawRow {
  readonly signup_id: string | null;
}

/**
 * The rows behind a line, with the signups that the import added of them: up to `limit`, and few if they are
 * large.
 */
export function listCreatedRows(tx: Tx, key: RowKey, after: number, limit: number): Promise<LinkedRow[]> {
  const rows = tx`
    SELECT line, raw, CASE WHEN outcome = 'create' THEN signup_id END AS signup_id, bytes FROM import_rows
    WHERE ${ofImport(tx, key)} AND line > ${after} ORDER BY line LIMIT ${limit}`;
  return tx<LinkedRow[]>`SELECT line, raw, signup_id FROM ${firstRows(tx, rows, tx`line`)} ORDER BY line`;
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
    (SELECT signup_id FROM import_rows r
     WHERE ${ofRow(tx, key)} AND ${byColumn(tx, column, value)} AND r.signup_id IS NOT NULL
     ORDER BY r.${tx(column)} LIMIT 1)`;
  const rows = await tx<{ ord: number; signup_id: string | null }[]>`
    SELECT ord, coalesce(${of('email_key', 'email_key')}, ${of('foreign_id', 'text')}, ${of('code', 'text')}, ${of('code', 'code')}) AS signup_id
    FROM json_to_recordset(${given}::text::json) AS given(ord integer, email_key text COLLATE "C", text text COLLATE "C", code text COLLATE "C")`;
  const found = new Map(rows.map(({ ord, signup_id }) => [ord, signup_id ?? undefined]));
  return names.map((_, ord) => found.get(ord));
}

/** A row of an import, as it is shown. */
export interface ImportRowRow {
  line: number;
  outcome: ImportOutcome | null;
  reason: string | null;
  signup_id: string | null;
  cells: string[];
}

/** A page of rows in the order of lines: up to `limit`, and few if they are large. */
export function listRows(
  sql: Sql,
  key: RowKey,
  outcome: ImportOutcome | undefined,
  { limit, offset }: { limit: number; offset: number },
): Promise<ImportRowRow[]> {
  return listShown(
    sql,
    sql`
    SELECT ${shownColumns(sql)} FROM import_rows WHERE ${ofImport(sql, key)} ${withOutcome(sql, outcome)} ORDER BY line LIMIT ${limit} OFFSET ${offset}`,
  );
}

const shownColumns = (sql: Sql) => sql`line, outcome, error, signup_id, raw, bytes`;

function listShown(sql: Sql, rows: Fragment): Promise<ImportRowRow[]> {
  return sql<ImportRowRow[]>`
    SELECT line, outcome, error AS reason, signup_id, raw AS cells FROM ${firstRows(sql, rows, sql`line`)} ORDER BY line`;
}

/** Only rows that become signups are too many for an index of their own. */
const withOutcome = (sql: Sql, outcome: ImportOutcome | undefined) => {
  if (outcome === undefined) return sql``;
  return outcome === 'create'
    ? sql`AND outcome = 'create'`
    : sql`AND outcome <> 'create' AND outcome = ${outcome}`;
};

/** The rows behind a line, for the download: up to `limit`, and few if they are large. */
export function listRowsAfter(
  sql: Sql,
  key: RowKey,
  outcome: ImportOutcome | undefined,
  after: number,
  limit: number,
): Promise<ImportRowRow[]> {
  return listShown(
    sql,
    sql`
    SELECT ${shownColumns(sql)} FROM import_rows WHERE ${ofImport(sql, key)} AND line > ${after} ${withOutcome(sql, outcome)} ORDER BY line LIMIT ${limit}`,
  );
}
