import type { Caller } from '../../account/api-keys/caller.ts';
import type { Context } from '../context.ts';
import { notFound } from '../../platform/errors.ts';
import { countWithheld, findClaimedReferrer } from '../../capabilities/trust/reviews/queries.ts';
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

/** Who referred a signup, and whom it referred. */
interface Referrals {
  readonly referrer: SignupName | undefined;
  /** The first 100. */
  readonly referred: readonly SignupName[];
  /** Whose code it passed without crediting anybody, because the referral is withheld or refused (N4). */
  readonly uncredited: SignupName | undefined;
  /** How many passed its own code so. */
  readonly withheld: number;
}

/** The referrer of a signup, and the signups that it referred (C11.3). */
export async function readReferrals(
  { sql }: Context,
  { accountId }: Caller,
  { id, referred_by }: Signup,
): Promise<Referrals> {
  const claimed = referred_by === null ? await findClaimedReferrer(sql, accountId, id) : undefined;
  const [[name], referred, withheld] = await Promise.all([
    listNames(sql, accountId, [referred_by ?? claimed ?? []].flat()),
    listReferred(sql, accountId, id, maxReferred),
    countWithheld(sql, accountId, [id]),
  ]);
  return {
    referrer: referred_by === null ? undefined : name,
    referred,
    uncredited: referred_by === null ? name : undefined,
    withheld: withheld.get(id) ?? 0,
  };
}
