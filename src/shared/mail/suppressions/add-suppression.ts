import type { Acting } from '../../account/audit/actor.ts';
import { recordAction } from '../../account/audit/record-action.ts';
import { lockWaitlist } from '../../list/waitlists/queries.ts';
import { notFound } from '../../platform/errors.ts';
import type { KeepAnswer } from '../../platform/idempotency/keep-answer.ts';
import { newId } from '../../platform/ids.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import type { Context } from '../context.ts';
import { macOf } from './mac-of.ts';
import { upsertSuppression } from './queries.ts';
import type { Suppression, SuppressionInput } from './schema.ts';

/**
 * Stops mails to an address, on one waitlist or on all (N3). A suppression that is there already is returned.
 * @throws AppError not_found for an unknown waitlist
 */
export async function addSuppression(
  ctx: Context,
  caller: Acting,
  { email, waitlist_id }: SuppressionInput,
  keepAnswer?: KeepAnswer<Suppression>,
): Promise<Suppression> {
  const { accountId } = caller;
  const waitlistId = waitlist_id?.toLowerCase() ?? null;
  const address = { accountId, waitlistId, mac: await macOf(ctx, accountId, email) };
  return transaction(ctx.sql, async (tx) => {
    // The waitlist is held, so that its deletion leaves no suppression behind.
    if (waitlistId !== null) (await lockWaitlist(tx, accountId, waitlistId)) ?? notFound('waitlist');
    const id = newId();
    const suppression = await upsertSuppression(tx, address, { id, reason: 'manual' });
    const details = waitlistId === null ? {} : { waitlist_id: waitlistId };
    if (suppression.id === id) await recordAction(tx, caller, 'suppression.added', { id, details });
    await keepAnswer?.(tx, suppression);
    return suppression;
  });
}
