import type { CallerAccount } from '../accounts/queries.ts';
import { type Actor, operator } from '../audit/actor.ts';
import { monthlyAllowance } from '../email/allowance/allowance.ts';
import { type PlanName, plans } from '../plans.ts';
import type { Scope } from '../scopes.ts';

/**
 * The account that makes a request, with its plan and scopes: of an API key or of a signed-in user.
 * The data of a key's account is at most a second old (C2.9).
 */
export interface Caller {
  readonly accountId: string;
  /** Who acts, for the audit log. */
  readonly actor: Actor;
  readonly plan: PlanName;
  readonly scopes: ReadonlySet<Scope>;
  /** The budget of the account for all its keys (§5 rule 5). */
  readonly requestsPerMinute: number;
  /** Emails per month on the service's own credentials, burst included. */
  readonly allowance: number;
  /** Whether the account has its own email provider. */
  readonly hasEmailProvider: boolean;
}

/** The account's own limits take precedence over those of the plan (C5.4). */
export function toCaller(row: CallerAccount & { scopes: readonly Scope[]; actor?: Actor }): Caller {
  const plan = plans[row.plan];
  return {
    accountId: row.account_id,
    actor: row.actor ?? operator,
    plan: row.plan,
    scopes: new Set(row.scopes),
    requestsPerMinute: row.requests_per_minute ?? plan.requestsPerMinute,
    allowance: monthlyAllowance(row),
    hasEmailProvider: row.has_email_provider,
  };
}
