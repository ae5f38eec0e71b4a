import type { Caller } from '../api-keys/caller.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { transaction } from '../postgres/transaction.ts';
import { enqueue } from '../queue/outbox.ts';
import { markWaitlistDeleted } from './queries.ts';

/**
 * Deletes a waitlist with all that is on it (§4.2). It is gone for every reader at once, however long it is;
 * queues purge-waitlist for the rows (C2.5).
 * @throws AppError not_found
 */
export async function deleteWaitlist(ctx: Context, caller: Caller, waitlistId: string): Promise<void> {
  await transaction(ctx.sql, async (tx) => {
    if (!(await markWaitlistDeleted(tx, caller.accountId, waitlistId))) notFound('waitlist');
    await enqueue(tx, 'purge-waitlist', waitlistId, caller.accountId, {});
  });
}
