import type { Readable } from 'node:stream';
import type { Caller } from '../../../account/api-keys/caller.ts';
import { recordExport } from '../../../account/audit/record-export.ts';
import type { Downloads, ReadPage, Rereading } from '../../../platform/csv/downloads.ts';
import type { Context } from '../../context.ts';
import type { PositionRange } from '../search/filter-queries.ts';
import type { Scans } from '../search/scans.ts';
import type { SignupFilters } from '../search/schema.ts';
import { type ExportedList, type ExportedPage, exportColumns, exportPage } from './export-queries.ts';
import { findExported } from './exported-list.ts';

/** The positions of the first ranges, and about the signups of all. */
const rowsPerRange = 2_500;
/** A range fits into one page unless its signups are large. */
const maxPageBytes = 524_288;
/** Postgres builds a page in parts of at most so many signups and about so many bytes. */
const maxPartRows = 128;
const partBytes = 65_536;
/** The number of ranges that are read ahead, each on its own connection. */
const rangesAhead = 2;

/**
 * A waitlist as CSV in UTF-8, in the order of positions, all of it or the signups that match (§4.3, N1). Ends
 * at the last position at the start (C3.13). Holds no transaction and no connection while the reader is slow.
 * @returns begins it once, with a stream that must be sent or destroyed, and records it; until then nothing
 * is held, so a caller that prepares it on a replica may do so again
 * @throws AppError not_found; invalid_request for a custom field; rate_limited from the beginning
 */
export async function exportSignups(
  ctx: Context & Rereading & { readonly downloads: Downloads; readonly scans: Scans },
  caller: Caller,
  waitlistId: string,
  filters: SignupFilters = {},
): Promise<() => Promise<{ fileName: string; text: Readable }>> {
  const { accountId } = caller;
  const { list, range } = await findExported(ctx, accountId, waitlistId, { filters });
  return async () => {
    const text = ctx.downloads.start(ctx, accountId, (readPage) => readPages(readPage, list, range));
    await recordExport({ sql: ctx.primary ?? ctx.sql }, caller, 'signups.exported', text, waitlistId);
    return { fileName: `signups-${waitlistId}.csv`, text };
  };
}

interface Range extends PositionRange {
  /** The next page of the range. */
  readonly page: Promise<ExportedPage>;
}

async function* readPages(
  readPage: ReadPage,
  list: ExportedList,
  { after: start, upTo: end }: PositionRange,
): AsyncGenerator<string | Buffer> {
  yield `${exportColumns.join(',')}\n`;
  let partRows = maxPartRows;
  let width = rowsPerRange;

  function read(range: PositionRange): Range {
    const page = readPage((sql) => exportPage(sql, list, { ...range, partRows, maxBytes: maxPageBytes }));
    page.catch(() => {}); // never awaited if the reader disconnects
    return { ...range, page };
  }

  const ranges: Range[] = [];
  for (let after = start; after < end || ranges.length > 0; ) {
    for (; after < end && ranges.length < rangesAhead; after += width)
      ranges.push(read({ after, upTo: Math.min(after + width, end) }));
    const range = ranges.shift();
    const page = await range?.page;
    if (!range || !page) return;
    partRows = nextPartRows(range, page, partRows);
    if (page.upTo < range.upTo) ranges.unshift(read({ after: page.upTo, upTo: range.upTo }));
    width = nextWidth(range, page, width);
    if (page.csv.length > 0) yield page.csv;
  }
}

/**
 * Doubles the width of ranges while they have few signups: an import may have kept positions with gaps of any
 * width, and a billion positions in ranges of one width would be 400,000 queries that find nothing.
 */
function nextWidth({ upTo }: Range, page: ExportedPage, previous: number): number {
  if (page.upTo < upTo) return rowsPerRange;
  return page.rows < rowsPerRange / 2 ? previous * 2 : previous;
}

/** Estimates the part size from the previous page. If that is empty, its first part was too large. */
function nextPartRows({ after }: Range, { csv, rows, upTo }: ExportedPage, previous: number): number {
  if (upTo === after) return Math.max(1, Math.floor(previous / 8));
  const fitting = Math.floor((partBytes * Math.max(1, rows)) / Math.max(1, csv.length));
  return Math.min(maxPartRows, Math.max(1, fitting));
}
