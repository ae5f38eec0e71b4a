import type { Context } from '../context.ts';
import { newId } from '../ids.ts';
import { transaction } from '../postgres/transaction.ts';
import { addUser } from '../users/create-user.ts';
import { type AccountSummary, toAccountSummary } from './account-summary.ts';
import { insertAccount } from './queries.ts';
import type { AccountInput } from './schema.ts';

/** Opens an account, with its first user where one is given (C10, C11.2): both or neither. @throws AppError conflict for an email in use */
export async function createAccount(ctx: Context, input: AccountInput): Promise<AccountSummary> {
  return transaction(ctx.sql, async (tx) => {
    const account = await insertAccount(tx, {
      id: newId(),
      name: input.name,
      plan: input.plan,
      requests_per_minute: input.requestsPerMinute ?? null,
      managed_emails_per_month: input.managedEmails ?? null,
    });
    if (input.owner) await addUser(tx, account.id, input.owner);
    return toAccountSummary(account);
  });
}
