import type { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import type { Caller } from '../../api-keys/caller.ts';
import type { Context } from '../../context.ts';
import { notFound } from '../../errors.ts';
import type { Sql } from '../../postgres/connection.ts';
import { findWaitlist } from '../../waitlists/queries.ts';
import { listSignupsAfter, type SignupRow } from '../queries.ts';
import { toSignup } from '../to-signup.ts';
import type { Downloads } from './downloads.ts';
import { exportColumns } from './export-queries.ts';

const maxRowsPerPage = 1_000;
const maxPageBytes = 262_144;

/**
 * The whole waitlist as CSV for spreadsheets: the export of the API, with formulas escaped (C3.12).
 * Ends at the last position at the start. Holds no connection while the reader is slow.
 * @returns a stream that must be sent or destroyed
 * @throws AppError not_found, rate_limited; before the stream starts
 */
export async function downloadSignups(
  { sql, downloads }: Context & { readonly downloads: Downloads },
  { accountId }: Caller,
  waitlistId: string,
): Promise<Readable> {
  const waitlist = (await findWaitlist(sql, accountId, waitlistId)) ?? notFound('waitlist');
  const pages = readPages(sql, downloads, { accountId, waitlistId, upTo: waitlist.last_position });
  return downloads.start(accountId, pages);
}

async function* readPages(
  sql: Sql,
  downloads: Downloads,
  { accountId, waitlistId, upTo }: { accountId: string; waitlistId: string; upTo: number },
): AsyncGenerator<string> {
  yield toCsv([[...exportColumns]]);
  let rows = maxRowsPerPage;
  for (let after = 0; after < upTo; ) {
    const page = await downloads.query(() =>
      listSignupsAfter(sql, accountId, waitlistId, { after, upTo }, { rows, bytes: maxPageBytes }),
    );
    const last = page.at(-1);
    if (!last) return;
    yield toCsv(page.map(toRecord));
    after = last.position;
    // If signups are large, Postgres reads few that do not fit.
    rows = Math.min(maxRowsPerPage, 2 * page.length);
  }
}

function toRecord(row: SignupRow): unknown[] {
  const signup = toSignup({ referral_bonus: null })(row);
  return exportColumns.map((column) => signup[column]);
}

const toCsv = (records: unknown[][]) => stringify(records, { escape_formulas: true });
