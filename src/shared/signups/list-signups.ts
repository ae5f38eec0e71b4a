import type { Caller } from '../api-keys/caller.ts';
import type { Context } from '../context.ts';
import { toEmailKey } from '../email/address.ts';
import { notFound } from '../errors.ts';
import { toPage } from '../schema/paging.ts';
import { findWaitlist } from '../waitlists/queries.ts';
import { findSignupByEmail, listSignups as listRows } from './queries.ts';
import type { SignupQuery } from './schema.ts';
import { toSignup } from './to-signup.ts';

/**
 * A page of signups, newest first, or the one with the given email (§4.3, C3.11).
 * @throws AppError not_found
 */
export async function listSignups(ctx: Context, caller: Caller, waitlistId: string, query: SignupQuery) {
  const waitlist = (await findWaitlist(ctx.sql, caller.accountId, waitlistId)) ?? notFound('waitlist');
  if (query.email === undefined) {
    const rows = await listRows(ctx.sql, caller.accountId, waitlistId, query, waitlist.signup_count);
    return toPage(rows.map(toSignup(waitlist)), waitlist.signup_count, query);
  }
  const emailKey = toEmailKey(query.email) ?? '';
  const match = await findSignupByEmail(ctx.sql, caller.accountId, waitlistId, emailKey);
  const matches = match ? [match] : [];
  const page = matches.slice(query.offset, query.offset + query.limit);
  return toPage(page.map(toSignup(waitlist)), matches.length, query);
}
