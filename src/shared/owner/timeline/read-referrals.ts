import type { Caller } from '../../account/api-keys/caller.ts';
import { countWithheld, findClaimedReferrer } from '../../capabilities/trust/reviews/queries.ts';
import { listNames, listReferred, type SignupName } from '../../list/signups/queries.ts';
import type { Signup } from '../../list/signups/schema.ts';
import type { Context } from '../context.ts';

const maxReferred = 100;

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
