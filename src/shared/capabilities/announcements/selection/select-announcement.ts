import { toWideFilter } from '../../../list/signups/selection/wide-filter.ts';
import { findSuppressedPeople } from '../../../mail/suppressions/suppressed-people.ts';
import { AppError } from '../../../platform/errors.ts';
import type { RowKey } from '../../../platform/postgres/by-key.ts';
import type { Tx } from '../../../platform/postgres/connection.ts';
import { setStatementTimeout, transaction } from '../../../platform/postgres/transaction.ts';
import type { JobNotifier } from '../../../platform/queue/job-notifier.ts';
import type { Context } from '../../context.ts';
import { noteMembers } from '../launch-announcement.ts';
import { change, findAnnouncement, findFilter, lockAnnouncement } from '../queries.ts';
import { findJudging, storeCounts } from './select-queries.ts';

/** A scan of the largest waitlist takes seconds; nothing waits for it but the announcement. */
const timeoutMs = 120_000;

/**
 * Counts the people of a draft, or notes those of one that is launched, for which an answer had no time. A
 * launch that is refused leaves the draft, with the reason. One that was changed or cancelled meanwhile stays
 * as it is.
 * @throws OutOfTime where the worker is stopping before it has looked up all suppressions
 */
export async function selectPeople(
  ctx: Context & { readonly notifier: JobNotifier },
  key: RowKey,
  stopping: AbortSignal,
): Promise<void> {
  const found = await findAnnouncement(ctx.sql, key);
  if (found?.state !== 'counting' && found?.state !== 'selecting') return;
  const { state, waitlist_id: listId } = found;
  const isStill = async (tx: Tx) => (await lockAnnouncement(tx, key))?.state === state;
  try {
    const filter = await toWideFilter(ctx.sql, key.accountId, listId, await findFilter(ctx.sql, key));
    const isTimeUp = () => stopping.aborted;
    const suppressed = await findSuppressedPeople(ctx, key.accountId, listId, filter, isTimeUp);
    await transaction(ctx.sql, async (tx) => {
      if (!(await isStill(tx))) return;
      await setStatementTimeout(tx, timeoutMs);
      if (state === 'selecting') return noteMembers(tx, key, listId, { filter, suppressed });
      await storeCounts(tx, key, listId, { filter, suppressed }, await judgesOf(tx, key, listId));
      await change(tx, key, { state: 'draft' });
    });
    if (state === 'selecting') ctx.notifier.notify('send-announcement', [key]);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await transaction(ctx.sql, async (tx) => {
      if (await isStill(tx))
        await change(tx, key, { state: 'draft', launched_at: null, refusal: error.message });
    });
  }
}

const judgesOf = async (tx: Tx, { accountId }: RowKey, listId: string) =>
  (await findJudging(tx, accountId, listId)) ?? false;
