import { countSignups } from '../accounts/queries.ts';
import { liveAccountIdOf } from '../accounts/test-account.ts';
import type { Caller } from '../api-keys/caller.ts';
import type { Context } from '../context.ts';
import type { Account } from './schema.ts';

/**
 * The account with its current quota (§2.8).
 * A test key reads the id of the live account, and the quota of its test mode (N8).
 * Limit, remaining and percent are 0 on unlimited plans (§8 rule 5, C5.2).
 */
export async function readAccount(ctx: Context, caller: Caller): Promise<Account> {
  const used = await countSignups(ctx.sql, caller.accountId);
  const { signups: limit, acceptedSignups } = caller.limits;
  return {
    account_id: liveAccountIdOf(caller.accountId),
    plan: caller.plan,
    quota: {
      tier: caller.plan,
      signups_used: used,
      signups_limit: limit ?? 0,
      signups_remaining: limit === null ? 0 : Math.max(0, limit - used),
      percent_used: limit === null ? 0 : Math.floor((100 * used) / limit),
      can_add_signup: acceptedSignups === null || used < acceptedSignups,
    },
  };
}
