import type { Caller } from '../../../account/api-keys/caller.ts';
import { listNames } from '../../../list/signups/queries.ts';
import { isTooSlow, type Scans } from '../../../list/signups/search/scans.ts';
import { toPeopleFilter } from '../../../list/signups/selection/people-filter.ts';
import { findSuppressedPeople, OutOfTime } from '../../../mail/suppressions/suppressed-people.ts';
import { notFound } from '../../../platform/errors.ts';
import { type Page, type PageQuery, toPage } from '../../../platform/schema/paging.ts';
import type { Context } from '../../context.ts';
import { readWaveInput } from '../read-wave-input.ts';
import type { ExclusionReason } from './schema.ts';
import { findSelectionFacts, listExcluded } from './select-queries.ts';

/** Somebody waits for the page. */
const longestMs = 1_000;

/** A person who matches a wave and is not in it. */
export interface ExcludedPerson {
  readonly id: string;
  readonly email: string;
  readonly position: number;
}

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
): Promise<Page<ExcludedPerson> | undefined> {
  const { accountId } = caller;
  const { filter: asked } = await readWaveInput(ctx, caller, wave.waitlist_id, wave.id);
  const filter = await toPeopleFilter(ctx.sql, accountId, wave.waitlist_id, asked ?? {});
  const end = performance.now() + longestMs;
  try {
    const isTimeUp = () => performance.now() > end;
    const suppressed = await findSuppressedPeople(ctx, accountId, wave.waitlist_id, filter, isTimeUp);
    const rows = await ctx.scans.run(accountId, 'Finding them takes too long.', async (tx) => {
      const facts = (await findSelectionFacts(tx, accountId, wave.waitlist_id)) ?? notFound('waitlist');
      return listExcluded(tx, accountId, wave.waitlist_id, filter, facts, suppressed, reason, page);
    });
    const names = await listNames(
      ctx.sql,
      accountId,
      rows.map(({ id }) => id),
    );
    const emails = new Map(names.map(({ id, email }) => [id, email]));
    const people = rows.map(({ id, position }) => ({ id, position, email: emails.get(id) ?? '' }));
    return toPage(people, rows[0]?.total ?? 0, page);
  } catch (error) {
    if (error instanceof OutOfTime || isTooSlow(error)) return undefined;
    throw error;
  }
}
