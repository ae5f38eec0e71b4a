import { lockAccount } from '../../account/accounts/queries.ts';
import type { Caller } from '../../account/api-keys/caller.ts';
import { recordAction } from '../../account/audit/record-action.ts';
import { notFound } from '../../platform/errors.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import type { Context } from '../context.ts';
import { nameTaken } from './name-taken.ts';
import { lockWaitlist, updateWaitlist as updateRow } from './queries.ts';
import { toWaitlist } from './read-waitlist.ts';
import type { Waitlist, WaitlistPatch } from './schema.ts';

/**
 * Renames a waitlist or sets its referral bonus (§4.2). Positions never change.
 * @throws AppError not_found; conflict if the name is in use
 */
export async function updateWaitlist(
  ctx: Context,
  caller: Caller,
  waitlistId: string,
  patch: WaitlistPatch,
): Promise<Waitlist> {
  const change = {
    ...(patch.name !== undefined && { name: patch.name }),
    ...(patch.referral_bonus !== undefined && { referral_bonus: patch.referral_bonus }),
  };
  try {
    const row = await transaction(ctx.sql, async (tx) => {
      // Serializes renames: two waitlists that swap names would deadlock.
      if (patch.name !== undefined) await lockAccount(tx, caller.accountId);
      if (!(await lockWaitlist(tx, caller.accountId, waitlistId))) return undefined;
      await recordAction(tx, caller, 'waitlist.updated', {
        id: waitlistId,
        details: { changed: Object.keys(change) },
      });
      return updateRow(tx, caller.accountId, waitlistId, change);
    });
    return toWaitlist(row ?? notFound('waitlist'));
  } catch (error) {
    throw nameTaken(error) ?? error;
  }
}
