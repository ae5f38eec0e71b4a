import { listAccounts as listRows } from '../accounts/queries.ts';
import { isTestAccount } from '../accounts/test-account.ts';
import type { Context } from '../context.ts';
import { type AccountSummary, toAccountSummary } from './account-summary.ts';

/** All accounts with their number of stored signups, oldest first (C10). */
export async function listAccounts(ctx: Context): Promise<(AccountSummary & { signups_used: number })[]> {
  const rows = await listRows(ctx.sql);
  return rows
    .filter(({ id }) => !isTestAccount(id))
    .map((row) => ({ ...toAccountSummary(row), signups_used: row.signups_used }));
}
