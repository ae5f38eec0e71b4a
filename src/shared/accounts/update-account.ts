import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { assertId } from '../ids.ts';
import { statement } from '../postgres/transaction.ts';
import { type AccountSummary, toAccountSummary } from './account-summary.ts';
import { updateAccount as updateRow } from './queries.ts';
import type { AccountPatch } from './schema.ts';

/**
 * Changes the plan or limits of an account (C5.4), or its time zone (N8). A smaller plan deletes nothing (C5.7).
 * @throws AppError not_found
 */
export async function updateAccount(
  ctx: Context,
  accountId: string,
  patch: AccountPatch,
): Promise<AccountSummary> {
  assertId(accountId, 'account');
  const change = {
    ...(patch.plan !== undefined && { plan: patch.plan }),
    ...(patch.requestsPerMinute !== undefined && { requests_per_minute: patch.requestsPerMinute }),
    ...(patch.managedEmails !== undefined && { managed_emails_per_month: patch.managedEmails }),
    ...(patch.timeZone !== undefined && { time_zone: patch.timeZone }),
  };
  const account = await statement(ctx.sql, (tx) => updateRow(tx, accountId, change));
  return toAccountSummary(account ?? notFound('account'));
}
