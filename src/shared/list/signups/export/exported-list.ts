import type { Context } from '../../context.ts';
import { listPlace } from '../../parts.ts';
import type { WaitlistRow } from '../../waitlists/queries.ts';
import { findRange, type PositionRange } from '../search/filter-queries.ts';
import type { Scans } from '../search/scans.ts';
import { toChoice } from '../selection/count-selection.ts';
import type { Selection } from '../selection/schema.ts';
import type { ExportedList } from './export-queries.ts';

/**
 * What is exported of a waitlist, and the positions that hold all of it, up to the last one now (C3.13).
 * @throws AppError not_found; invalid_request for a custom field
 */
export async function findExported(
  ctx: Context & { readonly scans: Scans },
  accountId: string,
  waitlistId: string,
  selection: Selection,
): Promise<{ waitlist: WaitlistRow; list: ExportedList; range: PositionRange }> {
  const { waitlist, filter, refusal } = await toChoice(ctx, accountId, waitlistId, selection);
  const { last_position, referral_bonus: bonus } = waitlist;
  const range = filter
    ? await ctx.scans.run(accountId, refusal, (tx) =>
        findRange(tx, accountId, waitlistId, filter, last_position),
      )
    : { after: 0, upTo: last_position };
  const list = { accountId, waitlistId };
  const known = listPlace.parts().flatMap(({ exported }) => exported ?? []);
  const isUsed = await Promise.all(known.map((part) => part.isUsed(ctx.sql, list)));
  const parts = known.filter((_, index) => isUsed[index]);
  return { waitlist, list: { ...list, bonus, filter, parts }, range };
}
