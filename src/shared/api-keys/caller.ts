import type { CallerAccount } from '../accounts/queries.ts';
import { monthlyAllowance } from '../email/allowance/allowance.ts';
import { type PlanName, plans } from '../plans.ts';
import type { Scope } from '../scopes.ts';

/** Who makes a request: the account of a key or of a signed-in user with its plan, and what may be done. A key's is at most a second old (C2.9). */
export interface Caller {
  readonly accountId: string;
  readonly plan: PlanName;
  readonly scopes: ReadonlySet<Scope>;
  /** The account's budget for all its keys (§5 rule 5). */
  readonly requestsPerMinute: number;
  /** Its month's allowance on the service's own mail credentials, burst included. */
  readonly allowance: number;
  /** Whether it has a mail provider of its own. */
  readonly hasEmailProvider: boolean;
}

/** Overrides act on any plan (C5.4). */
export function toCaller(row: CallerAccount & { scopes: readonly Scope[] }): Caller {
  const plan = plans[row.plan];
  return {
    accountId: row.account_id,
    plan: row.plan,
    scopes: new Set(row.scopes),
    requestsPerMinute: row.requests_per_minute ?? plan.requestsPerMinute,
    allowance: monthlyAllowance(row),
    hasEmailProvider: row.has_email_provider,
  };
}
