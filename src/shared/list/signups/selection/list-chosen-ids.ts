import type { Caller } from '../../../account/api-keys/caller.ts';
import type { Context } from '../../context.ts';
import { unfiltered } from '../search/filter-queries.ts';
import type { Scans } from '../search/scans.ts';
import { toChoice } from './count-selection.ts';
import { listChosen } from './queries.ts';
import type { Selection } from './schema.ts';

/**
 * The ids of the first signups that a user chose, by position (N8).
 * @throws AppError not_found; invalid_request for a custom field, or if the search takes too long
 */
export async function listChosenIds(
  ctx: Context & { readonly scans: Scans },
  { accountId }: Pick<Caller, 'accountId'>,
  waitlistId: string,
  selection: Selection,
  limit: number,
): Promise<string[]> {
  const { filter = unfiltered, refusal } = await toChoice(ctx, accountId, waitlistId, selection);
  const rows = await ctx.scans.run(accountId, refusal, (tx) =>
    listChosen(tx, accountId, waitlistId, filter, limit),
  );
  return rows.map(({ id }) => id);
}
