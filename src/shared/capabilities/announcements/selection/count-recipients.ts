import type { Caller } from '../../../account/api-keys/caller.ts';
import type { Scans } from '../../../list/signups/search/scans.ts';
import { toWideFilter } from '../../../list/signups/selection/wide-filter.ts';
import { findWaitlist } from '../../../list/waitlists/queries.ts';
import { findSuppressedPeople, inTime } from '../../../mail/suppressions/suppressed-people.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Context } from '../../context.ts';
import { type Announcement, type AnnouncementFilter, exclusionReasons } from '../schema.ts';
import { countPeople, findJudging } from './select-queries.ts';

/** Somebody waits for the count while they type. */
const longestMs = 1_000;

/** What a draft would count. */
export type RecipientCount = Pick<Announcement, 'matched' | 'selected' | 'excluded'>;

/**
 * Counts who would get an announcement by the query of its draft, and stores nothing. @returns undefined if
 * that takes too long, which a draft does in the background
 * @throws AppError not_found; invalid_request for a field of the filter
 */
export async function countRecipients(
  ctx: Context & { readonly scans: Scans },
  { accountId }: Pick<Caller, 'accountId'>,
  waitlistId: string,
  given: AnnouncementFilter,
): Promise<RecipientCount | undefined> {
  const { id } = (await findWaitlist(ctx.sql, accountId, waitlistId)) ?? notFound('waitlist');
  const filter = await toWideFilter(ctx.sql, accountId, id, given);
  return inTime(longestMs, async (isTimeUp) => {
    const suppressed = await findSuppressedPeople(ctx, accountId, id, filter, isTimeUp);
    const rows = await ctx.scans.run(accountId, 'Counting takes too long.', async (tx) => {
      const judges = (await findJudging(tx, accountId, id)) ?? notFound('waitlist');
      return countPeople(tx, accountId, id, { filter, suppressed }, judges);
    });
    const of = (reason: string | null) => rows.find((row) => row.reason === reason)?.people ?? 0;
    const excluded = Object.fromEntries(exclusionReasons.map((reason) => [reason, of(reason)]));
    return {
      matched: rows.reduce((sum, { people }) => sum + people, 0),
      selected: of(null),
      excluded: excluded as RecipientCount['excluded'],
    };
  });
}
