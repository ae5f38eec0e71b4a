import type { Caller } from '../accounts/caller.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { findWaitlist } from '../waitlists/queries.ts';
import { exportColumns, exportPage } from './queries.ts';

/** Positions have gaps only where signups were deleted: a range of them is a page of that many rows at most. */
const positionsPerPage = 2_500;
/** Postgres makes one page on each of so many connections while another one is being read. */
const pagesAhead = 2;

/**
 * The whole list as CSV in UTF-8, page by page in the order of positions (§4.3). It ends at the last position
 * there was when it began (C3.13); no transaction and no connection is held while the reader is slow.
 * @throws AppError not_found, before any text
 */
export async function exportSignups(
  ctx: Context,
  caller: Caller,
  waitlistId: string,
): Promise<{ fileName: string; pages: AsyncGenerator<string | Buffer> }> {
  const waitlist = (await findWaitlist(ctx.sql, caller.accountId, waitlistId)) ?? notFound('waitlist');
  return { fileName: `signups-${waitlistId}.csv`, pages: readPages(ctx, waitlistId, waitlist.last_position) };
}

async function* readPages(
  { sql }: Context,
  waitlistId: string,
  end: number,
): AsyncGenerator<string | Buffer> {
  yield `${exportColumns.join(',')}\n`;
  const pages: Promise<Buffer>[] = [];
  for (let after = 0; after < end || pages.length > 0; ) {
    for (; after < end && pages.length < pagesAhead; after += positionsPerPage) {
      const page = exportPage(sql, waitlistId, { after, upTo: Math.min(after + positionsPerPage, end) });
      page.catch(() => {}); // a reader that leaves never awaits it
      pages.push(page);
    }
    const page = await pages.shift();
    if (page && page.length > 0) yield page;
  }
}
