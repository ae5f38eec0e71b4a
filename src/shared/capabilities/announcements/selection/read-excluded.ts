import type { Caller } from '../../../account/api-keys/caller.ts';
import { type SignupName, withAddresses } from '../../../list/signups/queries.ts';
import type { Scans } from '../../../list/signups/search/scans.ts';
import { toWideFilter } from '../../../list/signups/selection/wide-filter.ts';
import { findSuppressedPeople, inTime } from '../../../mail/suppressions/suppressed-people.ts';
import { notFound } from '../../../platform/errors.ts';
import { type Page, type PageQuery, toPage } from '../../../platform/schema/paging.ts';
import type { Context } from '../../context.ts';
import { findFilter } from '../queries.ts';
import type { Announcement, ExclusionReason } from '../schema.ts';
import { findJudging, listExcluded } from './select-queries.ts';

/** Somebody waits for the page. */
const longestMs = 1_000;

/**
 * The people behind a number of a draft: those whom it leaves out for a reason, as of now. @returns undefined
 * if finding them takes too long
 * @throws AppError not_found; rate_limited
 */
export async function readExcluded(
  ctx: Context & { readonly scans: Scans },
  { accountId }: Pick<Caller, 'accountId'>,
  { id, waitlist_id: waitlistId }: Pick<Announcement, 'id' | 'waitlist_id'>,
  reason: ExclusionReason,
  page: PageQuery,
): Promise<Page<SignupName> | undefined> {
  const given = await findFilter(ctx.sql, { accountId, id });
  const filter = await toWideFilter(ctx.sql, accountId, waitlistId, given);
  return inTime(longestMs, async (isTimeUp) => {
    const suppressed = await findSuppressedPeople(ctx, accountId, waitlistId, filter, isTimeUp);
    const rows = await ctx.scans.run(accountId, 'Finding them takes too long.', async (tx) => {
      const judges = (await findJudging(tx, accountId, waitlistId)) ?? notFound('waitlist');
      return listExcluded(tx, accountId, waitlistId, { filter, suppressed }, judges, { reason, ...page });
    });
    return toPage(await withAddresses(ctx.sql, accountId, rows), rows[0]?.total ?? 0, page);
  });
}
