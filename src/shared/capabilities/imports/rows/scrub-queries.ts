import { nilId } from '../../../platform/ids.ts';
import type { RowKey } from '../../../platform/postgres/by-key.ts';
import type { Sql, Tx } from '../../../platform/postgres/connection.ts';
import type { Mapping } from '../columns/targets.ts';
import { isStored, type JudgedRow, type Progress } from './outcome-queries.ts';
import { firstRows, type RawRow } from './row-queries.ts';

/** What an import itself keeps of its file. */
export interface ImportTexts {
  readonly columns: readonly string[];
  /** By the names of columns. */
  readonly mapping: Mapping;
  readonly warnings: readonly string[];
}

/**
 * The imports of an account from this one on, in the order of their ids, and which column has the addresses;
 * -1 for none. Also those whose rows are deleted: the names of their columns stay.
 */
export async function listImportsAfter(
  sql: Sql,
  accountId: string,
  from: string | null,
): Promise<({ id: string; emailColumn: number } & ImportTexts)[]> {
  const rows = await sql<({ id: string } & ImportTexts)[]>`
    SELECT id, columns, mapping, warnings FROM imports
    WHERE account_id = ${accountId} AND id >= ${from ?? nilId} ORDER BY id`;
  return rows.map((row) => ({
    ...row,
    emailColumn: row.columns.findIndex((name) => row.mapping[name] === 'email'),
  }));
}

/** Replaces the names of columns, and what repeats them, of an import that the caller holds. */
export async function saveTexts(
  tx: Tx,
  { accountId, id }: RowKey,
  { columns, mapping, warnings }: ImportTexts,
): Promise<void> {
  await tx`
    UPDATE imports
    SET columns = ${JSON.stringify(columns)}::text::json, mapping = ${JSON.stringify(mapping)}::text::json, warnings = ${JSON.stringify(warnings)}::text::json
    WHERE account_id = ${accountId} AND id = ${id}`;
}

/** How far an erasure has come: an import, and a line of it. */
interface ScrubbedTo {
  readonly scrubbed_import: string | null;
  readonly scrubbed_line: number;
}

/** How far the rows of imports are scrubbed by an erasure. */
export async function findScrubbed(sql: Sql, { accountId, id }: RowKey): Promise<ScrubbedTo> {
  const [row] = await sql<ScrubbedTo[]>`
    SELECT scrubbed_import, scrubbed_line FROM erasures WHERE account_id = ${accountId} AND id = ${id}`;
  return row ?? { scrubbed_import: null, scrubbed_line: 0 };
}

/** Notes how far the rows of imports are scrubbed. */
export async function noteScrubbed(
  tx: Tx,
  { accountId, id }: RowKey,
  importId: string,
  line: number,
): Promise<void> {
  await tx`
    UPDATE erasures SET scrubbed_import = ${importId}, scrubbed_line = ${line} WHERE account_id = ${accountId} AND id = ${id}`;
}

/** What was made of the cells of a row. */
export type RowTexts = Pick<JudgedRow, 'error' | 'code' | 'foreign_id' | 'referred_by'>;

/** The texts of rows of an import that the caller holds. */
export function listRowTexts(
  tx: Tx,
  { accountId, id }: RowKey,
  lines: readonly number[],
): Promise<(RowTexts & { readonly line: number })[]> {
  return tx<(RowTexts & { readonly line: number })[]>`
    SELECT r.line, o.error, o.code, o.foreign_id, o.referred_by FROM unnest(${`{${lines.join(',')}}`}::text::integer[]) AS given(line)
    CROSS JOIN LATERAL (SELECT line FROM import_rows WHERE account_id = ${accountId} AND import_id = ${id} AND line = given.line LIMIT 1) r
    LEFT JOIN LATERAL (
      SELECT error, code, foreign_id, referred_by FROM import_outcomes
      WHERE account_id = ${accountId} AND import_id = ${id} AND line = given.line LIMIT 1) o ON true`;
}

/** A row without a person. */
export interface ScrubbedRow extends RawRow, RowTexts {
  /** Whether it was the person's own. */
  readonly isOwn: boolean;
}

/**
 * Replaces the cells of rows. One of the person itself no longer becomes a signup: it counts as rejected,
 * unless it is one or was. Others are read again if they become one. The caller holds the import.
 */
export async function scrubImportRows(
  tx: Tx,
  { accountId, id }: RowKey,
  progress: Progress,
  rows: readonly ScrubbedRow[],
): Promise<void> {
  const given = JSON.stringify(rows.map(({ isOwn, ...row }) => ({ ...row, is_own: isOwn })));
  await tx`
    UPDATE import_rows r SET raw = given.raw, bytes = octet_length(given.raw::text)
    FROM (
      SELECT held.place, g.raw FROM json_to_recordset(${given}::text::json) AS g(line integer, raw json)
      CROSS JOIN LATERAL (
        SELECT ctid AS place FROM import_rows WHERE account_id = ${accountId} AND import_id = ${id} AND line = g.line LIMIT 1) held) given
    WHERE r.ctid = given.place`;
  const left = await tx<{ outcome: string }[]>`
    WITH given AS MATERIALIZED (
      SELECT g.*, held.* FROM json_to_recordset(${given}::text::json) AS g(
        line integer, error text, code text, foreign_id text, referred_by text, is_own boolean)
      CROSS JOIN LATERAL (
        SELECT ctid AS place, outcome AS before,
               outcome <> 'rejected' AND g.is_own AND NOT coalesce(signup_id IS NOT NULL AND ${isStored(tx, progress)}, false) AS leaves
        FROM import_outcomes WHERE account_id = ${accountId} AND import_id = ${id} AND line = g.line LIMIT 1) held
    ), scrubbed AS (
      UPDATE import_outcomes o
      SET email_key = CASE WHEN NOT g.is_own THEN email_key END, left_as = CASE WHEN NOT g.is_own THEN left_as END, code = g.code,
          foreign_id = g.foreign_id, referred_by = g.referred_by, signup = NULL,
          sort_key = CASE WHEN NOT g.leaves THEN sort_key END, signup_id = CASE WHEN NOT g.leaves THEN signup_id END,
          outcome = CASE WHEN g.leaves THEN 'rejected' ELSE outcome END, error = g.error
      FROM given g WHERE o.ctid = g.place
    )
    SELECT before AS outcome FROM given WHERE leaves`;
  const count = (outcome: string) => left.filter((row) => row.outcome === outcome).length;
  await tx`
    UPDATE imports SET creating = creating - ${count('create')}, existing = existing - ${count('existing')},
      duplicates = duplicates - ${count('duplicate')}, over_quota = over_quota - ${count('over_quota')}, rejected = rejected + ${left.length},
      reading = reading + 1
    WHERE account_id = ${accountId} AND id = ${id}`;
}

/** Where a row of an import is. */
export interface RowOfImport {
  readonly import_id: string;
  readonly line: number;
}

/** The rows of an address in the imports of an account. */
export function listRowsOfPerson(
  sql: Sql,
  accountId: string,
  emailKey: string,
  limit: number,
): Promise<RowOfImport[]> {
  return sql<RowOfImport[]>`
    SELECT i.id AS import_id, r.line
    FROM (SELECT id FROM imports WHERE account_id = ${accountId} AND pruned_at IS NULL) i
    CROSS JOIN LATERAL (
      SELECT line FROM import_outcomes WHERE account_id = ${accountId} AND import_id = i.id AND email_key >= ${emailKey} AND email_key <= ${emailKey}
      ORDER BY email_key LIMIT ${limit}) r
    ORDER BY i.id, r.line LIMIT ${limit}`;
}

/** The cells of rows, with the names of their columns: the first of them if they are large. */
export function readRowsOf(
  sql: Sql,
  accountId: string,
  rows: readonly RowOfImport[],
): Promise<(RowOfImport & { readonly columns: string[]; readonly cells: string[] })[]> {
  const found = sql`
    SELECT given.ord, i.id AS import_id, r.line, i.columns, r.raw, r.bytes
    FROM json_to_recordset(${JSON.stringify(rows.map((row, ord) => ({ ...row, ord })))}::text::json) AS given(ord integer, import_id uuid, line integer)
    CROSS JOIN LATERAL (SELECT id, columns FROM imports WHERE account_id = ${accountId} AND id = given.import_id LIMIT 1) i
    CROSS JOIN LATERAL (
      SELECT line, raw, bytes FROM import_rows WHERE account_id = ${accountId} AND import_id = i.id AND line = given.line LIMIT 1) r
    ORDER BY given.ord`;
  return sql`SELECT import_id, line, columns, raw AS cells FROM ${firstRows(sql, found, sql`ord`)} ORDER BY ord`;
}
