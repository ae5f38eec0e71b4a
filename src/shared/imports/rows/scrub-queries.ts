import type { RowKey } from '../../postgres/by-key.ts';
import type { Sql, Tx } from '../../postgres/connection.ts';
import type { Mapping } from './targets.ts';

/** A row as it is in the file. */
export interface RowToScrub {
  readonly line: number;
  readonly raw: readonly string[];
}

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
    WHERE account_id = ${accountId} AND id >= ${from ?? '00000000-0000-0000-0000-000000000000'} AND pruned_at IS NULL ORDER BY id`;
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

export function listRowsToScrub(
  sql: Sql,
  { accountId, id }: RowKey,
  after: number,
  limit: number,
): Promise<RowToScrub[]> {
  return sql<RowToScrub[]>`
    SELECT line, raw FROM import_rows WHERE account_id = ${accountId} AND import_id = ${id} AND line > ${after} ORDER BY line LIMIT ${limit}`;
}

/**
 * Replaces the cells of rows. One of the person itself no longer becomes a signup: it counts as rejected, unless it is one or
 * was. The caller holds the import.
 */
export async function scrubImportRows(
  tx: Tx,
  { accountId, id }: RowKey,
  rows: readonly (RowToScrub & { readonly isOwn: boolean })[],
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
      SET raw = g.raw, email_key = CASE WHEN NOT g.is_own THEN email_key END, code = CASE WHEN NOT g.is_own THEN code END,
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

/** The rows of an address in the imports of an account. */
export function listRowsOfPerson(
  sql: Sql,
  accountId: string,
  emailKey: string,
  limit: number,
): Promise<
  { import_id: string; line: number; outcome: string | null; columns: string[]; cells: string[] }[]
> {
  return sql`
    SELECT i.id AS import_id, r.line, r.outcome, i.columns, r.raw AS cells
    FROM (SELECT id, columns FROM imports WHERE account_id = ${accountId} AND pruned_at IS NULL) i
    CROSS JOIN LATERAL (
      SELECT line, outcome, raw FROM import_rows WHERE account_id = ${accountId} AND import_id = i.id AND email_key >= ${emailKey} AND email_key <= ${emailKey}
      ORDER BY email_key LIMIT ${limit}) r
    ORDER BY i.id, r.line LIMIT ${limit}`;
}
