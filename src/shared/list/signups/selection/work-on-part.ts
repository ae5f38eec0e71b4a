import { findAccount } from '../../../account/accounts/queries.ts';
import type { RowKey } from '../../../platform/postgres/by-key.ts';
import type { Tx } from '../../../platform/postgres/connection.ts';
import { transaction } from '../../../platform/postgres/transaction.ts';
import type { JobNotifier } from '../../../platform/queue/job-notifier.ts';
import type { JobName } from '../../../platform/queue/jobs.ts';
import type { Context } from '../../context.ts';
import { type ActOnSignups, type ActResult, listPlace } from '../../parts.ts';
import { lockWaitlistCounter } from '../../waitlists/queries.ts';
import { removeSignups } from '../removal/remove-signups.ts';
import { findPart, finishPart, finishSelection, listSignupsOfPart, lockSelection } from './queries.ts';
import type { SelectionAction } from './schema.ts';

const deleteSignups: ActOnSignups = async (tx, { accountId, id: waitlistId }, signups) => {
  const plan = (await findAccount(tx, accountId))?.plan ?? 'free';
  const { fired, clearing } = await removeSignups(tx, { accountId, plan }, waitlistId, signups);
  return { done: signups.length, jobs: { 'fan-out-event': fired, 'clear-referrals': clearing } };
};

/** @throws Error for an action that nobody offers */
function actOf(action: SelectionAction): ActOnSignups {
  const offered = listPlace.parts().map(({ acts }) => acts?.[action]);
  const act = action === 'delete' ? deleteSignups : offered.find((each) => each !== undefined);
  if (!act) throw new Error(`nobody offers the action ${action}`);
  return act;
}

/**
 * Deals with the next part of a selection, in one transaction that also removes the part (N8). A repeat,
 * after a crash or beside another worker, finds the next part. Ends a selection that has no part left, that
 * was stopped, or whose waitlist is gone.
 */
export async function workOnPart(
  ctx: Context & { readonly notifier: JobNotifier },
  selection: RowKey,
): Promise<{ hasMore: boolean }> {
  const { hasMore, jobs } = await transaction(ctx.sql, (tx) => workOn(tx, selection));
  for (const [job, due] of Object.entries(jobs)) ctx.notifier.notify(job as JobName, due);
  return { hasMore };
}

async function workOn(tx: Tx, selection: RowKey): Promise<{ hasMore: boolean; jobs: ActResult['jobs'] }> {
  const found = await lockSelection(tx, selection);
  if (!found) return { hasMore: false, jobs: {} };
  const list = { accountId: selection.accountId, id: found.waitlist_id };
  const next =
    found.stopped_at === null && (await lockWaitlistCounter(tx, list.accountId, list.id))
      ? await findPart(tx, selection)
      : undefined;
  if (!next) {
    await finishSelection(tx, selection);
    return { hasMore: false, jobs: {} };
  }
  const signups = await listSignupsOfPart(tx, selection, list.id, next.part);
  const { done, jobs } = await actOf(found.action)(tx, list, signups);
  await finishPart(tx, selection, next, done);
  const hasMore = (await findPart(tx, selection)) !== undefined;
  if (!hasMore) await finishSelection(tx, selection);
  return { hasMore, jobs };
}
