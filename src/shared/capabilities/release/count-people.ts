import type { Caller } from '../../account/api-keys/caller.ts';
import type { Scans } from '../../list/signups/search/scans.ts';
import { type PeopleFilter, toPeopleFilter } from '../../list/signups/selection/people-filter.ts';
import { findWaitlist } from '../../list/waitlists/queries.ts';
import { findSuppressedPeople, inTime } from '../../mail/suppressions/suppressed-people.ts';
import { notFound } from '../../platform/errors.ts';
import type { Context } from '../context.ts';
import { exclusionReasons, type Wave } from './waves/schema.ts';
import { countPeople, findSelectionFacts } from './waves/select-queries.ts';

/** Somebody waits for the count while they type. */
const longestMs = 1_000;

/** What a draft would count, without its members. */
export type PeopleCount = Pick<Wave, 'matched' | 'selected' | 'excluded'>;

/**
 * Counts whom a wave would invite by the query of its draft, and stores nothing (N5). @returns undefined if
 * that takes too long, which a draft does in the background
 * @throws AppError not_found; invalid_request for a field of the filter
 */
export async function countInvitable(
  ctx: Context & { readonly scans: Scans },
  { accountId }: Pick<Caller, 'accountId'>,
  waitlistId: string,
  { filter: given, size }: { readonly filter: PeopleFilter; readonly size: number },
): Promise<PeopleCount | undefined> {
  const { id } = (await findWaitlist(ctx.sql, accountId, waitlistId)) ?? notFound('waitlist');
  const filter = await toPeopleFilter(ctx.sql, accountId, id, given);
  return inTime(longestMs, async (isTimeUp) => {
    const suppressed = await findSuppressedPeople(ctx, accountId, id, filter, isTimeUp);
    const rows = await ctx.scans.run(accountId, 'Counting takes too long.', async (tx) => {
      const facts = (await findSelectionFacts(tx, accountId, id)) ?? notFound('waitlist');
      return countPeople(tx, accountId, id, filter, facts, suppressed);
    });
    const of = (reason: string | null) => rows.find((row) => row.reason === reason)?.people ?? 0;
    const excluded = Object.fromEntries(exclusionReasons.map((reason) => [reason, of(reason)]));
    return {
      matched: rows.reduce((sum, { people }) => sum + people, 0),
      selected: Math.min(size, of(null)),
      excluded: excluded as PeopleCount['excluded'],
    };
  });
}
