import type { SignupFilter } from '../../../list/signups/search/filter-queries.ts';
import { toPeopleFilter } from '../../../list/signups/selection/people-filter.ts';
import { findSuppressedPeople } from '../../../mail/suppressions/suppressed-people.ts';
import { AppError } from '../../../platform/errors.ts';
import type { RowKey } from '../../../platform/postgres/by-key.ts';
import { setStatementTimeout, transaction } from '../../../platform/postgres/transaction.ts';
import type { Context } from '../../context.ts';
import { findWave, findWaveFilter, finishWave, lockWave } from './queries.ts';
import { selectMembers } from './select-members.ts';

/** A scan of the largest waitlist takes seconds; nothing waits for it but the wave. */
const timeoutMs = 120_000;

/**
 * Selects the members of a wave for which an answer had no time (N5). A wave that was cancelled meanwhile
 * stays as it is; one whose filter names a field that is gone, or finds nobody to invite, is cancelled.
 * @throws OutOfTime where the worker is stopping before it has looked up all suppressions
 */
export async function selectWaveMembers(ctx: Context, key: RowKey, stopping: AbortSignal): Promise<void> {
  const found = await findWave(ctx.sql, key);
  if (found?.state !== 'selecting') return;
  const filter = await toFilter(ctx, key, found.waitlist_id);
  if (!filter) {
    await transaction(ctx.sql, async (tx) => {
      if ((await lockWave(tx, key))?.state === 'selecting') await finishWave(tx, key, 'cancelled');
    });
    return;
  }
  const { waitlist_id, member_order: order, size } = found;
  const isTimeUp = () => stopping.aborted;
  const suppressed = await findSuppressedPeople(ctx, key.accountId, waitlist_id, filter, isTimeUp);
  await transaction(ctx.sql, async (tx) => {
    if ((await lockWave(tx, key))?.state !== 'selecting') return;
    await setStatementTimeout(tx, timeoutMs);
    await selectMembers(tx, key, waitlist_id, { filter, order, size }, suppressed);
    if ((await findWave(tx, key))?.selected === 0) await finishWave(tx, key, 'cancelled');
  });
}

async function toFilter(
  { sql }: Context,
  key: RowKey,
  waitlistId: string,
): Promise<SignupFilter | undefined> {
  try {
    return await toPeopleFilter(sql, key.accountId, waitlistId, await findWaveFilter(sql, key));
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
