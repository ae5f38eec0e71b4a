import type { Caller } from '../../account/api-keys/caller.ts';
import {
  countJudged,
  findClaimedReferrer,
  type JudgedReferrals,
  type Uncredited,
} from '../../capabilities/trust/reviews/queries.ts';
import { listNames, listReferred, type SignupName } from '../../list/signups/queries.ts';
import type { Signup } from '../../list/signups/schema.ts';
import type { Context } from '../context.ts';

const maxReferred = 100;

/** Who referred a signup, and whom it referred. */
interface Referrals {
  readonly referrer: SignupName | undefined;
  /** The first 100. */
  readonly referred: readonly SignupName[];
  /** Whose code it passed without crediting anybody, and why (N4). */
  readonly uncredited: (SignupName & Pick<Uncredited, 'why'>) | undefined;
  /** Those who passed its own code and whose referrals look farmed, or were refused; undefined for none. */
  readonly judged: JudgedReferrals | undefined;
}

/** The referrer of a signup, and the signups that it referred (C11.3). */
export async function readReferrals(
  { sql }: Context,
  { accountId }: Caller,
  { id, referred_by }: Signup,
): Promise<Referrals> {
  const claimed = referred_by === null ? await findClaimedReferrer(sql, accountId, id) : undefined;
  const [[name], referred, judged] = await Promise.all([
    listNames(sql, accountId, [referred_by ?? claimed?.referrer_id ?? []].flat()),
    listReferred(sql, accountId, id, maxReferred),
    countJudged(sql, accountId, [id]),
  ]);
  return {
    referrer: referred_by === null ? undefined : name,
    referred,
    uncredited: claimed && name && { ...name, why: claimed.why },
    judged: judged.get(id),
  };
}
