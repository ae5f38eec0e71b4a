import type { Caller } from '../accounts/caller.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { findWaitlist } from '../waitlists/queries.ts';
import { exportColumns, exportPage } from './queries.ts';

const rowsPerPage = 5_000;

/**
 * The whole list as CSV text, page by page in the order of positions (§4.3). It ends at the last position
 * there was when it began (C3.13); no transaction and no connection is held while the reader is slow, and
 * the next page is fetched while one is being read.
 * @throws AppError not_found, before any text
 */
export async function exportSignups(
  ctx: Context,
  caller: Caller,
  waitlistId: string,
): Promise<{ fileName: string; pages: AsyncGenerator<string> }> {
  const waitlist = (await findWaitlist(ctx.sql, caller.accountId, waitlistId)) ?? notFound('waitlist');
  return { fileName: `signups-${waitlistId}.csv`, pages: readPages(ctx, waitlistId, waitlist.last_position) };
}

async function* readPages({ sql }: Context, waitlistId: string, upTo: number): AsyncGenerator<string> {
  const fetchAfter = (after: number) => {
    const page = exportPage(sql, waitlistId, { after, upTo }, rowsPerPage);
    page.catch(() => {}); // a reader that leaves never awaits it
    return page;
  };
  let next = fetchAfter(0);
  yield `${exportColumns.join(',')}\n`;
  for (let page = await next; page !== undefined; page = await next) {
    next = fetchAfter(page.last);
    yield page.csv;
  }
}
