import type { Caller } from '../accounts/caller.ts';
import type { Context } from '../context.ts';
import { toEmailKey } from '../email/address.ts';
import { toEmailStatus } from '../email/status.ts';
import { notFound } from '../errors.ts';
import { toPage } from '../pages.ts';
import { findWaitlist } from '../waitlists/queries.ts';
import { displayPosition } from './display-position.ts';
import { findSignupByEmail, listSignups as listRows, type SignupRow } from './queries.ts';
import type { Signup, SignupQuery } from './schema.ts';

/** A page of signups, newest first, or the one with an address (§4.3, C3.11). @throws AppError not_found */
export async function listSignups(ctx: Context, caller: Caller, waitlistId: string, query: SignupQuery) {
  const waitlist = (await findWaitlist(ctx.sql, caller.accountId, waitlistId)) ?? notFound('waitlist');
  const toSignup = (row: SignupRow): Signup => ({
    ...row,
    display_position: displayPosition(row.position, row.referral_count, waitlist.referral_bonus),
    email_status: toEmailStatus(row.email_status),
  });
  if (query.email === undefined) {
    const rows = await listRows(ctx.sql, waitlistId, query, waitlist.signup_count);
    return toPage(rows.map(toSignup), waitlist.signup_count, query);
  }
  const matches = await findSignupByEmail(ctx.sql, waitlistId, toEmailKey(query.email) ?? '');
  return toPage(matches.slice(query.offset, query.offset + query.limit).map(toSignup), matches.length, query);
}
