import { newId } from '../../platform/ids.ts';
import type { Tx } from '../../platform/postgres/connection.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import { insertAccount } from '../accounts/queries.ts';
import { recordAction } from '../audit/record-action.ts';
import type { Context } from '../context.ts';
import { addUser } from '../users/create-user.ts';
import { type AccountSummary, toAccountSummary } from './account-summary.ts';
import type { AccountInput } from './schema.ts';

/**
 * Creates an account and, if an owner is given, its first user, in one transaction (C10, C11.2).
 */
export async function createAccount(ctx: Context, input: AccountInput): Promise<AccountSummary> {
  return transaction(ctx.sql, (tx) => addAccount(tx, input));
}

/** Like `createAccount`, within a transaction. */
export async function addAccount(tx: Tx, input: AccountInput): Promise<AccountSummary> {
  const account = await insertAccount(tx, {
    id: newId(),
    name: input.name,
    plan: input.plan,
    requests_per_minute: input.requestsPerMinute ?? null,
    managed_emails_per_month: input.managedEmails ?? null,
  });
  const by = { accountId: account.id };
  await recordAction(tx, by, 'account.created', { id: account.id, details: { plan: account.plan } });
  if (input.owner) await addUser(tx, by, { ...input.owner, role: 'owner', isProven: true });
  return toAccountSummary(account);
}
