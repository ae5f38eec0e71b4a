import type { Caller } from '../../../account/api-keys/caller.ts';
import { type SignupName, withAddresses } from '../../../list/signups/queries.ts';
import type { Scans } from '../../../list/signups/search/scans.ts';
import { toPeopleFilter } from '../../../list/signups/selection/people-filter.ts';
import { findSuppressedPeople, inTime } from '../../../mail/suppressions/suppressed-people.ts';
import { notFound } from '../../../platform/errors.ts';
import { type Page, type PageQuery, toPage } from '../../../platform/schema/paging.ts';
import type { Context } from '../../context.ts';
import { readWaveInput } from '../read-wave-input.ts';
import type { ExclusionReason } from './schema.ts';
import { findSelectionFacts, listExcluded } from './select-queries.ts';

/** Somebody waits for the page. */
const longestMs = 1_000;

/**
 * The people behind a number of a draft: those whom it leaves out for a reason, as of now. @returns undefined
 * if finding them takes too long
 * @throws AppError not_found; rate_limited
 */
export async function readExcluded(
  ctx: Context & { readonly scans: Scans },
  caller: Pick<Caller, 'accountId'>,
  wave: { readonly id: string; readonly waitlist_id: string },
  reason: ExclusionReason,
  page: PageQuery,
): Promise<Page<SignupName> | undefined> {
  const { accountId } = caller;
  const { filter: asked } = await readWaveInput(ctx, caller, wave.waitlist_id, wave.id);
  const filter = await toPeopleFilter(ctx.sql, accountId, wave.waitlist_id, asked ?? {});
  return inTime(longestMs, async (isTimeUp) => {
    const suppressed = await findSuppressedPeople(ctx, accountId, wave.waitlist_id, filter, isTimeUp);
    const rows = await ctx.scans.run(accountId, 'Finding them takes too long.', async (tx) => {
      const facts = (await findSelectionFacts(tx, accountId, wave.waitlist_id)) ?? notFound('waitlist');
      return listExcluded(tx, accountId, wave.waitlist_id, filter, facts, suppressed, reason, page);
    });
    return toPage(await withAddresses(ctx.sql, accountId, rows), rows[0]?.total ?? 0, page);
  });
}
