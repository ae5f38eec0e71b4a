import type { Caller } from '../api-keys/caller.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { findWaitlist } from '../waitlists/queries.ts';
import { findSignup, listNames, listReferred, type SignupName } from './queries.ts';
import type { Signup } from './schema.ts';
import { toSignup } from './to-signup.ts';

const maxReferred = 100;

/** A signup of a waitlist (§2.3, N1). @throws AppError not_found */
export async function readSignup(
  ctx: Context,
  { accountId }: Caller,
  waitlistId: string,
  signupId: string,
): Promise<Signup> {
  const waitlist = (await findWaitlist(ctx.sql, accountId, waitlistId)) ?? notFound('waitlist');
  const row = (await findSignup(ctx.sql, accountId, waitlistId, signupId)) ?? notFound('signup');
  return toSignup(waitlist)(row);
}

/** The referrer of a signup, and the first 100 signups that it referred (C11.3). */
export async function readReferrals(
  ctx: Context,
  { accountId }: Caller,
  { id, referred_by }: Signup,
): Promise<{ referrer: SignupName | undefined; referred: SignupName[] }> {
  const [[referrer], referred] = await Promise.all([
    listNames(ctx.sql, accountId, referred_by === null ? [] : [referred_by]),
    listReferred(ctx.sql, accountId, id, maxReferred),
  ]);
  return { referrer, referred };
}
