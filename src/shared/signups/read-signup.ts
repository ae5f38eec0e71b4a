import type { Caller } from '../api-keys/caller.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { findWaitlist } from '../waitlists/queries.ts';
import { findSignup, listNames, listReferred, type SignupName } from './queries.ts';
import type { Signup } from './schema.ts';
import { toSignup } from './to-signup.ts';

const maxReferred = 100;

/**
 * A signup with its referrer and the first 100 signups that it referred (C11.3).
 * @throws AppError not_found
 */
export async function readSignup(
  ctx: Context,
  { accountId }: Caller,
  waitlistId: string,
  signupId: string,
): Promise<{ signup: Signup; referrer: SignupName | undefined; referred: SignupName[] }> {
  const waitlist = (await findWaitlist(ctx.sql, accountId, waitlistId)) ?? notFound('waitlist');
  const row = (await findSignup(ctx.sql, accountId, waitlistId, signupId)) ?? notFound('signup');
  const [[referrer], referred] = await Promise.all([
    listNames(ctx.sql, accountId, row.referred_by === null ? [] : [row.referred_by]),
    listReferred(ctx.sql, accountId, row.id, maxReferred),
  ]);
  return { signup: toSignup(waitlist)(row), referrer, referred };
}
