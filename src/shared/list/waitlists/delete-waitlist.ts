import type { Caller } from '../../account/api-keys/caller.ts';
import { recordAction } from '../../account/audit/record-action.ts';
import { notFound } from '../../platform/errors.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import type { JobNotifier } from '../../platform/queue/job-notifier.ts';
import { enqueue } from '../../platform/queue/outbox.ts';
import type { Context } from '../context.ts';
import { eachListPart } from '../parts.ts';
import { markWaitlistDeleted } from './queries.ts';

/**
 * Deletes a waitlist with its signups (§4.2). It is invisible to every reader at once. The job purge-waitlist
 * deletes the rows later (C2.5).
 * @throws AppError not_found
 */
export async function deleteWaitlist(
  ctx: Context & { readonly notifier: JobNotifier },
  caller: Caller,
  waitlistId: string,
): Promise<void> {
  const key = { accountId: caller.accountId, id: waitlistId };
  await transaction(ctx.sql, async (tx) => {
    if (!(await markWaitlistDeleted(tx, caller.accountId, waitlistId))) notFound('waitlist');
    await eachListPart((part) => part.onDeleted?.(tx, key));
    await recordAction(tx, caller, 'waitlist.deleted', { id: waitlistId });
    await enqueue(tx, 'purge-waitlist', waitlistId, caller.accountId, {});
  });
  ctx.notifier.notify('purge-waitlist', [key]);
}
