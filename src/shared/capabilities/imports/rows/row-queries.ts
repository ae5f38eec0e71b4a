import type { RowKey } from '../../../platform/postgres/by-key.ts';
import { type Fragment, pipeline, type Sql, type Tx } from '../../../platform/postgres/connection.ts';
import { firstBytes } from '../../../platform/postgres/first-bytes.ts';

/** A row of a file that is being read. */
export interface NewRow {
  readonly line: number;
  readonly cells: readonly string[];
  /** Why it cannot be read. */
  readonly flaw: string | null;
}

/** The condition that a row is of an import. */
export const ofImport = (sql: Sql | Tx, { accountId, id }: RowKey) =>
  sql`account_id = ${accountId} AND import_id = ${id}`;

/** Adds rows to an import whose file is being read. @returns false if it is no longer */
export async function addRows(tx: Tx, { accountId, id }: RowKey, rows: readonly NewRow[]): Promise<boolean> {
  const given = JSON.stringify(rows.map(({ line, cells, flaw }) => ({ line, raw: cells, flaw })));
  const { count } = await tx`
    WITH open AS (
      UPDATE imports SET row_count = row_count + ${rows.length}, updated_at = statement_timestamp()
      WHERE account_id = ${accountId} AND id = ${id} AND state = 'uploading' RETURNING 1
    )
    INSERT INTO import_rows (account_id, import_id, line, raw, bytes, flaw)
    SELECT ${accountId}, ${id}, r.line, r.raw, octet_length(r.raw::text), r.flaw
    FROM open, json_to_recordset(${given}::text::json) AS r(line integer, raw json, flaw text)`;
  return count > 0;
}

/**
 * Deletes up to `limit` rows of an import, with what became of them. @returns how many of the table with more
 */
export async function deleteRows(tx: Tx, key: RowKey, limit: number): Promise<number> {
  const deleted = await pipeline(
    ...(['import_rows', 'import_outcomes'] as const).map(
      (table) => tx`
        DELETE FROM ${tx(table)} WHERE ctid = ANY (ARRAY(
          SELECT ctid FROM ${tx(table)} WHERE ${ofImport(tx, key)} ORDER BY line LIMIT ${limit} FOR UPDATE SKIP LOCKED))`,
    ),
  );
  return Math.max(...deleted.map(({ count }) => count));
}

/** The first rows that a query gives, as `firstBytes` has them. */
export const firstRows = (sql: Sql | Tx, rows: Fragment, by: Fragment): Fragment =>
  firstBytes(sql, rows, { by, bytes: sql`bytes` });

/** A row to be read. */
export interface RawRow {
  readonly line: number;
  readonly raw: readonly string[];
}

/** A row that nothing is known of yet. */
export interface FileRow extends RawRow {
  /** Of its cells. */
  readonly bytes: number;
  /** Why it cannot be read. */
  readonly flaw: string | null;
}

/** The rows behind a line: up to `limit`, and few if they are large. */
export function listFileRows(sql: Sql | Tx, key: RowKey, after: number, limit: number): Promise<FileRow[]> {
  const rows = sql`
    SELECT line, raw, bytes, flaw FROM import_rows WHERE ${ofImport(sql, key)} AND line > ${after} ORDER BY line LIMIT ${limit}`;
  return sql<FileRow[]>`SELECT line, raw, bytes, flaw FROM ${firstRows(sql, rows, sql`line`)} ORDER BY line`;
}
