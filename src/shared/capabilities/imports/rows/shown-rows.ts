import type { RowKey } from '../../../platform/postgres/by-key.ts';
import type { Fragment, Sql } from '../../../platform/postgres/connection.ts';
import type { ImportOutcome } from '../schema.ts';
import { isStored, type Progress } from './outcome-queries.ts';
import { firstRows, ofImport } from './row-queries.ts';

/** A row of an import, as it is shown. */
export interface ImportRowRow {
  line: number;
  outcome: ImportOutcome | null;
  reason: string | null;
  signup_id: string | null;
  cells: string[];
}

/** The import that is shown. */
export interface ShownImport {
  readonly key: RowKey;
  readonly progress: Progress;
}

/** A page of rows in the order of lines: up to `limit`, and few if they are large. */
export function listRows(
  sql: Sql,
  shown: ShownImport,
  outcome: ImportOutcome | undefined,
  { limit, offset }: { limit: number; offset: number },
): Promise<ImportRowRow[]> {
  return listShown(sql, shown, outcome, sql`ORDER BY line LIMIT ${limit} OFFSET ${offset}`);
}

/** The rows behind a line, for the download: up to `limit`, and few if they are large. */
export function listRowsAfter(
  sql: Sql,
  shown: ShownImport,
  outcome: ImportOutcome | undefined,
  after: number,
  limit: number,
): Promise<ImportRowRow[]> {
  return listShown(sql, shown, outcome, sql`AND line > ${after} ORDER BY line LIMIT ${limit}`);
}

/** With an outcome the lines are found among these, else among all rows. */
function listShown(
  sql: Sql,
  shown: ShownImport,
  outcome: ImportOutcome | undefined,
  page: Fragment,
): Promise<ImportRowRow[]> {
  const { key, progress } = shown;
  const lines =
    outcome === undefined
      ? sql`SELECT line FROM import_rows WHERE ${ofImport(sql, key)} ${page}`
      : sql`SELECT line FROM import_outcomes WHERE ${ofImport(sql, key)} ${withOutcome(sql, outcome)} ${page}`;
  const rows = sql`
    SELECT r.line, o.outcome, o.error, o.signup_id, r.raw, r.bytes
    FROM (${lines}) given
    CROSS JOIN LATERAL (SELECT line, raw, bytes FROM import_rows WHERE ${ofImport(sql, key)} AND line = given.line LIMIT 1) r
    LEFT JOIN LATERAL (
      SELECT outcome, error, CASE WHEN outcome <> 'create' OR ${isStored(sql, progress)} THEN signup_id END AS signup_id
      FROM import_outcomes WHERE ${ofImport(sql, key)} AND line = given.line LIMIT 1) o ON true
    ORDER BY r.line`;
  return sql<ImportRowRow[]>`
    SELECT line, outcome, error AS reason, signup_id, raw AS cells FROM ${firstRows(sql, rows, sql`line`)} ORDER BY line`;
}

/** Only rows that become signups are too many for an index of their own. */
const withOutcome = (sql: Sql, outcome: ImportOutcome) =>
  outcome === 'create' ? sql`AND outcome = 'create'` : sql`AND outcome <> 'create' AND outcome = ${outcome}`;
