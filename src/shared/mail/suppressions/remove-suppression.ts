import type { Acting } from '../../account/audit/actor.ts';
import { recordAction } from '../../account/audit/record-action.ts';
import { lockWaitlist } from '../../list/waitlists/queries.ts';
import { notFound } from '../../platform/errors.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import { toEmailKey } from '../../platform/schema/email-address.ts';
import type { Context } from '../context.ts';
import { forgetBounces, lockAddresses } from './bounces/bounce-queries.ts';
import { macOf } from './mac-of.ts';
import { deleteSuppressions } from './queries.ts';
import type { SuppressionInput } from './schema.ts';
import { clearUnsubscribed, lockSignupOf } from './unsubscribe-queries.ts';

/**
 * Lets an address get mails again, on one waitlist or where all were stopped (N3): all reasons of that one
 * go.
 * @throws AppError not_found for an unknown waitlist, or where no suppression is
 */
export async function removeSuppression(
  ctx: Context,
  caller: Acting,
  { email, waitlist_id }: SuppressionInput,
): Promise<void> {
  const { accountId } = caller;
  const waitlistId = waitlist_id?.toLowerCase() ?? null;
  const address = { accountId, waitlistId, mac: await macOf(ctx, accountId, email) };
  await transaction(ctx.sql, async (tx) => {
    if (waitlistId !== null) {
      (await lockWaitlist(tx, accountId, waitlistId)) ?? notFound('waitlist');
      const signup = await lockSignupOf(tx, accountId, waitlistId, toEmailKey(email) ?? email);
      if (signup) await clearUnsubscribed(tx, { accountId, id: signup });
    }
    await lockAddresses(tx, [address.mac]);
    await forgetBounces(tx, address.mac);
    if ((await deleteSuppressions(tx, address)) === 0) notFound('suppression');
    const details = waitlistId === null ? {} : { waitlist_id: waitlistId };
    await recordAction(tx, caller, 'suppression.removed', { details });
  });
}
