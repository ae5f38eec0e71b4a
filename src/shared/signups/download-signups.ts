import { stringify } from 'csv-stringify/sync';
import type { Caller } from '../accounts/caller.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { findWaitlist } from '../waitlists/queries.ts';
import { exportColumns, listSignupsAfter, type SignupRow } from './queries.ts';
import { toSignup } from './to-signup.ts';

const rowsPerPage = 1_000;

/**
 * The whole list as CSV text for people, who open it in a spreadsheet: the API's export, except that no value is a formula
 * (C3.12). It ends at the last position there was when it began, and holds no connection while the reader is slow.
 * @throws AppError not_found, before any text
 */
export async function downloadSignups(
  ctx: Context,
  caller: Caller,
  waitlistId: string,
): Promise<AsyncGenerator<string>> {
  const waitlist = (await findWaitlist(ctx.sql, caller.accountId, waitlistId)) ?? notFound('waitlist');
  return readPages(ctx, waitlistId, waitlist.last_position);
}

async function* readPages({ sql }: Context, waitlistId: string, upTo: number): AsyncGenerator<string> {
  yield toCsv([[...exportColumns]]);
  for (let after = 0; after < upTo; ) {
    const rows = await listSignupsAfter(sql, waitlistId, { after, upTo }, rowsPerPage);
    if (rows.length > 0) yield toCsv(rows.map(toRecord));
    after = rows.length < rowsPerPage ? upTo : (rows.at(-1)?.position ?? upTo);
  }
}

function toRecord(row: SignupRow): unknown[] {
  const signup = toSignup({ referral_bonus: null })(row);
  return exportColumns.map((column) => signup[column]);
}

const toCsv = (records: unknown[][]) => stringify(records, { escape_formulas: true });
