import { notFound } from '../../platform/errors.ts';
import { assertId } from '../../platform/ids.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import { lockAccount, updateAccount as updateRow } from '../accounts/queries.ts';
import { testAccountIdOf } from '../accounts/test-account.ts';
import type { Actor } from '../audit/actor.ts';
import { recordAction } from '../audit/record-action.ts';
import type { Context } from '../context.ts';
import { type AccountSummary, toAccountSummary } from './account-summary.ts';
import type { AccountPatch } from './schema.ts';

/**
 * Changes the plan or limits of an account (C5.4), its name or its time zone (N8). A smaller plan deletes
 * nothing (C5.7). Its test mode changes along. @throws AppError not_found
 */
export async function updateAccount(
  ctx: Context,
  accountId: string,
  patch: AccountPatch,
  actor?: Actor,
): Promise<AccountSummary> {
  assertId(accountId, 'account');
  const change = {
    ...(patch.name !== undefined && { name: patch.name }),
    ...(patch.plan !== undefined && { plan: patch.plan }),
    ...(patch.requestsPerMinute !== undefined && { requests_per_minute: patch.requestsPerMinute }),
    ...(patch.managedEmails !== undefined && { managed_emails_per_month: patch.managedEmails }),
    ...(patch.timeZone !== undefined && { time_zone: patch.timeZone }),
  };
  return transaction(ctx.sql, async (tx) => {
    const { id } = (await lockAccount(tx, accountId)) ?? notFound('account');
    const account = (await updateRow(tx, id, change)) ?? notFound('account');
    await updateRow(tx, testAccountIdOf(id), change);
    const by = { accountId: account.id, ...(actor && { actor }) };
    await recordAction(tx, by, 'account.updated', { id: account.id, details: change });
    return toAccountSummary(account);
  });
}
