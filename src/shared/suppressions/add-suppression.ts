import type { Caller } from '../api-keys/caller.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import type { KeepAnswer } from '../idempotency/keep-answer.ts';
import { newId } from '../ids.ts';
import { transaction } from '../postgres/transaction.ts';
import { lockWaitlist } from '../waitlists/queries.ts';
import { macOf } from './mac-of.ts';
import { upsertSuppression } from './queries.ts';
import type { Suppression, SuppressionInput } from './schema.ts';

/**
 * Stops mails to an address, on one waitlist or on all (N3). A suppression that is there already is returned.
 * @throws AppError not_found for an unknown waitlist
 */
export async function addSuppression(
  ctx: Context,
  { accountId }: Pick<Caller, 'accountId'>,
  { email, waitlist_id }: SuppressionInput,
  keepAnswer?: KeepAnswer<Suppression>,
): Promise<Suppression> {
  const waitlistId = waitlist_id?.toLowerCase() ?? null;
  const address = { accountId, waitlistId, mac: await macOf(ctx, accountId, email) };
  return transaction(ctx.sql, async (tx) => {
    // The waitlist is held, so that its deletion leaves no suppression behind.
    if (waitlistId !== null) (await lockWaitlist(tx, accountId, waitlistId)) ?? notFound('waitlist');
    const suppression = await upsertSuppression(tx, address, { id: newId(), reason: 'manual' });
    await keepAnswer?.(tx, suppression);
    return suppression;
  });
}
