import { monthlyAllowance } from '../accounts/allowance.ts';
import type { CallerAccount } from '../accounts/queries.ts';
import { isTestAccount } from '../accounts/test-account.ts';
import { type Actor, operator } from '../audit/actor.ts';
import { limitsOf, type Plan, type PlanName } from '../plans.ts';
import type { Scope } from '../scopes.ts';

/**
 * The account that makes a request, with its plan and scopes: of an API key or of a signed-in user.
 * The data of a key's account is at most a second old (C2.9).
 */
export interface Caller {
  readonly accountId: string;
  /** Whether the account is the test mode of another one (N8). */
  readonly isTest: boolean;
  /** Who acts, for the audit log. */
  readonly actor: Actor;
  readonly plan: PlanName;
  /** Of the plan, or of a test mode. */
  readonly limits: Plan;
  readonly scopes: ReadonlySet<Scope>;
  /** The budget of the account for all its keys (§5 rule 5). */
  readonly requestsPerMinute: number;
  /** Emails per month on the service's own credentials, burst included; 0 for a test mode. */
  readonly allowance: number;
  /** Whether the account has its own email provider, or is a test mode: its mails need no allowance. */
  readonly hasEmailProvider: boolean;
}

/** The account's own limits take precedence over those of the plan (C5.4). */
export function toCaller(row: CallerAccount & { scopes: readonly Scope[]; actor?: Actor }): Caller {
  const isTest = isTestAccount(row.account_id);
  const limits = limitsOf(row.plan, isTest);
  return {
    accountId: row.account_id,
    isTest,
    actor: row.actor ?? operator,
    plan: row.plan,
    limits,
    scopes: new Set(row.scopes),
    requestsPerMinute: row.requests_per_minute ?? limits.requestsPerMinute,
    allowance: isTest ? 0 : monthlyAllowance(row),
    hasEmailProvider: isTest || row.has_email_provider,
  };
}
