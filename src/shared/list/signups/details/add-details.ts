import { toConfirmationState } from '../../../capabilities/confirmations/confirmation-state.ts';
import { listConfirmations } from '../../../capabilities/confirmations/queries.ts';
import type { Sql } from '../../../platform/postgres/connection.ts';
import { listInvitationStates } from '../../../capabilities/release/include-queries.ts';
import { listReached } from '../../../capabilities/rewards/queries.ts';
import type { ReachedReward } from '../../../capabilities/rewards/schema.ts';
import { listAssessments } from '../../../capabilities/trust/claims/assessment-queries.ts';
import type { Signup } from '../schema.ts';
import { listSignupMails } from '../../../owner/timeline/queries.ts';
import type { SignupDetail, SignupDetails } from './schema.ts';

/** Reads one fact of signups of an account, by their ids. Those without it may be left out. */
type Read<Name extends SignupDetail> = (
  sql: Sql,
  accountId: string,
  ids: readonly string[],
) => Promise<Map<string, SignupDetails[Name]>>;

const readers: { readonly [Name in SignupDetail]: Read<Name> } = {
  async confirmation(sql, accountId, ids) {
    const rows = await listConfirmations(sql, accountId, ids);
    return new Map(rows.map((row) => [row.id, toConfirmationState(row)]));
  },
  assessment: listAssessments,
  async invitation(sql, accountId, ids) {
    const rows = await listInvitationStates(sql, accountId, ids);
    return new Map(rows.map(({ signup_id, ...state }) => [signup_id, state]));
  },
  async rewards(sql, accountId, ids) {
    const rewardsOf = new Map(ids.map((id): [string, ReachedReward[]] => [id, []]));
    for (const { signup_id, ...reward } of await listReached(sql, accountId, ids))
      rewardsOf.get(signup_id)?.push(reward);
    return rewardsOf;
  },
  async mail(sql, accountId, ids) {
    const rows = await listSignupMails(sql, accountId, ids);
    return new Map(rows.map(({ id, ...mail }) => [id, mail]));
  },
};

/** Adds what the caller asks for to each signup, behind all other keys (N1). */
export async function addDetails(
  sql: Sql,
  accountId: string,
  signups: readonly Signup[],
  names: readonly SignupDetail[] = [],
): Promise<SignupDetails[]> {
  if (signups.length === 0) return [];
  const ids = signups.map(({ id }) => id);
  const found = await Promise.all(
    names.map(async (name) => ({ name, values: await readers[name](sql, accountId, ids) })),
  );
  return signups.map((signup) => ({
    ...signup,
    ...Object.fromEntries(found.map(({ name, values }) => [name, values.get(signup.id) ?? null])),
  }));
}
