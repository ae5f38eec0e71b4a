import type { AccountRow } from '../accounts/queries.ts';
import type { PlanName } from '../plans.ts';

/** An account as commands show it (C10). */
export interface AccountSummary {
  account_id: string;
  name: string;
  plan: PlanName;
}

export function toAccountSummary(row: AccountRow): AccountSummary {
  return { account_id: row.id, name: row.name, plan: row.plan };
}
