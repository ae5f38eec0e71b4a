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

const mostRowsPerPage = 1_000;
const maxPageBytes = 262_144;

/**
 * The whole list as CSV text for people, who open it in a spreadsheet: the API's export, except that no value is a formula
 * (C3.12). It ends at the last position there was when it began, and holds no connection while the reader is slow.
 * @returns its text as a stream to be sent or destroyed
 * @throws AppError not_found, rate_limited; before any text
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
  let rows = mostRowsPerPage;
  for (let after = 0; after < upTo; ) {
    const page = await downloads.query(() =>
      listSignupsAfter(sql, accountId, waitlistId, { after, upTo }, { rows, bytes: maxPageBytes }),
    );
    const last = page.at(-1);
    if (!last) return;
    yield toCsv(page.map(toRecord));
    after = last.position;
    rows = Math.min(mostRowsPerPage, 2 * page.length); // where signups are large, Postgres looks at few in vain
  }
}

function toRecord(row: SignupRow): unknown[] {
  const signup = toSignup({ referral_bonus: null })(row);
  return exportColumns.map((column) => signup[column]);
}

const toCsv = (records: unknown[][]) => stringify(records, { escape_formulas: true });
