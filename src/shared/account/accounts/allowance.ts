import type { Context } from '../context.ts';
import { type PlanName, plans } from '../plans.ts';
import { isTestAccount } from './test-account.ts';

/**
 * Mails an account may send on the service's credentials in a UTC month: the plan's number, or the operator's
 * for this account, and a fifth more as burst (§8 rule 3, C6.4).
 */
export function monthlyAllowance(account: {
  plan: PlanName;
  managed_emails_per_month: number | null;
}): number {
  const base = account.managed_emails_per_month ?? plans[account.plan].managedEmails;
  return base + Math.floor(base / 5);
}

/** Whether there is a route for an account's mails now (C6.2). */
export function canMail(
  { email }: Pick<Context['config'], 'email'>,
  accountId: string,
  account: Parameters<typeof monthlyAllowance>[0] & { has_own_provider: boolean },
): boolean {
  const isManaged = email.managed !== null && monthlyAllowance(account) > 0;
  return isTestAccount(accountId) || account.has_own_provider || isManaged;
}
