import type { Readable } from 'node:stream';
import type { Caller } from '../../account/api-keys/caller.ts';
import { recordExport } from '../../account/audit/record-export.ts';
import { findWaitlist } from '../../list/waitlists/queries.ts';
import { csvText } from '../../platform/csv/csv-text.ts';
import type { Downloads, ReadPage } from '../../platform/csv/downloads.ts';
import { notFound } from '../../platform/errors.ts';
import type { RowKey } from '../../platform/postgres/by-key.ts';
import { type Page, type PageQuery, toPage } from '../../platform/schema/paging.ts';
import type { Context } from '../context.ts';
import { countImports, findImport, type ImportRecord, listImports as readImports } from './queries.ts';
import { listRows, listRowsAfter, type ShownImport } from './rows/shown-rows.ts';
import type { Import, ImportOutcome, ImportRow, ImportRowsFilter, ImportRowsQuery } from './schema.ts';
import { toImport } from './to-import.ts';

const rowsPerPage = 1_000;

/** The imports of a waitlist, newest first (N6). @throws AppError not_found */
export async function listImports(
  { sql }: Pick<Context, 'sql'>,
  { accountId }: Pick<Caller, 'accountId'>,
  waitlistId: string,
  page: PageQuery,
): Promise<Page<Import>> {
  (await findWaitlist(sql, accountId, waitlistId)) ?? notFound('waitlist');
  const [rows, total] = await Promise.all([
    readImports(sql, accountId, waitlistId, page),
    countImports(sql, accountId, waitlistId),
  ]);
  return toPage(rows.map(toImport), total, page);
}

/** @throws AppError not_found */
export async function readImport(
  ctx: Pick<Context, 'sql'>,
  caller: Pick<Caller, 'accountId'>,
  waitlistId: string,
  importId: string,
): Promise<Import> {
  return toImport((await findOf(ctx, caller, waitlistId, importId)).record);
}

async function findOf(
  { sql }: Pick<Context, 'sql'>,
  { accountId }: Pick<Caller, 'accountId'>,
  waitlistId: string,
  importId: string,
): Promise<{ key: RowKey; record: ImportRecord }> {
  (await findWaitlist(sql, accountId, waitlistId)) ?? notFound('waitlist');
  const key = { accountId, id: importId };
  const record = await findImport(sql, key);
  return record?.waitlist_id === waitlistId.toLowerCase() ? { key, record } : notFound('import');
}

/** The rows of an import in the order of their lines (N6). @throws AppError not_found */
export async function listImportRows(
  ctx: Pick<Context, 'sql'>,
  caller: Pick<Caller, 'accountId'>,
  waitlistId: string,
  importId: string,
  { outcome, ...page }: ImportRowsQuery,
): Promise<Page<ImportRow>> {
  const { key, record } = await findOf(ctx, caller, waitlistId, importId);
  const total = outcome === undefined ? record.row_count : countOf(record, outcome);
  return toPage(await listRows(ctx.sql, { key, progress: record }, outcome, page), total, page);
}

function countOf(
  { creating, existing, duplicates, rejected, over_quota }: ImportRecord,
  outcome: ImportOutcome,
): number {
  return { create: creating, existing, duplicate: duplicates, rejected, over_quota }[outcome];
}

/**
 * The rows of an import as CSV, each with its line, what becomes of it and why, and its cells as they were;
 * for people with a spreadsheet with formulas escaped (C3.12).
 * @returns a stream that must be sent or destroyed
 * @throws AppError not_found, rate_limited
 */
export async function exportImportRows(
  ctx: Context & { readonly downloads: Downloads },
  caller: Caller,
  waitlistId: string,
  importId: string,
  { outcome, escapesFormulas = false }: ImportRowsFilter & { readonly escapesFormulas?: boolean },
): Promise<{ fileName: string; text: Readable }> {
  const { key, record } = await findOf(ctx, caller, waitlistId, importId);
  const shown = { columns: record.columns, outcome, escapesFormulas };
  const text = ctx.downloads.start(ctx, caller.accountId, (readPage) =>
    readPages(readPage, { key, progress: record }, shown),
  );
  await recordExport(ctx, caller, 'import.exported', text, importId);
  return {
    fileName: `import-${importId}${outcome === undefined ? '' : `-${outcome}`}.csv`,
    text,
  };
}

async function* readPages(
  readPage: ReadPage,
  of: ShownImport,
  {
    columns,
    outcome,
    ...format
  }: {
    readonly columns: readonly string[];
    readonly outcome: ImportOutcome | undefined;
    readonly escapesFormulas: boolean;
  },
): AsyncGenerator<string> {
  yield* csvText([['line', 'outcome', 'reason', 'signup_id', ...columns]], (names) => names, format);
  for (let after = 0; ; ) {
    const rows = await readPage((sql) => listRowsAfter(sql, of, outcome, after, rowsPerPage));
    if (rows.length > 0)
      yield* csvText(rows, (row) => [row.line, row.outcome, row.reason, row.signup_id, ...row.cells], format);
    const last = rows.at(-1);
    if (!last) return;
    after = last.line;
  }
}
