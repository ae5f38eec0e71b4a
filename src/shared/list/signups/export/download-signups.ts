import type { Readable } from 'node:stream';
import type { Caller } from '../../../account/api-keys/caller.ts';
import { recordExport } from '../../../account/audit/record-export.ts';
import { csvText } from '../../../platform/csv/csv-text.ts';
import type { Downloads, ReadPage, Rereading } from '../../../platform/csv/downloads.ts';
import type { Context } from '../../context.ts';
import type { PositionRange } from '../search/filter-queries.ts';
import { findNextRows } from '../search/range-queries.ts';
import type { Scans } from '../search/scans.ts';
import type { Selection } from '../selection/schema.ts';
import { toSignup } from '../to-signup.ts';
import { type DownloadColumns, downloadColumns } from './download-columns.ts';
import { type ExportedList, type ExportedRow, exportColumns, listExported } from './export-queries.ts';
import { findExported } from './exported-list.ts';

const maxRowsPerPage = 1_000;
const maxPageBytes = 262_144;

/** A query reads so many signups at most, because matches may be rare. */
const rowsPerRange = 2_500;

/**
 * The chosen signups of a waitlist as CSV for spreadsheets: the export of the API with more columns behind
 * it, and formulas escaped (C3.12). Ends at the last position at the start. Holds no connection while the
 * reader is slow.
 * @returns begins it once, with a stream that must be sent or destroyed, and records it; until then nothing
 * is held
 * @throws AppError not_found; invalid_request for a custom field; rate_limited from the beginning
 */
export async function downloadSignups(
  ctx: Context & Rereading & { readonly downloads: Downloads; readonly scans: Scans },
  caller: Caller,
  waitlistId: string,
  selection: Selection,
): Promise<() => Promise<Readable>> {
  const { accountId } = caller;
  const { waitlist, list, range } = await findExported(ctx, accountId, waitlistId, selection);
  const more = await downloadColumns(ctx, list);
  const toLines = ({ rows, moreOf }: DownloadedPage) =>
    csvText(rows, (row) => [...toRecord({ ...row, ...toSignup(waitlist)(row) }), ...moreOf(row)], {
      escapesFormulas: true,
    });
  return async () => {
    const text = ctx.downloads.start(ctx, accountId, (readPage) =>
      readPages(readPage, { list, range, more }, toLines),
    );
    await recordExport({ sql: ctx.primary ?? ctx.sql }, caller, 'signups.exported', text, waitlistId);
    return text;
  };
}

interface Download {
  readonly list: ExportedList;
  readonly range: PositionRange;
  readonly more: DownloadColumns;
}

interface DownloadedPage {
  readonly rows: ExportedRow[];
  /** The values behind those of the export. */
  readonly moreOf: (row: ExportedRow) => unknown[];
}

async function* readPages(
  readPage: ReadPage,
  { list, range: { after: start, upTo: end }, more }: Download,
  toLines: (page: DownloadedPage) => AsyncGenerator<string>,
): AsyncGenerator<string> {
  yield `${[...exportColumns, ...more.names].join(',')}\n`;
  const { accountId, waitlistId, filter } = list;
  let rows = maxRowsPerPage;
  for (let after = start, upTo = start; after < end; ) {
    const left = { after, upTo: end };
    // Only a filter may skip any number of signups; few are read by their keys.
    if (!filter || filter.ids) upTo = end;
    else if (after === upTo)
      ({ upTo } = await readPage((sql) => findNextRows(sql, accountId, waitlistId, left, rowsPerRange)));
    const range = { after, upTo };
    const page = await readPage(async (sql) => {
      const found = await listExported(sql, list, range, { rows, bytes: maxPageBytes });
      return { rows: found, moreOf: await more.read(sql, found) };
    });
    const last = page.rows.at(-1);
    if (last) yield* toLines(page);
    after = last?.position ?? upTo;
    // If signups are large, Postgres reads few that do not fit.
    if (last) rows = Math.min(maxRowsPerPage, 2 * page.rows.length);
  }
}

const toRecord = (values: Readonly<Record<string, unknown>>): unknown[] =>
  exportColumns.map((column) => values[column]);
