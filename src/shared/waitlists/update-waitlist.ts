import type { Caller } from '../accounts/caller.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { nameTaken } from './name-taken.ts';
import { updateWaitlist as updateRow } from './queries.ts';
import { toWaitlist } from './read-waitlist.ts';
import type { Waitlist, WaitlistPatch } from './schema.ts';

/** Renames a waitlist or sets its referral bonus (§4.2); positions never change. @throws AppError not_found; conflict for a name in use */
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
    return toWaitlist(
      (await updateRow(ctx.sql, caller.accountId, waitlistId, change)) ?? notFound('waitlist'),
    );
  } catch (error) {
    throw nameTaken(error) ?? error;
  }
}
