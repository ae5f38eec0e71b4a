import type { Readable } from 'node:stream';
import type { Caller } from '../../api-keys/caller.ts';
import type { Context } from '../../context.ts';
import { notFound } from '../../errors.ts';
import type { Sql } from '../../postgres/connection.ts';
import { findWaitlist } from '../../waitlists/queries.ts';
import type { Downloads } from './downloads.ts';
import { type ExportedPage, exportColumns, exportPage } from './export-queries.ts';

/** Positions have gaps only where signups were deleted: a range of them is that many rows at most. */
const positionsPerRange = 2_500;
/** A range of usual signups is one page; one of large signups is many. */
const maxPageBytes = 524_288;
/** Postgres makes a page in parts: of so many positions at most, or of as many as come to so many bytes. */
const maxPartPositions = 128;
const partBytes = 65_536;
/** Postgres makes one page on each of so many connections while another one is being read. */
const rangesAhead = 2;

/**
 * The whole list as CSV in UTF-8, page by page in the order of positions (§4.3). It ends at the last position
 * there was when it began (C3.13); no transaction and no connection is held while the reader is slow.
 * @returns its text as a stream to be sent or destroyed
 * @throws AppError not_found, rate_limited; before any text
 */
export async function exportSignups(
  { sql, downloads }: Context & { readonly downloads: Downloads },
  { accountId }: Caller,
  waitlistId: string,
): Promise<{ fileName: string; text: Readable }> {
  const waitlist = (await findWaitlist(sql, accountId, waitlistId)) ?? notFound('waitlist');
  const pages = readPages(sql, downloads, { accountId, waitlistId, end: waitlist.last_position });
  return { fileName: `signups-${waitlistId}.csv`, text: downloads.start(accountId, pages) };
}

interface Range {
  readonly upTo: number;
  /** Its next page. */
  readonly page: Promise<ExportedPage>;
}

async function* readPages(
  sql: Sql,
  downloads: Downloads,
  { accountId, waitlistId, end }: { accountId: string; waitlistId: string; end: number },
): AsyncGenerator<string | Buffer> {
  yield `${exportColumns.join(',')}\n`;
  let partPositions = maxPartPositions;

  function read(after: number, upTo: number): Range {
    const page = downloads.query(() =>
      exportPage(sql, accountId, waitlistId, { after, upTo, partPositions, maxBytes: maxPageBytes }),
    );
    page.catch(() => {}); // a reader that leaves never awaits it
    return { upTo, page };
  }

  const ranges: Range[] = [];
  for (let after = 0; after < end || ranges.length > 0; ) {
    for (; after < end && ranges.length < rangesAhead; after += positionsPerRange)
      ranges.push(read(after, Math.min(after + positionsPerRange, end)));
    const range = ranges.shift();
    const page = await range?.page;
    if (!range || !page) return;
    partPositions = nextPart(page, partPositions);
    if (page.upTo < range.upTo) ranges.unshift(read(page.upTo, range.upTo));
    if (page.csv.length > 0) yield page.csv;
  }
}

/** How many positions will come to a part, going by the page before. A page without a position held none that fits: the part was too large. */
function nextPart({ after, upTo, csv }: ExportedPage, last: number): number {
  if (upTo === after) return Math.max(1, Math.floor(last / 8));
  const fitting = Math.floor((partBytes * (upTo - after)) / Math.max(1, csv.length));
  return Math.min(maxPartPositions, Math.max(1, fitting));
}
