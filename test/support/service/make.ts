import { insertAccount } from '../../../src/shared/account/accounts/queries.ts';
import { testAccountIdOf } from '../../../src/shared/account/accounts/test-account.ts';
import { hashApiKey, newApiKey } from '../../../src/shared/account/api-keys/api-key.ts';
import { createApiKey } from '../../../src/shared/account/api-keys/create-api-key.ts';
import { insertApiKey } from '../../../src/shared/account/api-keys/queries.ts';
import type { PlanName } from '../../../src/shared/account/plans.ts';
import { scopes as allScopes, type Scope } from '../../../src/shared/account/scopes.ts';
import type { Context } from '../../../src/shared/context.ts';
import { newId } from '../../../src/shared/platform/ids.ts';
import type { Sql } from '../../../src/shared/platform/postgres/connection.ts';
import { statement } from '../../../src/shared/platform/postgres/transaction.ts';

export interface TestAccount {
  readonly accountId: string;
  /** A key of the account, with all scopes by default. */
  readonly key: string;
}

export interface AccountOptions {
  plan?: PlanName;
  requestsPerMinute?: number;
  scopes?: readonly Scope[];
}

/** Creates an account with a key. Its request limit is too high to matter unless a test sets one. */
export async function makeAccount(sql: Sql, options: AccountOptions = {}): Promise<TestAccount> {
  const accountId = await makeKeylessAccount(sql, options);
  return { accountId, key: await makeKey(sql, accountId, options.scopes) };
}

/** Creates an account without a key. @returns its id */
export async function makeKeylessAccount(
  sql: Sql,
  { plan = 'scale', requestsPerMinute = 1_000_000 }: Omit<AccountOptions, 'scopes'> = {},
): Promise<string> {
  const id = newId();
  const account = {
    id,
    name: 'Test',
    plan,
    requests_per_minute: requestsPerMinute,
    managed_emails_per_month: null,
  };
  await statement(sql, (tx) => insertAccount(tx, account));
  return id;
}

/** Creates another key of an account. */
export async function makeKey(
  sql: Sql,
  accountId: string,
  scopes: readonly Scope[] = allScopes,
): Promise<string> {
  const key = newApiKey();
  const row = {
    id: newId(),
    account_id: accountId,
    name: 'test',
    hash: hashApiKey(key),
    last4: key.slice(-4),
    scopes: [...scopes],
  };
  await statement(sql, (tx) => insertApiKey(tx, row));
  return key;
}

/** A new key of the account's test mode (N8), as an account of its own for calls. */
export async function testModeOf(
  { ctx }: { readonly ctx: Context },
  { accountId }: Pick<TestAccount, 'accountId'>,
): Promise<TestAccount> {
  const { key } = await createApiKey(ctx, accountId, { name: 'test', scopes: 'all', test: true });
  return { accountId: testAccountIdOf(accountId), key };
}
