import type { Caller } from '../../../account/api-keys/caller.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Tx } from '../../../platform/postgres/connection.ts';
import { type Page, toPage } from '../../../platform/schema/paging.ts';
import type { Context } from '../../context.ts';
import { findWaitlist, type WaitlistRow } from '../../waitlists/queries.ts';
import { addDetails } from '../details/add-details.ts';
import type { SignupWithDetails } from '../details/schema.ts';
import type { Signup } from '../schema.ts';
import { toSignup } from '../to-signup.ts';
import { findMatches, findRange, isQuick, type PositionRange, type SignupFilter } from './filter-queries.ts';
import { listInOrder } from './list-in-order.ts';
import { findNewestRows } from './range-queries.ts';
import type { Scans } from './scans.ts';
import type { SignupQuery } from './schema.ts';
import { namesOf, toSignupFilter } from './to-filter.ts';

/**
 * A page of signups, newest first unless it asks for another order, all or those that match (§4.3, C3.11,
 * N1).
 * @throws AppError not_found; invalid_request for a custom field, or if the search takes too long
 */
export async function listSignups(
  ctx: Context & { readonly scans: Scans },
  caller: Caller,
  waitlistId: string,
  query: SignupQuery,
): Promise<Page<SignupWithDetails>> {
  const { page } = await searchNewest(ctx, caller, waitlistId, query);
  const data = await addDetails(ctx.sql, caller.accountId, page.data, query.include);
  return { ...page, data };
}

/**
 * The same, but a search that would have to read more than `most` signups reads the newest ones of them only.
 * @returns the position behind which it searched, if it left any out
 */
export async function searchNewest(
  ctx: Context & { readonly scans: Scans },
  { accountId }: Caller,
  waitlistId: string,
  { limit, offset, order = 'newest', include: _, ...given }: SignupQuery,
  most = Number.POSITIVE_INFINITY,
): Promise<{ page: Page<Signup>; searchedAfter?: number }> {
  const waitlist = (await findWaitlist(ctx.sql, accountId, waitlistId)) ?? notFound('waitlist');
  const { id, referral_bonus: bonus, signup_count } = waitlist;
  const page = { limit, offset };
  const filter = await toSignupFilter(ctx.sql, accountId, id, given);
  if (!filter) {
    const rows = await listInOrder(ctx, accountId, waitlist, order, page);
    return { page: toPage(rows.map(toSignup(waitlist)), signup_count, page) };
  }
  const search = { order, bonus, ...page };
  const toAnswer = ({ rows, total }: Awaited<ReturnType<typeof findMatches>>) =>
    toPage(rows.map(toSignup(waitlist)), total, page);
  if (isQuick(filter)) return { page: toAnswer(await findMatches(ctx.sql, accountId, id, filter, search)) };
  return ctx.scans.run(accountId, tooLong(namesOf(given)), async (tx) => {
    const positions = await findNewest(tx, accountId, waitlist, filter, most);
    const found = await findMatches(tx, accountId, id, positions ? { ...filter, positions } : filter, search);
    return { page: toAnswer(found), ...(positions && { searchedAfter: positions.after }) };
  });
}

/** The newest positions that a filter has to read, if it has to read more than `most`. */
async function findNewest(
  tx: Tx,
  accountId: string,
  { id, last_position, signup_count }: WaitlistRow,
  filter: SignupFilter,
  most: number,
): Promise<PositionRange | undefined> {
  if (Math.min(signup_count, last_position) <= most) return undefined;
  const range = await findRange(tx, accountId, id, filter, last_position);
  return range.upTo - range.after > most ? findNewestRows(tx, accountId, id, range, most) : undefined;
}

/** The refusal of a search by these filters. */
export const tooLong = (names: readonly string[]) =>
  `${names.length > 0 ? `${names.join(', ')}: ` : ''}the search takes too long on so many signups. Narrow it to a shorter time with created_from and created_to, or ask for the export.`;
