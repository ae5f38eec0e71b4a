import { findAccount } from '../../../account/accounts/queries.ts';
import type { RowKey } from '../../../platform/postgres/by-key.ts';
import type { Tx } from '../../../platform/postgres/connection.ts';
import { transaction } from '../../../platform/postgres/transaction.ts';
import type { JobNotifier } from '../../../platform/queue/job-notifier.ts';
import type { JobName } from '../../../platform/queue/jobs.ts';
import type { Context } from '../../context.ts';
import { type ActOnSignups, type ActResult, listPlace, sumOfListParts } from '../../parts.ts';
import { isCounterAwaited, lockWaitlistCounter } from '../../waitlists/queries.ts';
import { removeSignups } from '../removal/remove-signups.ts';
import {
  countTakenBack,
  findParts,
  finishParts,
  finishSelection,
  listSignupsOfParts,
  lockSelection,
} from './queries.ts';
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

/** What one transaction deletes of what an import added besides its signups. */
const takenBackAtOnce = 1_000;

/** Goes on with what an import added besides its signups, once they are gone. @returns how many it deleted */
const takeBack = (tx: Tx, { accountId }: RowKey, id: string): Promise<number> =>
  sumOfListParts((part) => part.takeBack?.(tx, { accountId, id }, takenBackAtOnce));

/** What became of a turn of work on a selection. */
export interface WorkedPart {
  readonly hasMore: boolean;
  /** Whether others waited for the list. */
  readonly isAwaited: boolean;
}

/**
 * Deals with the next part of a selection, or up to `most`, in one transaction that also removes them (N8). A
 * repeat, after a crash or beside another worker, finds the next part. Behind the last one comes what an
 * import added besides its signups, if it is taken back. Ends a selection that has nothing left, that was
 * stopped, or whose waitlist is gone.
 */
export async function workOnPart(
  ctx: Context & { readonly notifier: JobNotifier },
  selection: RowKey,
  most = 1,
): Promise<WorkedPart> {
  const { jobs, ...worked } = await transaction(ctx.sql, (tx) => workOn(tx, selection, most));
  for (const [job, due] of Object.entries(jobs)) ctx.notifier.notify(job as JobName, due);
  return worked;
}

async function workOn(
  tx: Tx,
  selection: RowKey,
  most: number,
): Promise<WorkedPart & { jobs: ActResult['jobs'] }> {
  const ended = { hasMore: false, isAwaited: false, jobs: {} };
  const found = await lockSelection(tx, selection);
  if (!found) return ended;
  const list = { accountId: selection.accountId, id: found.waitlist_id };
  const goesOn = found.stopped_at === null && (await lockWaitlistCounter(tx, list.accountId, list.id));
  const next = goesOn ? await findParts(tx, selection, most) : undefined;
  if (!next) {
    const taken = goesOn && found.import_id !== null ? await takeBack(tx, selection, found.import_id) : 0;
    if (taken > 0) {
      await countTakenBack(tx, selection, taken);
      return { ...ended, hasMore: true };
    }
    await finishSelection(tx, selection);
    return ended;
  }
  const signups = await listSignupsOfParts(tx, selection, list.id, next);
  const { done, jobs } = await actOf(found.action)(tx, list, signups);
  await finishParts(tx, selection, next, done);
  const hasMore = found.import_id !== null || (await findParts(tx, selection, 1)) !== undefined;
  if (!hasMore) await finishSelection(tx, selection);
  return { hasMore, jobs, isAwaited: await isCounterAwaited(tx) };
}
