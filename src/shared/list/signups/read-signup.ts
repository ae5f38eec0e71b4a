import type { Caller } from '../../account/api-keys/caller.ts';
import { notFound } from '../../platform/errors.ts';
import type { Context } from '../context.ts';
import { findWaitlist } from '../waitlists/queries.ts';
import { findSignup } from './queries.ts';
import type { Signup } from './schema.ts';
import { toSignup } from './to-signup.ts';

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
