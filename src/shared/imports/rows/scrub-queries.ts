import { nilId } from '../../ids.ts';
import type { RowKey } from '../../postgres/by-key.ts';
import type { Sql, Tx } from '../../postgres/connection.ts';
import { firstRows, type RawRow } from './row-queries.ts';
import type { Mapping } from './targets.ts';

/** What an import itself keeps of its file. */
export interface ImportTexts {
  readonly columns: readonly string[];
  /** By the names of columns. */
  readonly mapping: Mapping;
  readonly warnings: readonly string[];
}

/** The imports of an account from this one on, in the order of their ids, and which column has the addresses; -1 for none. */
export async function listImportsAfter(
  sql: Sql,
  accountId: string,
  from: string | null,
): Promise<({ id: string; emailColumn: number } & ImportTexts)[]> {
  const rows = await sql<({ id: string } & ImportTexts)[]>`
    SELECT id, columns, mapping, warnings FROM imports
    WHERE account_id = ${accountId} AND id >= ${from ?? nilId} AND pruned_at IS NULL ORDER BY id`;
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

/**
 * Replaces the cells of rows. One of the person itself no longer becomes a signup: it counts as rejected, unless it is one or
 * was. The caller holds the import.
 */
export async function scrubImportRows(
  tx: Tx,
  { accountId, id }: RowKey,
  rows: readonly (RawRow & { readonly isOwn: boolean })[],
): Promise<void> {
  const given = JSON.stringify(rows.map(({ line, raw, isOwn }) => ({ line, raw, is_own: isOwn })));
  const left = await tx<{ outcome: string | null }[]>`
    WITH given AS MATERIALIZED (
      SELECT g.*, held.* FROM json_to_recordset(${given}::text::json) AS g(line integer, raw json, is_own boolean)
      CROSS JOIN LATERAL (
        SELECT ctid AS place, outcome AS before, outcome IS NOT NULL AND outcome <> 'rejected' AND g.is_own AND signup_id IS NULL AS leaves
        FROM import_rows WHERE account_id = ${accountId} AND import_id = ${id} AND line = g.line LIMIT 1) held
    ), scrubbed AS (
      UPDATE import_rows r
      SET raw = g.raw, bytes = octet_length(g.raw::text), email_key = CASE WHEN NOT g.is_own THEN email_key END, code = CASE WHEN NOT g.is_own THEN code END,
          foreign_id = CASE WHEN NOT g.is_own THEN foreign_id END, sort_key = CASE WHEN NOT g.leaves THEN sort_key END,
          outcome = CASE WHEN g.leaves THEN 'rejected' ELSE outcome END,
          error = CASE WHEN g.is_own THEN 'The person was erased.' ELSE error END
      FROM given g WHERE r.ctid = g.place
    )
    SELECT before AS outcome FROM given WHERE leaves`;
  const count = (outcome: string) => left.filter((row) => row.outcome === outcome).length;
  await tx`
    UPDATE imports SET creating = creating - ${count('create')}, existing = existing - ${count('existing')},
      duplicates = duplicates - ${count('duplicate')}, over_quota = over_quota - ${count('over_quota')}, rejected = rejected + ${left.length}
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
      SELECT line FROM import_rows WHERE account_id = ${accountId} AND import_id = i.id AND email_key >= ${emailKey} AND email_key <= ${emailKey}
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
