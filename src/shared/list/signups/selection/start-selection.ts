import { lockAccount } from '../../../account/accounts/queries.ts';
import type { Caller } from '../../../account/api-keys/caller.ts';
import { recordAction } from '../../../account/audit/record-action.ts';
import type { Session } from '../../../account/sessions/session.ts';
import { hashSessionToken } from '../../../account/sessions/session-token.ts';
import { AppError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import type { Tx } from '../../../platform/postgres/connection.ts';
import { transaction } from '../../../platform/postgres/transaction.ts';
import type { JobNotifier } from '../../../platform/queue/job-notifier.ts';
import { enqueue, enqueueLater } from '../../../platform/queue/outbox.ts';
import type { Context } from '../../context.ts';
import { isQuick } from '../search/filter-queries.ts';
import type { Scans } from '../search/scans.ts';
import { targetOf } from '../signup-request.ts';
import { toChoice } from './count-selection.ts';
import { countUnfinished, deleteOldSelections, insertSelection, markTold } from './queries.ts';
import { mostUndone, type Selection, type SelectionAction, undoSeconds } from './schema.ts';
import { workOnPart } from './work-on-part.ts';

/**
 * What one transaction deals with. The list's counter is held meanwhile, so its signups wait for that long.
 */
const signupsPerPart = 200;
/** Each selection stores its positions, */
const mostUnfinished = 5;
/** of which small ones have few. They are what somebody deletes one after the other. */
const mostSmall = 100;

/** What a user asked to do with a selection, having seen how many signups it has. */
export interface SelectionOrder {
  readonly action: SelectionAction;
  readonly selection: Selection;
  readonly expected: number;
  /** Whether a deletion of a few waits, so that it can be undone. */
  readonly waits?: boolean;
  /** The import that a deletion of all its signups takes back. */
  readonly importId?: string | undefined;
  /** The session of the user. */
  readonly by: Pick<Session, 'email' | 'token'>;
}

/** Either it has begun, or another number of signups is chosen now than the user saw. */
export type SelectionStart =
  | { readonly total: number; readonly isDone: boolean }
  | { readonly changed: number };

/**
 * Begins to act on a selection (N8): notes the chosen signups and enqueues the job that deals with them in
 * parts. A selection of one part is dealt with at once, unless it waits; then the job is due later. Nothing
 * happens if the number of signups is not the expected one.
 * @throws AppError not_found; invalid_request for a custom field, if the search takes too long, or for emails
 * without a route; conflict if too many selections are under way
 */
export async function startSelection(
  ctx: Context & { readonly scans: Scans; readonly notifier: JobNotifier },
  caller: Caller,
  waitlistId: string,
  { action, selection, expected, waits = false, importId, by }: SelectionOrder,
): Promise<SelectionStart> {
  const { accountId } = caller;
  if (action === 'resend' && !targetOf(ctx.config, caller, waitlistId).mailed) throw noRoute();
  const { filter, refusal } = await toChoice(ctx, accountId, waitlistId, selection);
  const before = await countUnfinished(ctx.sql, accountId, mostUndone);
  if (before.all >= mostSmall || (before.large >= mostUnfinished && !('ids' in selection))) throw tooMany();
  const isDelayed = (total: number) => waits && action === 'delete' && total > 0 && total <= mostUndone;
  const id = newId();
  const store = async (tx: Tx) => {
    const toldTo = hashSessionToken(by.token);
    const stored = { id, accountId, waitlistId, action, createdBy: by.email, toldTo, importId };
    const total = await insertSelection(tx, stored, filter, signupsPerPart);
    if (total !== expected) throw new ChangedSelection(total);
    await lockAccount(tx, accountId);
    const { all, large } = await countUnfinished(tx, accountId, mostUndone);
    if (all > mostSmall || (total > mostUndone && large > mostUnfinished)) throw tooMany();
    await deleteOldSelections(tx, accountId);
    const done = action === 'delete' ? 'signups.deleted' : 'signups.resent';
    await recordAction(tx, caller, done, { id: waitlistId, details: { count: total } });
    if (isDelayed(total)) {
      await enqueueLater(tx, 'act-on-selection', { accountId, id }, undoSeconds);
      // Its page tells of a deletion from the beginning; of an import also how much went with it.
      if (importId === undefined) await markTold(tx, accountId, [id]);
    } else await enqueue(tx, 'act-on-selection', id, accountId, {});
    return total;
  };
  try {
    const total =
      filter && isQuick(filter)
        ? await transaction(ctx.sql, store)
        : await ctx.scans.write(accountId, refusal, store);
    const key = { accountId, id };
    if (isDelayed(total)) {
      // A hint alone: without it, the sweep finds the job some seconds later.
      setTimeout(() => ctx.notifier.notify('act-on-selection', [key]), undoSeconds * 1_000).unref();
      return { total, isDone: false };
    }
    const isDone = total <= signupsPerPart && !(await workOnPart(ctx, key)).hasMore;
    if (!isDone) ctx.notifier.notify('act-on-selection', [key]);
    return { total, isDone };
  } catch (error) {
    if (error instanceof ChangedSelection) return { changed: error.total };
    throw error;
  }
}

/** Rolls back what was stored. */
class ChangedSelection extends Error {
  readonly total: number;

  constructor(total: number) {
    super('Another number of signups is chosen now');
    this.total = total;
  }
}

export function noRoute(): AppError {
  return new AppError('invalid_request', 'Signup emails are not sent. Set up an email provider first.');
}

function tooMany(): AppError {
  return new AppError(
    'conflict',
    'Too many selections are being worked on already. Try again when one of them is done.',
  );
}
