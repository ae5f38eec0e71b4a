import type { Caller } from '../../account/api-keys/caller.ts';
import { notFound } from '../../platform/errors.ts';
import type { Context } from '../context.ts';
import { findWaitlist, type WaitlistRow } from './queries.ts';
import type { Waitlist } from './schema.ts';

/** A waitlist with its referral bonus (§2.1). @throws AppError not_found */
export async function readWaitlist(ctx: Context, caller: Caller, waitlistId: string): Promise<Waitlist> {
  return toWaitlist((await findWaitlist(ctx.sql, caller.accountId, waitlistId)) ?? notFound('waitlist'));
}

/** The properties that GET and PATCH return. */
export function toWaitlist({ id, name, created_at, referral_bonus }: WaitlistRow): Waitlist {
  return { id, name, created_at, referral_bonus };
}
